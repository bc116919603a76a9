#!/usr/bin/env python3
"""Walks what every app shares, as a stranger who has only read the contract: errors, languages, lists, caching,
idempotency, operations; accounts; real time; administration; rate limits. In EventPass, with PEEZ for languages and the
theatre as the other app. `edge accounts …`: only these parts."""
import pathlib, sys

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parent / name) for name in ("support", "common")]
import walk, edge, accounts, limits, live, administration

PARTS = {"edge": edge.PARTS, "accounts": accounts.PARTS, "live": live.PARTS, "administration": administration.PARTS}


def main():
    chosen = sys.argv[1:] or [*PARTS, "limits"]
    code = 0
    parts = [part for name in chosen if name in PARTS for part in PARTS[name]]
    if parts:
        code = walk.Walk("eventpass", "/api/v1", others=("peez", "quartier")).run(parts)
    if "limits" in chosen and code == 0:
        for settings, parts in limits.PARTS.items():
            code = code or walk.Walk("eventpass", "/api/v1", settings=settings).run(parts)
    sys.exit(code)


main()
