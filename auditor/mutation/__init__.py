"""Measures how well an auditor finds faults: legal games with one fault each, and the finding expected in each."""
