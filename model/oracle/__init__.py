"""The Oracle reader: compiles rules text into the abilities of `castable.model.ability`.

Each module reads one kind of phrase with a table of patterns; text that no pattern reads in full stays `Unread`.
"""

from castable.model.oracle.amounts import parse_amount, parse_condition
from castable.model.oracle.bearing import bears_on_casting, bears_on_payment
from castable.model.oracle.cards import card_from_mtgjson, card_from_scryfall, face_from_fields
from castable.model.oracle.costs import parse_cost, same_cost
from castable.model.oracle.lines import compile_text
from castable.model.oracle.nouns import parse_filter
from castable.model.oracle.restrictions import parse_restriction

__all__ = [
    "bears_on_casting",
    "bears_on_payment",
    "card_from_mtgjson",
    "card_from_scryfall",
    "compile_text",
    "face_from_fields",
    "parse_amount",
    "parse_condition",
    "parse_cost",
    "parse_filter",
    "parse_restriction",
    "same_cost",
]
