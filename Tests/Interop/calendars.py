#!/usr/bin/env python3
"""Judges our calendar files with three parsers that are not ours: icalendar, ics and vobject read each of them and must read the same.

The files come from SchedulingTests (.build/judges/calendars.json, event-calendars.json): REQUEST, REQUEST, CANCEL of
one appointment, what its client can download, and the feed; an event, tickets of it, and feeds of people who go there.
"""
import datetime, json, pathlib, sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "support"))
import souk_platform

souk_platform.inside_venv("calendars", ["icalendar==6.1.0", "ics==0.7.2", "vobject==0.9.9"], __file__)

ROOT = pathlib.Path(__file__).resolve().parents[2]
UTC = datetime.timezone.utc


def by_icalendar(text):
    import icalendar

    calendar = icalendar.Calendar.from_ical(text)
    events = calendar.walk("VEVENT")
    assert not calendar.errors and not any(event.errors for event in events), "icalendar found errors"
    return str(calendar["METHOD"]), [
        {
            "uid": str(e["UID"]), "sequence": int(e["SEQUENCE"]), "status": str(e["STATUS"]), "start": e["DTSTART"].dt,
            "end": e["DTEND"].dt,
            "summary": str(e["SUMMARY"]), "location": str(e.get("LOCATION", "")), "attendee": str(e.get("ATTENDEE", "")),
            "description": str(e.get("DESCRIPTION", "")),
            "alarms": [-alarm["TRIGGER"].dt.total_seconds() / 60 for alarm in e.walk("VALARM")],
        }
        for e in events
    ]


def by_vobject(text):
    import vobject

    calendar = vobject.readOne(text)
    calendar.validate(raiseException=True)

    def value(event, name):
        return event.contents[name][0].value if name in event.contents else ""

    return calendar.method.value, [
        {
            "uid": e.uid.value, "sequence": int(e.sequence.value), "status": e.status.value, "start": e.dtstart.value, "end": e.dtend.value,
            "summary": e.summary.value, "location": value(e, "location"), "attendee": value(e, "attendee"),
            "description": value(e, "description"),
            "alarms": [-alarm.trigger.value.total_seconds() / 60 for alarm in e.contents.get("valarm", [])],
        }
        for e in calendar.contents.get("vevent", [])
    ]


def by_ics(text):
    import ics

    calendar = ics.Calendar(text)

    def extra(event, name):
        return next((line.value for line in event.extra if line.name == name), None)

    return calendar.method, [
        {
            "uid": e.uid, "sequence": int(extra(e, "SEQUENCE")), "status": e.status, "start": e.begin.datetime, "end": e.end.datetime,
            "summary": e.name, "location": e.location or "",
            "attendee": next((a.email if a.email.startswith("mailto:") else "mailto:" + a.email for a in e.attendees), ""),
            "description": e.description or "",
            "alarms": [-alarm.trigger.total_seconds() / 60 for alarm in e.alarms],
        }
        for e in sorted(calendar.events, key=lambda e: e.begin)
    ]


PARSERS = {"icalendar": by_icalendar, "vobject": by_vobject, "ics": by_ics}


def instant(text):
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))


def recorded(name):
    path = ROOT / ".build/judges" / name
    if not path.exists():
        sys.exit(f"{path} is not there: run SchedulingTests first")
    return json.loads(path.read_text())


def main():
    record, events_of_people = recorded("calendars.json"), recorded("event-calendars.json")
    problems = []

    def check(what, found, expected):
        if found != expected:
            problems.append(f"{what}: {found!r}, expected {expected!r}")

    for place, invite in enumerate(record["invites"]):
        descriptions = set()
        for name, parse in PARSERS.items():
            method, events = parse(invite["text"])
            what = f"file {place}, {name}"
            check(what + ", method", method, invite["method"])
            check(what + ", events", len(events), 1)
            event = events[0]
            for key in ("uid", "sequence", "status", "summary", "location", "attendee"):
                check(f"{what}, {key}", event[key], invite[key])
            for key in ("start", "end"):
                check(f"{what}, {key}", event[key].astimezone(UTC), instant(invite[key]))
                check(f"{what}, {key} is UTC", event[key].utcoffset(), datetime.timedelta(0))
            descriptions.add(event["description"])
        check(f"file {place}, descriptions read alike", len(descriptions), 1)
    for name, parse in PARSERS.items():
        method, events = parse(record["feed"]["text"])
        check(f"feed, {name}, method", method, "PUBLISH")
        check(f"feed, {name}, statuses", {e["uid"]: e["status"] for e in events}, record["feed"]["statuses"])
        check(f"feed, {name}, attendees", {e["attendee"] for e in events}, {""})
    check("feed, zone", f"X-WR-TIMEZONE:{record['feed']['timezone']}\r\n" in record["feed"]["text"], True)
    for file in events_of_people:
        for name, parse in PARSERS.items():
            method, events = parse(file["text"])
            what = f"{file['name']}, {name}"
            check(what + ", method", method, file["method"])
            check(what + ", entries", sorted((e["uid"], e["sequence"], e["status"], e["summary"], e["alarms"]) for e in events),
                  sorted((e["uid"], e["sequence"], e["status"], e["summary"], e["alarms"]) for e in file["entries"]))
            times = {(e["uid"], e["start"].astimezone(UTC), e["end"].astimezone(UTC)) for e in events}
            check(what + ", times", times, {(e["uid"], instant(e["start"]), instant(e["end"])) for e in file["entries"]})
    print(f"calendars: {len(record['invites']) + len(events_of_people)} files and a feed, three parsers, {len(problems)} problems")
    for problem in problems:
        print(" ", problem)
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
