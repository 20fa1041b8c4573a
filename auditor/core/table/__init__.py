"""The replay of a hand."""
