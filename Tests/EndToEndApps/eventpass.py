#!/usr/bin/env python3
"""Walks EventPassUG as a stranger who has only read its specification: finding, buying, paying, organizing, the door,
friends, shared tickets, help and moderation. `finding buying organizing friends sharing helping`: only these parts."""
import pathlib, sys

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parent / name) for name in ("support", "eventpass")]
import walk, buying, finding, friends, helping, organizing, sharing

# The wallet first: who buys afterwards changes it.
PARTS = {"wallet": [organizing.money], "finding": finding.PARTS, "buying": buying.PARTS, "organizing": organizing.PARTS,
         "friends": friends.PARTS, "sharing": sharing.PARTS, "helping": helping.PARTS}
sys.exit(walk.Walk("eventpass", "/api/v1").run([part for name in (sys.argv[1:] or PARTS) for part in PARTS[name]]))
