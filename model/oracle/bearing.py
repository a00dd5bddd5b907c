"""What text that was not understood may bear on. The rule errs on the safe side.

A sentence *may bear on a payment* when it says anything of mana, costs, paying, casting, activating, spending, mana
symbols, abilities that objects have, gain or lose, types and colors that objects have or become, copies, what "can't"
be done, tapping or untapping. It bears on none

- when it belongs to a triggered ability that is no mana ability (its event is mana being made and it adds mana): that
  waits for the stack (CR 603.3, 605.5a), so nothing of it happens while a cost is paid;
- when it belongs to an activated ability that adds no mana: that uses the stack as well (CR 602.2);
- when it tells what an instant or sorcery does on resolving: only what says how it is cast or paid for bears then;
- when it only permits or forbids casting or playing something, and says nothing of costs: that bears on casting alone;
- when all it says is about combat, damage, drawing, life, counters, control, regeneration or the untap step.
"""

from __future__ import annotations

import re

from castable.model.oracle.spent import without_spent

__all__ = ["bears_on_casting", "bears_on_own_casting", "bears_on_payment", "is_trigger", "says_when"]

_TRIGGER = re.compile(r"(?:When|Whenever|At)\b")
_ADDS = re.compile(r"\badds?\b|\bproduces?\b|\bcosts?\b")
_MANA_EVENT = re.compile(r"\b(?:for mana|mana abilit|adds? |mana is|produces?)\b", re.IGNORECASE)
# what is harmless is taken out first, then the rest is searched
_HARMLESS = re.compile(
    r"can't (?:attack|block|be blocked|be countered|be regenerated|be enchanted|be equipped|"
    r"be prevented|gain life|lose the game|win the game|be destroyed|have counters put on \w+)"
    r"(?:(?!,? and (?:its|it's|their) )[^.])*"
    r"|can block[^.]*"
    r"|(?:doesn't|don't) untap during (?:your|its controller's|their controllers?'s?|that player's) (?:next )?"
    r"untap steps?[^.]*|can't untap more than [^.]* during their untap steps?"
    r"|[^.]*\bcan't cause [^.]*|You choose the name of [^.]*|can't (?:enter|draw|have or gain)\b[^.]*"
    r"|If [^.]* would (?:gain (?:life|one or more|\{E\})|draw|scry|get one or more \{E\})[^.]*"
    r"|(?:has|have|gains?) (?:[\w ,]+ and )?\"(?:When(?:ever)?|At)\b(?:(?!for mana|mana abilit|\badds?\b)[^\"])*\""
    r"|Untap [^.]* during each other player's untap step"
    r"|(?:and )?attacks? (?:each|this) (?:combat|turn) if able"
    r"|(?:has|have|gains?) (?:flying|first strike|double strike|trample|vigilance|lifelink|deathtouch|menace|reach|"
    r"indestructible|hexproof|shroud|fear|intimidate|infect|flanking|horsemanship|shadow|skulk|wither|prowess|"
    r"(?:toxic|annihilator|bushido|afflict|rampage) \w+|"
    r"protection from [\w ]+|,|and| )+(?=\.|$| (?:as long|until|while|if))"
    r"|(?:loses?) (?:flying|first strike|double strike|trample|vigilance|lifelink|deathtouch|menace|reach|"
    r"indestructible|hexproof|shroud|fear|,|and| )+(?=\.|$)"
    r"|[^.]*\blose (?:this|unspent|\w+)? ?(?:\w+ )?mana as steps (?:and|or) phases end[^.]*"
    r"|You may choose not to untap ~ during your untap step"
    r"|A deck can have [^.]*|Your deck can't have [^.]*|You don't lose the game for [^.]*"
    r"|[^.]*\bspells?(?: you (?:cast|control))? can't be countered[^.]*"
    r"|~'s power(?: and toughness)? (?:is|are)[^.]*"
    r"|(?:have|has) ~ assign [^.]*|doubles? [^.]*damage[^.]*"
    r"|enters? (?:un)?tapped[^.]*|[Pp]lays? with [^.]* revealed[^.]*|[^.]*maximum hand size[^.]*"
    r"|can (?:be blocked|attack|block)(?: [^.\"]*)? as though[^.]*|can't have [^.]*counters put on (?:it|them)"
    r"|enters?(?: the battlefield)? with [^.\"]*\bcounters?\b[^.\"]*"
    r"|[Yy]ou may choose new targets for the cop(?:y|ies)[^.]*"
    r"|assigns? combat damage[^.]*|(?:If|Prevent)[^.]*damage[^.]*"
    r"|(?:as long as|while|if) ~ is (?:un)?tapped"
    r"|skip (?:your|their|that) [^.]*"
    r"|If an? (?:triggered )?ability of [^.]* triggers[^.,]*, (?:that ability|it) triggers an additional time"
    r"|If [^.]* (?:causes|would cause) a triggered ability of [^.]* to trigger, (?:that ability|it) triggers an "
    r"additional time",
)
_WHEN = re.compile(
    r"^(?:As long as|During) [^,\"]+, "
    r"|,? (?:as long as|unless|where X is|for each|equal to) "
    r"(?:(?! and (?:\w+ )?(?:is|are|has|have|gains?|loses?|becomes?|can't|costs?)\b)[^.,\"])*(?=\.?$)"
)
"""When and how much: what a sentence does stands outside such clauses."""
_SHOWN = re.compile(r"\b[Pp]lays? with [^.]* revealed\b")
_PAYMENT = re.compile(
    r"\{|\bmana\b|\bcosts?\b|\bpa(?:y|ys|id|ying)\b|\bcast(?:s|ing)?\b|\bactivat|\bspen[dt]|\babilit|\bspells?\b"
    r"|\bcan't\b|\bcannot\b|\bplay(?:s|ed)?\b|\bcop(?:y|ies)\b|\buntap|\btap(?:s|ped)?\b|\btypes?\b|\bcolou?rs?\b"
    r"|\b(?:is|are|becomes?) (?:an?\b|the\b|no longer|also|every|white|blue|black|red|green|all\b|[A-Z]|\d|legendary|"
    r"colorless|multicolored|"
    r"snow\b|basic\b|creatures?\b|artifacts?\b|enchantments?\b|lands?\b)|\b(?:isn't|aren't) an?\b"
    r"|(?<![Ii]f )(?<!as long as )(?<!when )\b(?:[Ii]t|he|she|they)'(?:s|re) "
    r"(?:an?\b|the\b|no longer|also|every|all\b|still\b|[A-Z]|\d|colorless)"
    r"|\bgets? (?:an additional )?[+-](?![^.]*\b(?:until|this turn)\b)"
    r"|\b(?:Plains|Islands?|Swamps?|Mountains?|Forests?|lands?)\b.*\b(?:is|are|have|has|gains?|loses?)\b"
    r"|\b(?:has|have|gains?|loses?)\b(?! (?:been|no|counters?|\d|life|control|protection|a name))|\bphase|\bhaste\b"
    r"|\badd(?:s|ed)?\b|\bsacrificed?\b.*\bcan't\b|\bname\b"
)
# permissions and prohibitions of casting and playing, as long as nothing is said of costs
_PERMISSION = re.compile(
    r"(?:[^.]*, )?(?:[Yy]ou|[Ee]ach player|[Pp]layers|[Yy]our opponents|[Oo]pponents|[Aa]ny player|[Ee]nchanted player|"
    r"[Tt]hat player) (?:may|can't|can) (?:look at [^.]* and )?(?:cast|play)\b|Cast ~ only\b"
    r"|[^.]*\bspells?\b[^.]* can't be cast\b"
)
_OF_COSTS = re.compile(r"\{|\bmana\b|\bcosts?\b|\bpa(?:y|ys|id|ying)\b|\bspen[dt]\b|\babilit|\bby \w+ing\b|\bsacrific")
# how mana is spent on what an effect lets be cast, or on what it makes mana for, which is not its own spell
_THOSE = r"(?:it|them|that spell|those spells|that card|those cards)\b"
_ON_OTHERS = re.compile(
    r"(?:If you cast a spell this way)?,? (?:and )?(?:you|they|that player) may spend (?:\w+ )?mana as though it were "
    rf"(?:mana of )?any (?:color|type) to cast {_THOSE}"
    rf"|,? (?:and )?mana of any type can be spent to cast {_THOSE}|\bSpend this mana only [^.]*"
)
_SPELL = re.compile(
    r"\bcosts?\b.*\b(?:less|more)\b|additional cost|rather than(?! pay(?:ing)? (?:its|their) mana cost)"
    r"|\bspend (?:only|no)\b|[Ss]pend only"
    r"|\b[Ii]f ~[^.]* cast it without paying"
    r"|\bX can't|\bcast ~|\bto cast\b|\bCast ~|\bthis spell's\b|~'s (?:mana )?cost|can't spend"
)


