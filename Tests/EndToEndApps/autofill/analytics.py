"""What phones report about the app's use, and its summary by day (R17)."""

import datetime, uuid, zoneinfo
import people
from prices import text


def event(name="screen_view", at=None, **params):
    return {"id": str(uuid.uuid4()), "name": name, "at": at, "params": params}


def reporting(walk):
    """Events of guests and customers, each taken or rejected for itself"""
    now = walk.now()
    day = now.astimezone(zoneinfo.ZoneInfo("America/New_York")).date().isoformat()
    admin = people.as_(walk, "admin")

    def count(name):
        days = admin("GET", f"/analytics/summary?from={day}&to={day}")["data"]
        return sum(one["count"] for one in days if one["name"] == name and one["date"] == day)

    def moment(**ago):
        return text(walk.now() - datetime.timedelta(**ago))

    before = count("screen_view")
    events = [event(at=moment(), screen="home", step=2), event(at=moment(seconds=1))]
    sent = events + [events[0]]
    walk.expect("three events, one of them twice", walk.ask("POST", "/analytics/events", {"events": sent}), 202, accepted=2, duplicates=1,
                rejected=[])
    walk.expect("sent again by a customer", people.as_(walk, "maya")("POST", "/analytics/events", {"events": sent}), 202, accepted=0,
                duplicates=3)
    walk.fact("counted once each", count("screen_view") == before + 2)
    bad = [({**event("opened", moment()), "id": str(uuid.uuid4()).upper()}, "unknown_name"), (event(at=moment(), Bad=1), "invalid_params"),
           (event(at=moment(), **{f"k{number}": 1 for number in range(26)}), "invalid_params"),
           (event(at=moment(), a="x" * 101), "invalid_params"), (event(at=moment(), a=[1]), "invalid_params"),
           (event(at=moment(days=7, seconds=30)), "invalid_time"), (event(at=moment(minutes=-6)), "invalid_time"),
           (event(at=moment(), mail="maya@autofill.test"), "personal_data"),
           (event(at=moment(), card=4242424242424242), "personal_data"),
           (event(at=moment(), card="4242-4242 4242-4242"), "personal_data")]
    answer = walk.ask("POST", "/analytics/events", {"events": [one for one, _ in bad] + [event("login", moment(days=6))]})
    walk.expect("the others are taken", answer, 202, accepted=1, duplicates=0,
                rejected=[{"id": one["id"], "reason": reason} for one, reason in bad])
    mended = {**bad[0][0], "name": "signup"}
    walk.expect("a rejected id may come again", walk.ask("POST", "/analytics/events", {"events": [mended]}), 202, accepted=1)
    for title, events in (("none", []), ("101", [event(at=moment()) for _ in range(101)]), ("no id", [{"name": "login", "at": moment()}]),
                          ("an id that is no UUID", [{**event(at=moment()), "id": "7"}]), ("no time", [event()]),
                          ("a time that is none", [event(at="yesterday")]), ("no list", "login")):
        walk.expect(title, walk.ask("POST", "/analytics/events", {"events": events}), 422, errors=["events"])
    for account, status in (("maya", 403), ("pricing", 403), ("dispatch", 403), ("admin", 200)):
        walk.expect(f"the summary for {account}", people.as_(walk, account)("GET", f"/analytics/summary?from={day}&to={day}"), status)
    walk.expect("no summary for guests", walk.ask("GET", f"/analytics/summary?from={day}&to={day}"), 401)
    walk.expect("92 days", admin("GET", "/analytics/summary?from=2026-09-01&to=2026-12-01"), fields=["data"])
    walk.expect("93 days", admin("GET", "/analytics/summary?from=2026-09-01&to=2026-12-02"), 422, errors=["to"])
    walk.expect("days", admin("GET", "/analytics/summary?from=soon"), 422, errors=["from", "to"])


PARTS = [reporting]
