#!/usr/bin/env python3
"""Judges the slot engine: a second, naive one over Python's zoneinfo answers the same questions.

Reads what SchedulingTests has written down (.build/judges/slots.jsonl), one question with its answer per line. Knows
nothing of the engine but the rules: local time to instant by RFC 5545 3.3.5, grid and lengths in elapsed time,
half-open intervals. Finds the changes of every clock by itself and insists that each of them was asked about.
"""
import datetime
import json
import pathlib
import sys
import zoneinfo

YEARS = range(2021, 2031)
UTC = datetime.timezone.utc
EPOCH = datetime.datetime(1970, 1, 1)


def instant(date, minute, zone):
    """Seconds since 1970 of a reading of the wall clock. fold=0: the first of two, and the offset before the change for
    one that is skipped (PEP 495)."""
    wall = datetime.datetime.combine(date, datetime.time()) + datetime.timedelta(minutes=minute)
    return int((wall - EPOCH).total_seconds() - wall.replace(tzinfo=zone).utcoffset().total_seconds())


def local_date(seconds, zone):
    return datetime.datetime.fromtimestamp(seconds, zone).date()


def joined(ranges):
    out = []
    for start, end in sorted(ranges):
        if out and start <= out[-1][1]:
            out[-1][1] = max(out[-1][1], end)
        else:
            out.append([start, end])
    return out


def minutes_of(question, date, asked):
    weekday = (date.weekday() + 1) % 7
    open_ranges = [(start, end) for day, start, end in question["hours"] if day == weekday]
    if question["closed"] and date == asked:
        open_ranges = []
    if question["extra"] and date == asked:
        open_ranges.append(tuple(question["extra"]))
    return joined(open_ranges)


def starts(question):
    zone = zoneinfo.ZoneInfo(question["zone"])
    asked = datetime.date.fromisoformat(question["date"])
    day = datetime.timedelta(days=1)
    open_instants = {}
    for offset in (-1, 0, 1, 2):
        date = asked + offset * day
        pairs = [(instant(date, a, zone), instant(date, b, zone)) for a, b in minutes_of(question, date, asked)]
        open_instants[date] = [(a, b) for a, b in pairs if a < b]
    everything = [pair for pairs in open_instants.values() for pair in pairs]
    busy = [tuple(question["busy"])] if question["busy"] else []
    if question["blocked"]:
        busy += [(instant(date, question["blocked"][0], zone), instant(date, question["blocked"][1], zone))
            for date in (asked, asked + day)]
    found = set()
    for begin, end in open_instants[asked]:
        for start in range(begin, end, question["step"] * 60):
            stop = start + question["duration"] * 60
            at = start
            while at < stop:
                reach = max((b for a, b in everything if a <= at < b), default=None)
                if reach is None:
                    break
                at = reach
            wide = (start - question["before"] * 60, stop + question["after"] * 60)
            if at < stop or any(a < b and a < wide[1] and wide[0] < b for a, b in busy):
                continue
            if question["now"] is not None:
                if start < question["now"] + question["notice"] * 60:
                    continue
                if local_date(start, zone) > local_date(question["now"], zone) + day:
                    continue
            found.add(start)
    return sorted(found)


def changed_days(name):
    """Local days that a change of the clock touches, found by looking at every hour where the offset of a day differs from the next."""
    zone = zoneinfo.ZoneInfo(name)
    at = int(datetime.datetime(YEARS.start, 1, 1, tzinfo=UTC).timestamp())
    end = int(datetime.datetime(YEARS.stop, 1, 1, tzinfo=UTC).timestamp())

    def offset(seconds):
        return datetime.datetime.fromtimestamp(seconds, zone).utcoffset()

    days = set()
    while at < end:
        if offset(at) != offset(at + 86400):
            low, high = at, at + 86400
            while high - low > 1:
                middle = (low + high) // 2
                if offset(middle) == offset(low):
                    low = middle
                else:
                    high = middle
            if high < end:
                days |= {local_date(low, zone), local_date(high, zone)}
        at += 86400
    return days


def main():
    path = pathlib.Path(__file__).resolve().parents[2] / ".build/judges/slots.jsonl"
    if not path.exists():
        sys.exit(f"{path} is not there: run SchedulingTests first")
    asked, wrong, count = {}, 0, 0
    for text in path.open():
        question = json.loads(text)
        count += 1
        asked.setdefault(question["zone"], set()).add(datetime.date.fromisoformat(question["date"]))
        expected = starts(question)
        if expected != question["starts"]:
            wrong += 1
            if wrong <= 5:
                print("differs:", {**question, "starts": len(question["starts"])}, "missing",
                      sorted(set(expected) - set(question["starts"]))[:5],
                      "too many", sorted(set(question["starts"]) - set(expected))[:5])
    zones = {name for name in zoneinfo.available_timezones() if "/" in name and not name.startswith(("posix/", "right/"))} | {"UTC"}
    missing = zones - set(asked)
    unasked = [(name, str(day)) for name in sorted(zones & set(asked)) for day in sorted(changed_days(name) - asked[name])]
    print(f"slots: {count} questions in {len(asked)} zones, {wrong} differ, {len(missing)} zones and {len(unasked)} days were not asked "
          f"about")
    if missing or unasked:
        print(sorted(missing)[:10], unasked[:10])
    sys.exit(1 if wrong or missing or unasked or count == 0 else 0)


if __name__ == "__main__":
    main()
