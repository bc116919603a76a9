#!/usr/bin/env python3
"""PEEZ as a stranger meets it: its document alone says what must happen. Every route, the six walkthroughs, every
stable fact of the demo data. Needs `zbarimg` (Debian: zbar-tools) to read QR codes. The parts lie in the folder of the
same name, in the order in which they run."""

import pathlib, sys

FOLDER = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(FOLDER / "support"), str(FOLDER / "peez")]
import walk
import accounts, campaigns, counter, facts, live_topics, news, orders, shops, visits

PARTS = [
    facts.places,
    facts.demo_shops,
    facts.demo_ratings,
    facts.demo_campaigns,
    facts.demo_people,
    accounts.registering,
    accounts.one_of_many,
    accounts.signing_in,
    accounts.profile,
    accounts.doors,
    accounts.wire,
    shops.finding,
    shops.opening,
    shops.rating,
    shops.favourites,
    shops.office,
    shops.vendor_office,
    shops.app_events,
    shops.texts,
    campaigns.campaigns,
    counter.join_and_activate,
    counter.redeem,
    counter.scans,
    counter.extend_together,
    counter.undo,
    visits.visits,
    visits.offline,
    visits.cash,
    visits.retries,
    live_topics.live_topics,
    orders.in_app,
    news.feed,
    news.erasure,
    news.remind_and_expire,
]

if __name__ == "__main__":
    chosen = [part for part in PARTS if len(sys.argv) < 2 or f"{part.__module__}.{part.__name__}" in sys.argv[1:]
        or part.__module__ in sys.argv[1:]]
    sys.exit(walk.Walk("peez", "/api/v1").run(chosen))
