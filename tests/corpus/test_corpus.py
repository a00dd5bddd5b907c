"""The reader over a whole card file: how much it reads, and whether two wordings of a text mean the same to it."""

from __future__ import annotations

import random
import re
from typing import Any

from castable.model.ability import Ability, Grant, ManaAbility, OptionalCost
from castable.model.card import Face
from castable.model.data import ability_from_data, ability_to_data
from castable.model.errors import CastableError
from castable.model.oracle import card_from_mtgjson, compile_text
from tests.corpus.cardfile import faces, mana_lines

Records = dict[str, list[dict[str, Any]]]
_KICKER = re.compile(r"^(?:Multik|K)icker(?: |\s*—)", re.MULTILINE)
_COULD_PRODUCE = """Benthic Explorers;Cactus Preserve;Exotic Orchard;Fellwar Stone;Gond Gate;Harvester Druid;Horizon of
Progress;Incubation Druid;Naga Vitalist;Plaza of Harmony;Quirion Explorer;Reflecting Pool;Squandered Resources;Star
Compass;Sylvok Explorer""".replace("\n", " ").split(";")


def _compiled(record: dict[str, Any], text: str) -> tuple[Ability, ...]:
    return compile_text(
        text,
        name=record.get("faceName") or record["name"],
        types=frozenset(t.lower() for t in record["types"]),
        supertypes=frozenset(t.lower() for t in record["supertypes"]),
        subtypes=frozenset(record["subtypes"]),
    )


def _own_mana(abilities: tuple[Ability, ...]) -> list[ManaAbility]:
    """Its mana abilities, those included that it has only from some level or number of counters on."""
    found = list[ManaAbility]()
    for ability in abilities:
        if isinstance(ability, ManaAbility):
            found.append(ability)
        elif isinstance(ability, Grant) and str(ability.to) == "this":
            found += _own_mana(ability.abilities)
    return found


def test_mana_abilities(records: Records) -> None:
    """At least 96 % of the cards with a printed mana ability have all of them compiled."""
    missing, total = [], 0
    for name, record in faces(records):
        if wanted := mana_lines(record.get("text") or ""):
            total += 1
            if len(_own_mana(_compiled(record, record["text"]))) < len(wanted):
                missing.append(name)
    assert total
    assert len(missing) / total <= 0.04, missing


def test_kickers(records: Records) -> None:
    """At least 99 % of the kicker cards have their kickers compiled."""
    missing, total = [], 0
    for name, record in faces(records):
        lines = _KICKER.findall(record.get("text") or "")
        total += bool(lines)
        found = [a for a in _compiled(record, record.get("text") or "") if isinstance(a, OptionalCost)] if lines else []
        if len(found) < len(lines):
            missing.append(name)
    assert len(missing) <= total * 0.01, missing


def test_could_produce(records: Records) -> None:
    """Every mana ability whose types come from what other permanents could produce."""
    known = [name for name in _COULD_PRODUCE if name in records]
    for name in known:
        abilities = _own_mana(card_from_mtgjson(records[name]).front.abilities)
        assert any("produced by" in str(ability.adds) for ability in abilities), name


def test_could_produce_beside_mana_abilities(records: Records) -> None:
    """Targets, cost changes and triggers that speak of it: read, or known to be of no bearing on a payment."""
    for name in ("Break the Ice", "Mana Web", "Obsidian Charmaw"):
        if name in records:
            front = card_from_mtgjson(records[name]).front
            assert not any(t.may_bear_on_payment or t.may_bear_on_casting for t in front.unread), name


def _relevant(abilities: tuple[Ability, ...]) -> list[str]:
    return sorted(str(a) for a in (*_own_mana(abilities), *(a for a in abilities if isinstance(a, OptionalCost))))


def _figures(text: str) -> tuple[list[str], list[str]]:
    """The symbols and numbers of the mana and kicker lines: two wordings that differ here say different things."""
    lines = "\n".join((*mana_lines(text), *(line for line in text.split("\n") if _KICKER.match(line))))
    lines = re.sub(r"\s*\([^()]*\)", "", lines)
    return sorted(re.findall(r"\{[^}]+\}", lines)), sorted(re.findall(r"\b\d+\b", lines))


def test_older_wording(records: Records) -> None:
    """Today's and older wording compile to the same abilities where both say the same."""
    differ, total = [], 0
    for name, record in faces(records):
        text, older = record.get("text") or "", record.get("x_text_older")
        if not older or _figures(text) != _figures(older) or not (mana_lines(text) or _KICKER.search(text)):
            continue
        total += 1
        if _relevant(_compiled(record, text)) != _relevant(_compiled(record, older)):
            differ.append(name)
    assert len(differ) <= total * 0.03, differ


def test_reads_back(records: Records) -> None:
    """Whatever was compiled survives being written as plain data."""
    for name, sides in records.items():
        for face in card_from_mtgjson(sides).faces:
            for ability in face.abilities:
                assert ability_from_data(ability_to_data(ability)) == ability, (name, ability)


def test_nothing_is_lost(records: Records) -> None:
    """Each line of a text leaves at least one ability behind."""
    for name, record in faces(records, second_tier=True):
        for line in (record.get("text") or "").split("\n"):
            bare = re.sub(r"\([^()]*\)", "", line).strip()
            if bare and not re.fullmatch(r"LEVEL [\d+-]+|[\d*+]+/[\d*+]+", bare) and not bare.startswith(("•", "+ {")):
                assert _compiled(record, line), (name, line)


_STRANGE = ["\u0000", "\u202e", "é", "—", "“", "{", "}", "{T}", "~", "•", ":", '"', "(", ")", "²", "١", "\n", "9" * 30]


def _mutated(text: str, dice: random.Random) -> str:
    words = text.split(" ")
    for _ in range(dice.randint(1, 4)):
        at = dice.randrange(len(words))
        match dice.randrange(5):
            case 0:
                words.pop(at) if len(words) > 1 else None
            case 1:
                other = dice.randrange(len(words))
                words[at], words[other] = words[other], words[at]
            case 2:
                words[at] = words[at][: dice.randrange(len(words[at]) + 1)]
            case 3:
                words[at] += dice.choice(_STRANGE)
            case _:
                words.insert(at, words[dice.randrange(len(words))])
    return " ".join(words)


def test_mutated_texts(records: Records) -> None:
    """Broken texts raise nothing, or errors of castable alone."""
    dice = random.Random(20260925)
    texts = [record for _, record in faces(records) if record.get("text")]
    for _ in range(10_000):
        record = dice.choice(texts)
        broken = _mutated(record["text"], dice)
        try:
            abilities = _compiled(record, broken)
        except CastableError:
            continue
        face = Face(name=record["name"], abilities=abilities)
        assert face.abilities is not None
