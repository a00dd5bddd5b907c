"""Subtypes by the card type they belong to, in the singular (CR 205.3): an effect that changes types needs to know."""

from __future__ import annotations

__all__ = ["CREATURE_TYPES", "LAND_TYPES", "SUBTYPES"]

LAND_TYPES = frozenset(
    """Cave Desert
    Forest Gate Island Lair Locus Mine Mountain Plains Power-Plant Sphere Swamp Tower Town Urza's""".split()
)
"""Land types, the basic ones included (CR 205.3i)."""

CREATURE_TYPES = frozenset(
    """Advisor Aetherborn Alien Ally Angel Antelope Ape Archer Archon Armadillo Army Artificer Assassin Assembly-Worker
    Astartes Athlete Atog Aurochs Autobot Avatar Azra Badger Balloon Barbarian Bard Basilisk Bat Bear Beast
    Beaver Beeble Beholder Berserker Bird Bison Blinkmoth Boar Brainiac Bringer Brushwagg C'tan Camarid Camel
    Capybara Caribou Carrier Cat Centaur Cephalid Chimera Citizen Cleric Clown Cockatrice Construct Cow Coward
    Coyote Crab Crocodile Custodes Cyberman Cyclops Dalek Dauthi Demigod Demon Deserter Detective Devil Dinosaur
    Djinn Doctor Dog Dragon Drake Dreadnought Drix Drone Druid Dryad Dwarf Echidna Efreet Egg Elder Eldrazi
    Elemental Elephant Elf Elk Employee Eye Faerie Ferret Fish Flagbearer Fox Fractal Frog Fungus Gamer Gamma
    Gargoyle Germ Giant Giraffe Gith Gnoll Gnome Goat Goblin God Golem Gorgon Graveborn Gremlin Griffin Guest
    Hag Halfling Hamster Harpy Hedgehog Hellion Hero Hippo Hippogriff Homarid Homunculus Horror Horse Hound
    Human Hydra Hyena Illusion Imp Incarnation Inhuman Inkling Inquisitor Insect Jackal Jellyfish Juggernaut
    Kangaroo Kavu Kirin Kithkin Knight Kobold Kor Kraken Kree Lamia Lammasu Leech Lemur Leviathan Lhurgoyf Licid
    Lizard Lobster Manticore Masticore Mercenary Merfolk Metathran Minion Minotaur Mite Mole Monger Mongoose
    Monk Monkey Moogle Moonfolk Mount Mouse Mutant Myr Mystic Naga Nautilus Necron Nephilim Nightmare
    Nightstalker Ninja Noble Noggle Nomad Nymph Octopus Ogre Ooze Orb Orc Orgg Otter Ouphe Ox Oyster Pangolin
    Peasant Pegasus Pentavite Performer Pest Phelddagrif Phoenix Phyrexian Pilot Pincher Pirate Plant Platypus
    Porcupine Possum Praetor Primarch Prism Processor Rabbit Raccoon Ranger Rat Rebel Reflection Rhino Rigger
    Robot Rogue Sable Salamander Samurai Sand Saproling Satyr Scarecrow Scientist Scion Scorpion Scout Sculpture
    Seal Serf Serpent Servo Shade Shaman Shapeshifter Shark Sheep Shi'ar Siren Skeleton Skrull Skunk Slith
    Sliver Sloth Slug Snail Snake Soldier Soltari Sorcerer Spawn Specter Spellshaper Sphinx Spider Spike Spirit
    Splinter Sponge Spy Squid Squirrel Starfish Surrakar Survivor Symbiote Synth Tentacle Tetravite Thalakos
    Thopter Thrull Tiefling Time+Lord Treefolk Trilobite Triskelavite Troll Turtle Tyranid Unicorn Utrom Vampire Varmint
    Vedalken Viashino Villain Volver Wall Walrus Warlock Warrior Weasel Weird Werewolf Whale Wizard Wolf
    Wolverine Wombat Worm Wraith Wurm Yeti Zombie Zubera""".split()
)
"""Creature types (CR 205.3m)."""

_OTHER = frozenset(
    """Adventure Arcane Attraction Aura Background Blood Bobblehead Book Cartouche Case Class Clue Contraption Curse
    Equipment Food Fortification Glimmer Gold Incubator Infinity Junk Key Lander Lesson Map Mutagen Omen Plan
    Planet Powerstone Role Room Rune Saga Shard Shrine Siege Spacecraft Stone Trap Treasure Vehicle""".split()
)
_PLANESWALKER = frozenset(
    """Ajani Ashiok Basri Bolas Chandra Domri Elspeth Garruk Gideon Jace Karn Kaya Kiora Koth Liliana Nahiri Narset
    Nissa Nixilis Oko Ral Rowan Saheeli Sarkhan Sorin Tamiyo Teferi Tezzeret Tibalt Tyvar Ugin Urza Vivien
    Vraska Will Wrenn Xenagos""".split()
)

SUBTYPES: frozenset[str] = LAND_TYPES | CREATURE_TYPES | _OTHER | _PLANESWALKER
"""Subtypes of lands, creatures, artifacts, enchantments and the usual planeswalkers."""
