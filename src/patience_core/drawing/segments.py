"""Styled text: what a line of a picture is made of."""

from __future__ import annotations

Segment = tuple[str, str]
"""A text, and the name of its style."""

Line = tuple[Segment, ...]
