#!/usr/bin/env python3
"""AutoFill as a stranger meets it: its document alone says what must happen. The parts lie in the folder of the same name,
in the order in which they run."""

import pathlib, sys

FOLDER = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(FOLDER / "support"), str(FOLDER / "autofill")]
import walk
import access, analytics, areas, checks, driving, kills, money, ordering, prices, quotes, receipts, roles, vehicles, windows

# One line per part; a part is a module with its own list.
PARTS = [
    *roles.PARTS,
    *access.PARTS,
    *areas.PARTS,
    *prices.PARTS,
    *vehicles.PARTS,
    *quotes.PARTS,
    *windows.PARTS,
    *ordering.PARTS,
    *checks.PARTS,
    *driving.PARTS,
    *kills.PARTS,
    *money.PARTS,
    *analytics.PARTS,
    *receipts.PARTS,
]

if __name__ == "__main__":
    chosen = [part for part in PARTS if len(sys.argv) < 2 or f"{part.__module__}.{part.__name__}" in sys.argv[1:]
        or part.__module__ in sys.argv[1:]]
    sys.exit(walk.Walk("autofill", "/api/v1").run(chosen))