_OTHERS_FREE = re.compile(r"\bwithout paying (?:its|their|that (?:spell|card)'s) mana costs?\b")
"""What an effect lets be done with other cards."""
_WHILE_CAST = re.compile(
    r"[Ii]f you cast ~ during your main phase, "
    r"|(?:[Ii]f you (?:revealed|controlled|chose)|, where X is|\bfor each) [^,.]* as you cast ~(?=[,.]|$)"
    r"|[Ii]f (?:~'s|its) additional cost was paid\b|\bthe player who cast ~|\bmana spent to cast that spell"
    r"|\btapped to cast ~"
)
"""When an effect looks at the game: what it does is another matter than what casting costs."""


def is_trigger(words: str) -> bool:
    """Whether this is a triggered ability (CR 603.1)."""
    return bool(_TRIGGER.match(words))


def bears_on_payment(sentence: str, *, of_spell: bool = False) -> bool:
    """Whether unread text may bear on a payment; True when unsure. `of_spell`: it is an instant's or a sorcery's."""
    sentence = without_spent(sentence.replace("mana value", "value"))
    if is_trigger(sentence):
        event, _, effect = sentence.partition(", ")
        return bool(_MANA_EVENT.search(event) and _ADDS.search(effect.replace("could produce", "")))
    others = _ON_OTHERS.sub(" ", sentence.replace(" by an ability you controlled", ""))
    if _PERMISSION.match(sentence) and not _OF_COSTS.search(others):
        return False
    if of_spell:
        return bool(_SPELL.search(_WHILE_CAST.sub("", _OTHERS_FREE.sub("", others))))
    return bool(_PAYMENT.search(_HARMLESS.sub(" ", _WHEN.sub("", others))))


