"""Malformed inputs, each with what is said about it: costs, boards, lines of a query, command lines, payments."""

from __future__ import annotations

import json
from typing import Any

import pytest

BOARD: dict[str, Any] = {
    "you": {"hand": ["Shock", "Ana Battlemage", "Forest"], "battlefield": [{"card": "Forest", "count": 3}, "Mountain"]},
    "opponents": [{}],
}
ACTIVATION: dict[str, Any] = {"source": "Mountain", "ability": "{T}", "adds": "{R}"}
PAYMENT: dict[str, Any] = {"total_cost": "{R}", "activations": [ACTIVATION], "spends": "{R}"}
GOOD: dict[str, Any] = {"id": "good", "state": BOARD, "ask": {"kind": "castable", "spell": "Shock"}}
SYMBOL = "expected a mana symbol"
DEEP = 10_000


def case(name: str, *values: object) -> Any:
    return pytest.param(*values, id=name)


def saying(name: str, given: object, *fragments: str) -> Any:
    return pytest.param(given, fragments, id=name)


def request(ask: object, state: object = BOARD) -> str:
    return json.dumps({"id": "bad", "state": state, "ask": ask})


COSTS = [
    case("hybrid of no color", "{2}{W/Q}", SYMBOL, "    {2}{W/Q}\n       ~~~~~^"),
    case("hybrid of one color", "{W/W}", SYMBOL, "    {W/W}\n    ~~~~~^"),
    case("hybrid variables", "{X/Y}", SYMBOL, "    {X/Y}\n    ~~~~~^"),
    case("hybrid of three", "{W/U/B}", SYMBOL, "    {W/U/B}\n    ~~~~~~~^"),
    case("half of a hybrid", "{W/}", SYMBOL, "    {W/}\n    ~~~~^"),
    case("Phyrexian alone", "{P}", SYMBOL, "    {P}\n    ~~~^"),
    case("hybrid of three generic", "{3/W}", SYMBOL, "    {3/W}\n    ~~~~~^"),
    case("tap symbol", "{1}{T}", SYMBOL, "    {1}{T}\n       ~~~^"),
    case("open brace", "{2}{W", SYMBOL, "    {2}{W\n       ~^"),
    case("closing brace", "{2}}", SYMBOL, "    {2}}\n       ~^"),
    case("braces in braces", "{{2}}", SYMBOL, "    {{2}}\n    ~^"),
    case("empty braces", "{1}{}", SYMBOL, "    {1}{}\n       ~~^"),
    case("negative", "{-1}", SYMBOL, "    {-1}\n    ~~~~^"),
    case("fraction", "{1.5}", SYMBOL, "    {1.5}\n    ~~~~~^"),
    case("emoji", "{W}{😀}", SYMBOL, "    {W}{😀}\n       ~~~^"),
    case("full-width digit", "{２}", SYMBOL, "    {２}\n    ~~~^"),
    case("superscript digit", "{²}", SYMBOL, "    {²}\n    ~~~^"),
    case("NUL", "{W}\0", SYMBOL, "    {W}?\n       ~^"),
    case("right-to-left mark", "{W}\u202e", SYMBOL, "    {W}?\n       ~^"),
    case("a word", "{G} and life", SYMBOL, "    {G} and life\n        ~^"),
    case("a million million", "{1000000000000}", "at most 1000000 mana", "    {1000000000000}\n    ~~~~"),
    case("sum beyond the limit", "{1000000}{1}", "at most 1000000 mana", "    {1000000}{1}\n             ~~~^"),
]
HUGE_COSTS = [
    case("100,000 symbols", "{W}" * 100_000, "10,000 characters"),
    case("2,000 hybrid symbols", "{W/U}" * 1_900, "more than 30 hybrid and Phyrexian symbols"),
    case("many ways to announce", "{W/U}{U/B}{B/R}{R/G}" * 5, "more than 1,024 ways to announce"),
]


def yours(**fields: object) -> str:
    return json.dumps({"you": fields})


def permanent(**fields: object) -> str:
    return yours(battlefield=[{"card": "Forest", **fields}])


