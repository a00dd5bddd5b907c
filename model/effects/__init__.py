"""Continuous effects on permanents, spells and cards: what they are, layer by layer (CR 613)."""

from castable.model.effects.layers import with_effects, without_effects

__all__ = ["with_effects", "without_effects"]
