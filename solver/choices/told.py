"""What has to be understood before it can be said what happens: text that was not read, and keywords that do more than
stand there, are refused."""

from __future__ import annotations

import re
from collections.abc import Iterable

from castable.model.ability import Keyword
from castable.model.card import Card, Face
from castable.model.effects import with_effects
from castable.model.errors import Unsupported
from castable.model.state import State

__all__ = ["require_plain_discard", "require_plain_spell", "require_told"]

_ENTERS = re.compile(r"When(?:ever)? (.{1,100}?) enters\b")
_ELSEWHERE = re.compile(r"At the beginning of |When(?:ever)? [^,]*\b(?:attacks?|blocks?)\b[^,]*,")
_ON_A_SPELL = re.compile(r"When(?:ever)? (?:you|a player|an opponent) casts? [^,]*,")
_CASTS = re.compile(r"When(?:ever)? you cast\b")
_ON_DISCARD = re.compile(r"discard(?:s|ed)? (?:this|~|it)\b|\bis discarded\b|\bwould discard\b")
_IDLE = frozenset(
    """affinity;afflict;annihilator;banding;battle cry;bushido;cascade;changeling;choose a background;companion;
    compleated;convoke;crew;cumulative upkeep;cycling;deathtouch;defender;delve;dethrone;devoid;disguise;
    doctor's companion;double strike;echo;enchant;enlist;equip;exalted;fear;first strike;flanking;flash;flying;
    forestwalk;friends forever;fuse;haste;hexproof;horsemanship;improvise;indestructible;intimidate;islandwalk;lifelink;
    megamorph;melee;menace;mentor;morph;mountainwalk;myriad;ninjutsu;partner;partner with;persist;phasing;plainswalk;
    protection;provoke;prowess;rampage;reach;saddle;shadow;shroud;skulk;split second;station;storm;swampwalk;
    totem armor;training;trample;umbra armor;undying;vigilance;ward""".replace("\n    ", "").split(";")
)
"""Keywords of permanents that nothing happens by when something enters, deals combat damage or resolves: what they do
they do at other times, or it is carried out."""
_ON_CASTING = frozenset({"cascade", "casualty", "conspire", "demonstrate", "replicate", "ripple", "storm"})
"""Keywords that trigger as the spell itself is cast."""


def require_told(state: State, *, entering: int | None = None, casting: bool = False) -> None:
    """Raise `Unsupported` for a permanent with text that was not read and might go off now, or with a keyword that
    might.

    An ability that triggers as its permanent enters is no matter, but for the one that is `entering`, nor are those
    that wait for spells, unless one is `casting`, for attacks and for steps.
    """
    for _, permanent in with_effects(state).permanents():
        unread = () if permanent.face_down else permanent.own_face.unread
        for text in unread:
            others = not casting and _ON_A_SPELL.match(text.text)
            itself = permanent.id != entering and _enters_itself(text.text, permanent.name)
            if not (others or itself or _ELSEWHERE.match(text.text)):
                raise Unsupported(f"{permanent.name}: {text.text}")
        for keyword in permanent.face.of(Keyword):
            if keyword.name not in _IDLE or (casting and keyword.name == "prowess"):
                raise Unsupported(f"{permanent.name}: what {keyword.name} does")


def _enters_itself(text: str, name: str) -> bool:
    """Whether a text is an ability that triggers as its own permanent enters, and on nothing else."""
    match = _ENTERS.match(text)
    return match is not None and (
        match[1] in ("it", "~", name, name.partition(",")[0]) or re.fullmatch(r"this [a-z]+", match[1]) is not None
    )


def require_plain_spell(card: Card) -> None:
    """Raise `Unsupported` for a spell that does something as it is cast."""
    for face in card.faces:
        for keyword in sorted(_ON_CASTING):
            if face.has_keyword(keyword):
                raise Unsupported(f"{face.name}: what {keyword} does")
        for unread in face.unread:
            if _CASTS.search(unread.text):
                raise Unsupported(f"{face.name}: {unread.text}")


def require_plain_discard(cards: Iterable[Card]) -> None:
    """Raise `Unsupported` for a card that does something when it is discarded."""
    for card in cards:
        for face in card.faces:
            if face.has_keyword("madness"):
                raise Unsupported(f"{card.name} discarded with madness")
            _refuse_on_discard(card, face)


def _refuse_on_discard(card: Card, face: Face) -> None:
    for unread in face.unread:
        if _ON_DISCARD.search(unread.text.replace(face.name, "~")):
            raise Unsupported(f"{card.name}: {unread.text}")