JSON_BOARDS = [
    saying("unknown card", yours(hand=["Shok"]), "state.you.hand[0]: no card named 'Shok'", "similar: Shock"),
    saying("unknown permanent", yours(battlefield=["Zork"]), "state.you.battlefield[0]: no card named 'Zork'"),
    saying("unknown field", '{"yuo": {}}', "state.yuo: an unknown field; did you mean `you`?"),
    saying("unknown field of a permanent", permanent(taped=True), "battlefield[0].taped: an unknown field", "`tapped`"),
    saying("state a list", '{"state": []}', "state: expected an object, not a list"),
    saying("player a text", '{"you": "me"}', "state.you: expected an object, not the text 'me'"),
    saying("hand an object", yours(hand={"Shock": 1}), "state.you.hand: expected a list, not an object"),
    saying("card a number", yours(hand=[5]), "state.you.hand[0]: expected a card name or an object, not the number 5"),
    saying("card null", permanent(card=None), "battlefield[0].card: expected a name, not null"),
    saying("no card", yours(battlefield=[{}]), "battlefield[0]: the field `card` is missing"),
    saying("life a text", yours(life="20"), "state.you.life: expected a whole number, not the text '20'"),
    saying("life a fraction", yours(life=1.5), "state.you.life: expected a whole number, not the number 1.5"),
    saying("tapped a number", permanent(tapped=1), "battlefield[0].tapped: expected true or false, not the number 1"),
    saying("negative count", permanent(count=-1), "battlefield[0].count: expected a number of at least 0"),
    saying("huge count", permanent(count=10**9), "battlefield[0].count: larger than 2,000"),
    saying(
        "huge counters", permanent(counters={"charge": 10**9}), "battlefield[0].counters.charge: larger than 10,000"
    ),
    saying("too many permanents", yours(battlefield=[{"card": "Forest", "count": 1500}] * 2), "more than 2,000"),
    saying("too many cards", yours(hand=["Shock"] * 5001), "state.you.hand: a list of more than 5,000 entries"),
    saying("thousands unknown", yours(hand=[f"Zork {n}" for n in range(5000)]), "state.you.hand[0]", "more problems"),
    saying("twenty-one opponents", json.dumps({"opponents": [{}] * 21}), "state.opponents: a list of more than 20"),
    saying("mana of no type", yours(pool="{W}{Q}"), "state.you.pool: " + SYMBOL, "    {W}{Q}\n       ~^"),
    saying("huge pool", yours(pool="{5000}"), "state.you.pool: more than 1,000 units of mana"),
    saying(
        "duplicate ref", yours(battlefield=[{"card": "Forest", "ref": "f"}] * 2), "battlefield[1].ref: ", "'f' already"
    ),
    saying(
        "attached to nothing", permanent(attached_to="moon"), "attached_to: no permanent has the ref or the name 'moon'"
    ),
    saying("land on the stack", '{"stack": ["Forest"]}', "state.stack[0]: Forest is a land and never a spell"),
    saying("sorcery in play", yours(battlefield=["Shock"]), "battlefield[0]: Shock is no permanent card"),
    saying("unknown phase", '{"phase": "lunch"}', "state.phase: expected one of untap", "not the text 'lunch'"),
    saying("rules to come", '{"rules": "2099-01-01"}', "state.rules: rules of 2099-01-01: the newest known"),
    saying("control characters", yours(hand=["Sho\x07ck"]), "state.you.hand[0]: a name with control characters"),
    saying("escaped NUL", yours(hand=["Sho\0ck"]), "state.you.hand[0]: a name with control characters"),
    saying("lone surrogate", yours(hand=["\ud800"]), "state.you.hand[0]: a name with control characters"),
    saying("huge name", yours(hand=["x" * 301]), "state.you.hand[0]: a name of more than 300 characters"),
    saying("NaN", '{"you": {"life": NaN}}', "line 1, column 18: NaN is no number of JSON", "\n                     ~^"),
    saying("Infinity", '{"you":\n{"life": -Infinity}}', "line 2, column 10: -Infinity is no number of JSON"),
    saying("infinite", '{"you": {"life": 1e999}}', "state.you.life: expected a whole number"),
    saying("many digits", '{"you": {"life": ' + "9" * 100_000 + "}}", "state.you.life: larger than 1,000,000,000"),
    saying("field twice", '{"you": {}, "you": {}}', "an object has the field 'you' twice"),
    saying("cut off", '{"you": {"hand": ["Sho', "line 1, column 19: Unterminated string"),
    saying("trailing comma", '{"you": {},}', "line 1, column 12: Expecting property name"),
    saying("more after the end", '{"you": {}} {}', "line 1, column 13: Extra data"),
    saying("single quotes", "{'you': {}}", "line 1, column 2: Expecting property name"),
    saying("10,000 deep", '{"you":' * DEEP + "{}" + "}" * DEEP, "nests lists and objects too deeply"),
    saying(
        "10,000 deep in a hand",
        '{"you":{"hand":' + "[" * DEEP + "]" * DEEP + "}}",
        "nests lists and objects too deeply",
    ),
]
FORGE_BOARDS = [
    saying("unknown card", "p0life=20\np0hand=Forest;Shok", "line 2, item 2 (Shok): no card named 'Shok'"),
    saying("life a word", "p0life=many", "line 1: expected a whole number, not 'many'"),
    saying("huge life", "p0life=1000000000000", "line 1: larger than 1,000,000,000"),
    saying("full-width digit", "p0life=２", "line 1: expected a whole number, not '２'"),
    saying("negative lands", "[state]\np0landsplayed=-1", "line 2: expected a number of at least 0"),
    saying("unknown phase", "activephase=LUNCH", "line 1: expected a phase such as MAIN1, not 'LUNCH'"),
    saying("unknown player", "activeplayer=bob", "line 1: expected a player such as p0, p1, human or ai, not 'bob'"),
    saying("mana of no type", "p0manapool=W Q", "line 1: " + SYMBOL, "    W Q\n      ~^"),
    saying(
        "counters without number", "p0battlefield=Forest|Counters:CHARGE", "line 1, item 1 (Forest|Counters:CHARGE): "
    ),
    saying("huge counters", "p0battlefield=Forest|Counters:P1P1=1000000000", "line 1, item 1", "larger than 10,000"),
    saying("no such Id", "p0battlefield=Forest|Imprinting:7", "line 1, item 1", "no card has the Id '7'"),
    saying(
        "Id twice",
        "p0battlefield=Forest|Id:1;Forest|Id:1",
        "line 1, item 2",
        "line 1, item 1 (Forest|Id:1) has the ref '1'",
    ),
    saying("attached to nothing", "p0battlefield=Forest|AttachedTo:9", "line 1, item 1", "'9'"),
    saying("one face", "p0battlefield=Forest|Transformed", "line 1, item 1", "Forest has only one face"),
    saying("no name", "p0battlefield=|Tapped", "line 1, item 1 (|Tapped): an empty name"),
    saying("token without a name", "p0battlefield=t:,P:1,T:1", "line 1, item 1 (t:,P:1,T:1): a token without a name"),
    saying("unknown token script", "p0battlefield=T:zork", "line 1, item 1 (T:zork): no card named 'T:zork'"),
    saying("land on the stack", "p0putonstack=Forest", "line 1, item 1 (Forest): Forest is a land and never a spell"),
    saying("too many permanents", "p0battlefield=" + "Forest;" * 200_000, "line 1: a list of more than 2,000 entries"),
    saying("terminal command", "p0hand=Sho\x1b[2Jck", "line 1, item 1 (Sho?[2Jck): a name with control characters"),
]
OTHER_BOARDS = [
    saying("empty", b"", "the board is empty"),
    saying("blank", b" \r\n\t", "the board is empty"),
    saying("byte order mark alone", b"\xef\xbb\xbf", "the board is empty"),
    saying("prose", b"my board has\ntwo lands", "expected a board", "    my board has\n    ~^"),
    saying("list", b"[]", "expected a board", "    []\n    ~^"),
    saying("UTF-16", json.dumps(BOARD).encode("utf-16"), "the file is UTF-16; save it as UTF-8"),
    saying("UTF-16 without mark", json.dumps(BOARD).encode("utf-16-le"), "NUL characters; is it UTF-16"),
    saying("UTF-16 of Forge", "p0hand=Shock".encode("utf-16-le"), "NUL characters; is it UTF-16"),
    saying("NUL bytes", b"\0" * 100, "NUL characters"),
    saying("Latin-1", "p0hand=Jötun Grunt".encode("latin-1"), "the file is not UTF-8: byte 8"),
    saying("picture", b"\x89PNG\r\n\x1a\n" + bytes(range(256)), "the file is not UTF-8: byte 0"),
    saying("17 MB", b" " * (17 * 1024 * 1024), "a board of more than 16,777,216 bytes"),
]


