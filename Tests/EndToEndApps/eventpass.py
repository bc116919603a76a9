#!/usr/bin/env python3
"""Walks EventPassUG as a stranger who has only read its specification. Names of parts, as in PARTS: only these."""
import pathlib, sys

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parent / name) for name in ("support", "eventpass")]
import walk, becoming, business, buying, door, finding, friends, helping, keeping, organizing, sharing

# The wallet and the seeded numbers first: who buys afterwards changes them.
PARTS = {"wallet": [organizing.money], "business": business.PARTS, "finding": finding.PARTS, "keeping": keeping.PARTS,
         "buying": buying.PARTS, "organizing": organizing.PARTS, "friends": friends.PARTS, "sharing": sharing.PARTS,
         "door": door.PARTS, "becoming": becoming.PARTS, "helping": helping.PARTS}
sys.exit(walk.Walk("eventpass", "/api/v1").run([part for name in (sys.argv[1:] or PARTS) for part in PARTS[name]]))
