"""A position as a picture: drawings of tiles (`faces`), their locations (`scene`), and the resulting SVG (`svg`).

A scene is flat: a list of drawings with their locations, and of texts. Drawing one takes no knowledge of the rules, so
a page can step through a hand with scenes computed beforehand (`frames`).
"""