LINES = [
    case("half an object", "{", "bad_json", None, "line 1, column 2"),
    case("not JSON", "castable Shock", "bad_json", None, "line 1, column 1: Expecting value"),
    case("single quotes", "{'id': 1}", "bad_json", None, "    {'id': 1}\n     ~^"),
    case("two objects", '{"id": 1}{"id": 2}', "bad_json", None, "column 10: Extra data"),
    case("NaN", '{"id": NaN}', "bad_json", None, "NaN is no number of JSON"),
    case("invalid UTF-8", b'{"id": "\xff"}', "bad_json", None, "byte 8"),
    case("NUL", b"\0", "bad_json", None, "NUL characters"),
    case("UTF-16", '{"id": 1}'.encode("utf-16-le"), "bad_json", None, "UTF-16"),
    case("field twice", '{"id": 1, "id": 2}', "bad_json", None, "'id' twice"),
    case("a list", "[]", "bad_request", None, "a request is an object"),
    case("a number", "1", "bad_request", None, "a request is an object"),
    case("null", "null", "bad_request", None, "a request is an object"),
    case("no ask", '{"id": 1}', "bad_request", "ask", "`ask` is missing"),
    case("unknown field", '{"ask": {}, "zork": 1}', "bad_request", "'zork'", "`id`, `state` and `ask`"),
    case("10,000 lists", "[" * DEEP + "]" * DEEP, "too_large", None, "nests"),
    case("10,000 open objects", '{"a":' * DEEP, "too_large", None, "nests"),
    case("id infinite", '{"id": 1e999, "ask": {"kind": "mana"}}', "too_large", "id", "out of range"),
    case("id of many digits", '{"id": ' + "9" * 5000 + ', "ask": {"kind": "mana"}}', "too_large", "id", "1,000"),
    case("id nested", '{"id": ' + "[" * 600 + "]" * 600 + ', "ask": {"kind": "mana"}}', "too_large", "id", "1,000"),
    case("state null", '{"state": null, "ask": {"kind": "mana"}}', "bad_request", "state", "not null"),
    case(
        "state unsupported", request({"kind": "mana"}, {"resolving": ["Shock"]}), "unsupported", "state", "`resolving`"
    ),
]
SAMPLE = {"kind": "payments", "spell": "Shock", "sample": 2}
ASKS = [
    case("null", None, "bad_request", "ask", "expected an object, not null"),
    case("a text", "castable", "bad_request", "ask", "expected an object, not the text"),
    case("empty", {}, "bad_request", "ask", "`kind` is missing"),
    case("kind a list", {"kind": []}, "bad_request", "ask.kind", "not a list"),
    case("unknown kind", {"kind": "castabel"}, "bad_request", "ask.kind", "not the text 'castabel'"),
    case("unknown field", {"kind": "mana", "spell": "Shock"}, "bad_request", "ask.spell", "unknown field"),
    case("no spell", {"kind": "castable"}, "bad_request", "ask", "`spell` is missing"),
    case(
        "a source where a spell is meant",
        {"kind": "castable", "source": "Swamp", "ability": "{T}"},
        "bad_request",
        "ask.source",
        "is about a spell",
    ),
    case("spell empty", {"kind": "castable", "spell": ""}, "bad_request", "ask.spell", "empty name"),
    case("spell a list", {"kind": "castable", "spell": ["Shock"]}, "bad_request", "ask.spell", "not a list"),
    case("spell unknown", {"kind": "castable", "spell": "Shok"}, "unknown_card", "ask.spell", "similar: Shock"),
    case(
        "spell elsewhere", {"kind": "castable", "spell": "Swamp"}, "bad_request", "ask.spell", "no Swamp in your hand"
    ),
    case("land as a spell", {"kind": "total_cost", "spell": "Forest"}, "none", "ask.spell", "(CR 305.9)"),
    case("spell and cost", {"kind": "payments", "spell": "Shock", "cost": "{R}"}, "bad_request", "ask", "at once"),
    case("cost a number", {"kind": "payable", "cost": 3}, "bad_request", "ask.cost", "expected text, not the number 3"),
    case("face of a cost", {"kind": "payable", "cost": "{R}", "face": "Ice"}, "bad_request", "ask.face", "bare cost"),
    case(
        "targets of a cost",
        {"kind": "payable", "cost": "{R}", "targets": []},
        "bad_request",
        "ask.targets",
        "bare cost",
    ),
    case("card unknown", {"kind": "card", "card": "Zork"}, "unknown_card", "ask.card", "'Zork'"),
    case("sample and limit", SAMPLE | {"limit": 3}, "bad_request", "ask.limit", "drawn from all payments"),
    case("sample and offset", SAMPLE | {"offset": 3}, "bad_request", "ask.offset", "drawn from all payments"),
    case("seed negative", SAMPLE | {"seed": -1}, "bad_request", "ask.seed", "at least 0"),
    case("seed huge", SAMPLE | {"seed": 2**65}, "too_large", "ask.seed", "larger than"),
    case("sample of another question", SAMPLE | {"kind": "best"}, "bad_request", "ask.sample", "an unknown field"),
    case("pools negative", {"kind": "mana", "limit": -1}, "bad_request", "ask.limit", "at least 0"),
    case("no event", {"kind": "choices", "spell": "Shock"}, "bad_request", "ask", "`event` is missing"),
    case("no source", {"kind": "payments", "source": "Zork", "ability": "{2}"}, "bad_request", "ask.source", "no Zork"),
    case("no ability", {"kind": "activatable", "source": "Zork"}, "bad_request", "ask", "`ability` is missing"),
]
CHOICES = [
    case("kicked a text", "kicked", "{R}", "bad_request", "ask.kicked", "expected a list, not the text '{R}'"),
    case("kicked a number", "kicked", [1], "bad_request", "ask.kicked[0]", "expected text, not the number 1"),
    case("kicked nonsense", "kicked", ["zork"], "bad_request", "ask.kicked[0]", "    zork\n    ~~~~^"),
    case("kicked empty", "kicked", [""], "bad_request", "ask.kicked[0]", "a cost is empty"),
    case("kicked long", "kicked", ["{1}" * 500], "too_large", "ask.kicked[0]", "500 characters"),
    case("kicked huge", "kicked", ["Pay " + "9" * 50 + " life"], "too_large", "ask.kicked[0]", "nine digits"),
    case("kicked often", "kicked", ["{R}"] * 5001, "too_large", "ask.kicked", "5,000 entries"),
    case("x a text", "x", "3", "bad_request", "ask.x", "expected a whole number, not the text '3'"),
    case("x negative", "x", -1, "bad_request", "ask.x", "at least 0"),
    case("x a fraction", "x", 1.5, "bad_request", "ask.x", "the number 1.5"),
    case("x huge", "x", 10**12, "too_large", "ask.x", "larger than 1,000,000,000"),
    case("from the moon", "from", "moon", "bad_request", "ask.from", "expected one of hand, command"),
    case("from a number", "from", 5, "bad_request", "ask.from", "not the number 5"),
    case("from elsewhere", "from", "command", "bad_request", "ask.spell", "another zone (`from`): hand"),
    case("from another zone", "from", "graveyard", "bad_request", "ask.spell", "no Shock in your graveyard"),
    case("face unknown", "face", "Ice", "bad_request", "ask.face", "Shock has no face 'Ice'"),
    case("alternative a number", "alternative", 5, "bad_request", "ask.alternative", "expected a name"),
    case("hybrid a number", "hybrid", 5, "bad_request", "ask.hybrid", "expected text"),
    case("hybrid nonsense", "hybrid", "{Q}", "bad_request", "ask.hybrid", "    {Q}\n    ~~~^"),
    case("phyrexian negative", "phyrexian", -1, "bad_request", "ask.phyrexian", "at least 0"),
    case("targets a text", "targets", "opponent", "bad_request", "ask.targets", "expected a list"),
    case("target a number", "targets", [1], "bad_request", "ask.targets[0]", "expected a name"),
    case("mode zero", "modes", [0], "bad_request", "ask.modes[0]", "counted from 1"),
    case("mode true", "modes", [True], "bad_request", "ask.modes[0]", "counted from 1"),
    case("sacrifice a text", "sacrifice", "Forest", "bad_request", "ask.sacrifice", "expected a list"),
    case("sacrifice a number", "sacrifice", [1], "bad_request", "ask.sacrifice[0]", "expected a name"),
    case("optional false", "optional", False, "bad_request", "ask.optional", "expected an object"),
    case("optional a text", "optional", {"buyback": "yes"}, "bad_request", "ask.optional.buyback", "number of times"),
    case("optional often", "optional", {"buyback": 10**9}, "bad_request", "ask.optional.buyback", "number of times"),
    case("limit negative", "limit", -5, "bad_request", "ask.limit", "at least 0"),
    case("limit huge", "limit", 10**12, "too_large", "ask.limit", "larger than 10,000"),
    case("limit a text", "limit", "5", "bad_request", "ask.limit", "expected a whole number"),
    case("limit null", "limit", None, "bad_request", "ask.limit", "not null"),
    case("offset negative", "offset", -1, "bad_request", "ask.offset", "at least 0"),
    case("offset huge", "offset", 10**40, "too_large", "ask.offset", "larger than"),
    case("sample of nothing", "sample", 0, "bad_request", "ask.sample", "at least 1"),
    case("sample huge", "sample", 10**6, "too_large", "ask.sample", "larger than 10,000"),
    case("sample a text", "sample", "5", "bad_request", "ask.sample", "expected a whole number"),
    case("seed without a sample", "seed", 1, "bad_request", "ask.seed", "a seed belongs to a `sample`"),
    case("floating a number", "floating", 1, "bad_request", "ask.floating", "expected true or false"),
    case("by_object a text", "by_object", "yes", "bad_request", "ask.by_object", "expected true or false"),
    case("unknown choice", "zork", 1, "bad_request", "ask.zork", "an unknown field"),
]
PAYMENTS = [
    case("choices a list", "choices", [], "bad_request", "choices", "expected an object"),
    case("choices unknown", "choices", {"zork": 1}, "bad_request", "choices.zork", "unknown field"),
    case("choices x", "choices", {"x": "1"}, "bad_request", "choices.x", "expected a whole number"),
    case(
        "choices optional",
        "choices",
        {"optional": {"buyback": -1}},
        "bad_request",
        "choices.optional.buyback",
        "number of times",
    ),
    case("total a number", "total_cost", 1, "bad_request", "total_cost", "expected text"),
    case("total nonsense", "total_cost", "{Q}", "bad_request", "total_cost", "    {Q}\n    ~~~^"),
    case("activations an object", "activations", {}, "bad_request", "activations", "expected a list"),
    case("activation a text", "activations", ["Mountain"], "bad_request", "activations[0]", "expected an object"),
    case("activation empty", "activations", [{}], "bad_request", "activations[0]", "`source` is missing"),
    case("many activations", "activations", [ACTIVATION] * 5001, "too_large", "activations", "5,000 entries"),
    case("spends a list", "spends", ["{R}"], "bad_request", "spends", "expected a mana string"),
    case("spends hybrid", "spends", "{R}{W/U}", "bad_request", "spends", "    {R}{W/U}\n       ~^"),
    case("spends huge", "spends", "{2000}", "too_large", "spends", "1,000 units"),
    case("floating a number", "floating", 5, "bad_request", "floating", "expected a mana string"),
    case("floating restricted", "floating", {"mana": "{R}"}, "unsupported", "floating", "restricted mana"),
    case("life a text", "life", "2", "bad_request", "life", "expected a whole number"),
    case("life negative", "life", -1, "bad_request", "life", "at least 0"),
    case("damage huge", "damage", 10**12, "too_large", "damage", "larger than"),
    case("energy a list", "energy", [], "bad_request", "energy", "expected a whole number"),
    case("taps a text", "taps", "Forest", "bad_request", "taps", "expected a list"),
    case("exiles a number", "exiles", [1], "bad_request", "exiles[0]", "expected a name"),
    case("sacrifices null", "sacrifices", [None], "bad_request", "sacrifices[0]", "expected a name"),
    case("discards empty", "discards", [""], "bad_request", "discards[0]", "an empty name"),
    case("returns an object", "returns", {}, "bad_request", "returns", "expected a list"),
    case("counters a list", "counters", [], "bad_request", "counters", "expected an object"),
    case("counters negative", "counters", {"Forest": -1}, "bad_request", "counters.Forest", "at least 0"),
    case("counters of nothing", "counters", {"": 1}, "bad_request", "counters['']", "an empty name"),
    case("text a number", "text", 5, "bad_request", "text", "expected text"),
    case("unknown field", "zork", 1, "bad_request", "zork", "unknown field"),
]
ACTIVATIONS = [
    case("source a number", "source", 1, "bad_request", "expected a name"),
    case("object a number", "object", 1, "bad_request", "expected a name"),
    case("ability empty", "ability", "", "bad_request", "a cost is empty"),
    case("ability nonsense", "ability", "dance", "bad_request", "    dance\n    ~~~~~^"),
    case("ability unclosed", "ability", "{T", "bad_request", "    {T\n    ~~^"),
    case("adds a number", "adds", 1, "bad_request", "expected a mana string"),
    case("adds nonsense", "adds", "{Q}", "bad_request", "    {Q}\n    ~^"),
    case("count zero", "count", 0, "bad_request", "at least 1"),
    case("count a text", "count", "2", "bad_request", "expected a whole number"),
    case("spends a number", "spends", 1, "bad_request", "expected a mana string"),
    case("using a text", "using", "Forest", "bad_request", "expected a list"),
    case("amount negative", "amount", -1, "bad_request", "at least 0"),
    case("unknown field", "zork", 1, "bad_request", "unknown field"),
]


