"""Continuous effects on permanents: what they are, layer by layer (CR 613)."""

from castable.model.effects.layers import with_effects

__all__ = ["with_effects"]
