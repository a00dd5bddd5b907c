"""Words of rules text: numbers in English, and subtypes with their plurals (CR 205.3).

Subtypes are listed so that a capitalised word that is none (a name, a first word) is never taken for one.
"""

from __future__ import annotations

import re
from functools import cache

__all__ = ["SUBTYPES", "number", "phrases", "singular", "subtype"]

_NUMBERS = {
    word: value
    for value, word in enumerate(
        """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
        seventeen eighteen nineteen twenty""".split()
    )
} | {"a": 1, "an": 1, "another": 1, "no": 0, "once": 1, "twice": 2}

_LAND = "Cave Desert Forest Gate Island Lair Locus Mine Mountain Plains Power-Plant Sphere Swamp Tower Town Urza's"
_OTHER = """Adventure Arcane Attraction Aura Background Blood Bobblehead Book Cartouche Case Class Clue Contraption
Curse Equipment Food Fortification Glimmer Gold Incubator Infinity Junk Key Lander Lesson Map Mutagen Omen Plan Planet
Powerstone Role Room Rune Saga Shard Shrine Siege Spacecraft Stone Trap Treasure Vehicle"""
_CREATURE = """Advisor Aetherborn Alien Ally Angel Antelope Ape Archer Archon Armadillo Army Artificer Assassin
Assembly-Worker Astartes Athlete Atog Aurochs Autobot Avatar Azra Badger Balloon Barbarian Bard Basilisk Bat Bear Beast
Beaver Beeble Beholder Berserker Bird Bison Blinkmoth Boar Brainiac Bringer Brushwagg C'tan Camarid Camel Capybara
Caribou Carrier Cat Centaur Cephalid Chimera Citizen Cleric Clown Cockatrice Construct Cow Coward Coyote Crab Crocodile
Custodes Cyberman Cyclops Dalek Dauthi Demigod Demon Deserter Detective Devil Dinosaur Djinn Doctor Dog Dragon Drake
Dreadnought Drix Drone Druid Dryad Dwarf Echidna Efreet Egg Elder Eldrazi Elemental Elephant Elf Elk Employee Eye Faerie
Ferret Fish Flagbearer Fox Fractal Frog Fungus Gamer Gamma Gargoyle Germ Giant Giraffe Gith Gnoll Gnome Goat Goblin God
Golem Gorgon Graveborn Gremlin Griffin Guest Hag Halfling Hamster Harpy Hedgehog Hellion Hero Hippo Hippogriff Homarid
Homunculus Horror Horse Hound Human Hydra Hyena Illusion Imp Incarnation Inhuman Inkling Inquisitor Insect Jackal
Jellyfish Juggernaut Kangaroo Kavu Kirin Kithkin Knight Kobold Kor Kraken Kree Lamia Lammasu Leech Lemur Leviathan
Lhurgoyf Licid Lizard Lobster Manticore Masticore Mercenary Merfolk Metathran Minion Minotaur Mite Mole Monger Mongoose
Monk Monkey Moogle Moonfolk Mount Mouse Mutant Myr Mystic Naga Nautilus Necron Nephilim Nightmare Nightstalker Ninja
Noble Noggle Nomad Nymph Octopus Ogre Ooze Orb Orc Orgg Otter Ouphe Ox Oyster Pangolin Peasant Pegasus Pentavite
Performer Pest Phelddagrif Phoenix Phyrexian Pilot Pincher Pirate Plant Platypus Porcupine Possum Praetor Primarch Prism
Processor Rabbit Raccoon Ranger Rat Rebel Reflection Rhino Rigger Robot Rogue Sable Salamander Samurai Sand Saproling
Satyr Scarecrow Scientist Scion Scorpion Scout Sculpture Seal Serf Serpent Servo Shade Shaman Shapeshifter Shark Sheep
Shi'ar Siren Skeleton Skrull Skunk Slith Sliver Sloth Slug Snail Snake Soldier Soltari Sorcerer Spawn Specter
Spellshaper Sphinx Spider Spike Spirit Splinter Sponge Spy Squid Squirrel Starfish Surrakar Survivor Symbiote Synth
Tentacle Tetravite Thalakos Thopter Thrull Tiefling Treefolk Trilobite Triskelavite Troll Turtle Tyranid Unicorn Utrom
Vampire Varmint Vedalken Viashino Villain Volver Wall Walrus Warlock Warrior Weasel Weird Werewolf Whale Wizard Wolf
Wolverine Wombat Worm Wraith Wurm Yeti Zombie Zubera"""
_PLANESWALKER = """Ajani Ashiok Basri Bolas Chandra Domri Elspeth Garruk Gideon Jace Karn Kaya Kiora Koth Liliana Nahiri
Narset Nissa Nixilis Oko Ral Rowan Saheeli Sarkhan Sorin Tamiyo Teferi Tezzeret Tibalt Tyvar Ugin Urza Vivien Vraska
Will Wrenn Xenagos"""
SUBTYPES: frozenset[str] = frozenset(" ".join((_LAND, _OTHER, _CREATURE, _PLANESWALKER)).split())
"""Subtypes of lands, artifacts, enchantments, creatures and the usual planeswalkers, in the singular."""

_IRREGULAR = {
    "Elves": "Elf",
    "Dwarves": "Dwarf",
    "Wolves": "Wolf",
    "Werewolves": "Werewolf",
    "Mice": "Mouse",
    "Oxen": "Ox",
    "Fungi": "Fungus",
    "Homunculi": "Homunculus",
    "Cyclopes": "Cyclops",
    "Octopi": "Octopus",
    "Cybermen": "Cyberman",
    "Thieves": "Thief",
    "Loci": "Locus",
    "Spies": "Spy",
    "Merfolk": "Merfolk",
}
_COMMON_IRREGULAR = {"sorceries": "sorcery"}


def phrases(text: str) -> frozenset[str]:
    """The entries of a list written with `|` between them, on as many lines as it takes."""
    return frozenset(" ".join(entry.split()) for entry in text.split("|"))


def number(word: str) -> int | None:
    """The value of a number word or digits, None when it is neither."""
    if re.fullmatch(r"[0-9]{1,6}", word):
        return int(word)
    return _NUMBERS.get(word.lower())


@cache
def subtype(word: str) -> str | None:
    """The subtype that this word names in the singular or plural, None when there is none."""
    if word in SUBTYPES:
        return word
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    for ending, instead in (("ies", "y"), ("es", ""), ("s", "")):
        stem = word.removesuffix(ending) + instead
        if word.endswith(ending) and stem in SUBTYPES:
            return stem
    return None


def singular(word: str) -> str:
    """A lower-case noun of rules text in the singular: `creatures` gives `creature`."""
    if word in _COMMON_IRREGULAR:
        return _COMMON_IRREGULAR[word]
    return word.removesuffix("s") if word.endswith("s") and not word.endswith("ss") else word
