"""A position as a picture: drawings of tiles (`faces`), where each lies (`scene`), and the SVG of it all (`svg`).

A scene is flat: which drawing lies in which place, and which text is where. Whoever draws one needs to know no
rule, so a page can step through a hand with scenes computed beforehand (`frames`).
"""
