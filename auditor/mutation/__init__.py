"""The project's measuring instrument: legal games with one fault each, and what must be found in them."""