def bears_on_casting(sentence: str, *, of_spell: bool = False) -> bool:
    """Whether unread text may bear on what may be cast, played or activated: targets, timing, permissions."""
    if bears_on_payment(sentence, of_spell=of_spell):
        return True
    if is_trigger(sentence):
        return False
    if of_spell:
        choices = r"~ as though|\btargets?\b|\b[Cc]hoose (?:one|two|three|up)\b|\bonly\b|•"
        return says_when(sentence) or bool(re.search(rf"\b[Cc]ast ~|{choices}", sentence))
    rest = _SHOWN.sub(" ", sentence)
    return bool(
        re.search(r"\b(?:[Cc]ast|[Pp]lay|flash|activate|enters? (?:un)?tapped|hexproof|shroud|protection)\b", rest)
    )


def says_when(words: str) -> bool:
    """Whether a sentence of an instant or sorcery is about when it may be cast, not about what it does."""
    return bool(re.search(r"^~ has flash\b|^Cast (?:~|[A-Z])[^.]* only\b", words))


# what an ability that works while its own card is cast speaks of: the card itself, and how it is cast or paid for
_OF_ITSELF = re.compile(r"~|\bit\b|\bX\b|\bthis way\b", re.IGNORECASE)
_OF_CASTING = re.compile(
    r"\bcast|\bcosts?\b|\bpa(?:y|ys|id|ying)\b|\bspen[dt]\b|\bspells?\b|\bflash\b|\brather\b|\badditional\b|\bmana\b",
    re.IGNORECASE,
)


def bears_on_own_casting(paragraph: str) -> bool:
    """Whether an unread paragraph of a permanent card may bear on casting that card; True when unsure.

    An ability of a permanent card works in play alone unless it is about how the card itself is cast (CR 113.6). What
    is no sentence may be a keyword with a cost.
    """
    plain = re.sub(r'"[^"]*"', '""', paragraph)
    if is_trigger(plain):
        return False
    sentence = plain.endswith((".", '.""', '""'))
    return not sentence or bool(_OF_ITSELF.search(plain) and _OF_CASTING.search(plain))