ANA = "Ana Battlemage"
COMMANDS = [
    saying("no command", [], "Usage:"),
    saying("unknown command", ["zork"], "No such command 'zork'"),
    saying("unknown command of cards", ["cards", "zork"], "No such command 'zork'"),
    saying("no board", ["payments"], "Missing argument 'BOARD'"),
    saying("no spell", ["payments", "BOARD"], "Missing argument 'SPELL'"),
    saying("no payment", ["check", "BOARD"], "Missing argument 'PAYMENT'"),
    saying("too many arguments", ["plays", "BOARD", "Shock"], "unexpected extra argument (Shock)"),
    saying("unknown option", ["plays", "BOARD", "--zork"], "No such option '--zork'"),
    saying("x negative", ["payments", "BOARD", ANA, "--x", "-1"], "'--x': -1 is not in the range"),
    saying("x a word", ["payments", "BOARD", ANA, "--x", "abc"], "'--x': 'abc' is not a valid integer"),
    saying("x huge", ["payments", "BOARD", ANA, "--x", "9" * 30], "'--x': 999"),
    saying("x missing", ["payments", "BOARD", ANA, "--x"], "'--x' requires an argument"),
    saying("limit negative", ["payments", "BOARD", ANA, "--limit", "-5"], "'--limit': -5 is not in the range"),
    saying("sample of nothing", ["payments", "BOARD", ANA, "--sample", "0"], "'--sample': 0 is not in the range"),
    saying("seed negative", ["payments", "BOARD", ANA, "--sample", "1", "--seed", "-1"], "'--seed': -1 is not in"),
    saying("seed alone", ["payments", "BOARD", ANA, "--seed", "1"], "error: --seed: a seed belongs to a --sample"),
    saying(
        "sample and limit", ["payments", "BOARD", ANA, "--sample", "1", "--limit", "9"], "error: --limit: a sample is"
    ),
    saying("limit of pools", ["mana", "BOARD", "--limit", "-5"], "'--limit': -5 is not in the range"),
    saying(
        "kicked nonsense", ["payments", "BOARD", ANA, "--kicked", "zork"], "error: --kicked: expected a part of a cost"
    ),
    saying("kicked empty", ["can", "BOARD", ANA, "--kicked", ""], "error: --kicked: a cost is empty"),
    saying("kicked and unkicked", ["can", "BOARD", ANA, "--kicked", "{B}", "--unkicked"], "--kicked and --unkicked"),
    saying("spell unknown", ["payments", "BOARD", "Zork"], "error: SPELL: no card named 'Zork'"),
    saying("spell unknown to can", ["can", "BOARD", "Shok"], "error: SPELL: no card named 'Shok'", "similar: Shock"),
    saying("spell unknown to cost", ["cost", "BOARD", "Zork", "--json"], "error: SPELL: no card named 'Zork'"),
    saying("spell not in hand", ["payments", "BOARD", "Murder"], "error: SPELL: there is no Murder in your hand"),
    saying("spell empty", ["can", "BOARD", ""], "error: SPELL: expected a name"),
    saying("spell very long", ["can", "BOARD", "x" * 10_000], "error: SPELL: expected a name"),
    saying("land to pay for", ["payments", "BOARD", "Forest"], "error: SPELL: Forest is a land", "(CR 305.9)"),
    saying("land to cost", ["cost", "BOARD", "Forest", "--json"], "error: SPELL: Forest is a land", "(CR 305.9)"),
    saying("bare cost to cast", ["can", "BOARD", "{G}"], "error: SPELL: a spell is cast"),
    saying("bare cost with a face", ["payments", "BOARD", "{G}", "--face", "Ice"], "error: SPELL: a bare cost has no"),
    saying("no such face", ["can", "BOARD", ANA, "--face", "Ice"], "error: --face: Ana Battlemage has no face 'Ice'"),
    saying("face empty", ["can", "BOARD", ANA, "--face", ""], "error: --face: expected a name"),
    saying("zone unknown", ["can", "BOARD", ANA, "--from", "moon"], "'--from': 'moon' is not one of 'hand'"),
    saying("wrong zone", ["can", "BOARD", ANA, "--from", "command"], "error: SPELL: ", "another zone (`from`): hand"),
    saying("no X to choose", ["cost", "BOARD", ANA, "--x", "3"], "Ana Battlemage has no X to choose"),
    saying("board a folder", ["plays", "."], "'BOARD'", "is a directory"),
    saying("no such query file", ["query", "./none"], "error: ./none: No such file"),
    saying("query file a folder", ["query", "."], "is a directory"),
    saying("board and standard input empty", ["payments", "-", "{R}"], "error: standard input: the board is empty"),
    saying("card unknown", ["cards", "show", "Zork"], "no card named 'Zork'"),
    saying("no such store", ["plays", "BOARD", "--store", "./none"], "error: none: there is no card store"),
    saying("unknown card assumed", ["plays", "BOARD", "--assume-irrelevant", "Zork"], "no card named 'Zork'"),
]
NOTATIONS = [
    case("empty", "", "expected `SPELL; total COST; ...`"),
    case("no spell", "; total {R}", "expected `SPELL; total COST; ...`"),
    case("spell alone", "Shock", "    Shock\n    ~~~~~^"),
    case("no total", "Shock; spend {R}", "the total cost is missing"),
    case("spell unknown", "Zork; total {R}", "no card named 'Zork'"),
    case("spell not in hand", "Murder; total {1}{B}{B}", "there is no Murder in your hand"),
    case("bare cost", "cost; total {R}", "judging the payment of a bare cost"),
    case("total empty piece", "Shock; total {R};", "not a part of a payment"),
    case("unknown piece", "Shock; total {R}; zork", "    zork\n    ~~~~^"),
    case("ability nonsense", "Shock; total {R}; Mountain: dance -> {R}", "    dance\n    ~~~~~^"),
    case("ability unclosed", "Shock; total {R}; Mountain: {T -> {R}", "    {T\n    ~^"),
    case("adds nonsense", "Shock; total {R}; Mountain: {T} -> {Q}", "    {Q}\n    ~^"),
    case("no ability", "Shock; total {R}; Mountain -> {R}", "expected an activation such as"),
    case("spends hybrid", "Shock; total {R}; spend {W/U}", "    {W/U}\n    ~^"),
    case("life in words", "Shock; total {R}; pay five life", "    pay five life\n    ~~~~~~~~~~~~~^"),
    case("x negative", "Shock; total {R}; x -3", "    x -3\n    ~~~~^"),
    case("kicked nonsense", "Shock; total {R}; kicked zork", "    zork\n    ~~~~^"),
    case("from the moon", "Shock; total {R}; from moon", "casting from moon"),
    case("very often", "Shock; total {R}; 999999999x Mountain: {T} -> {R}", "more than 10000 activations"),
    case("too often", "Shock; total {R}; 9999999999x Mountain: {T} -> {R}", "more than nine digits"),
    case("much mana", "Shock; total {R}; spend " + "{9999}" * 1000, "more than 100,000 units of mana"),
    case("long", "Shock; total {R}; " + "spend {R}; " * 100_000, "more than 1,000,000 characters"),
    case("long kicker", "Shock; total {R}; kicked " + "{1}, " * 100_000, "more than 10,000 characters"),
    case("many digits of life", "Shock; total {R}; kicked Pay " + "9" * 5000 + " life", "more than nine digits"),
    case("NUL", "\0; total {R}", "no card named '\\x00'"),
]
