"""Riichi Conformance: the questions that every engine has to answer, and what an engine has answered."""
