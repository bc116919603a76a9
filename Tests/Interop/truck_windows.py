#!/usr/bin/env python3
"""Judges the windows of trucks: a second, naive reading of the rules over Python's zoneinfo builds the same ones.

Reads what SchedulingTests has written down (.build/judges/truck-windows.jsonl), one local date with its windows per line.
Knows nothing of how they are built but the rules: one after the other from each opening; a reading that the clock skips
means the first instant after the gap, one that it shows twice the first time; what has no length is left out, and nothing
else is.
"""
import datetime
import json
import pathlib
import sys
import zoneinfo

import slots

EPOCH = datetime.datetime(1970, 1, 1)


def offset(seconds, zone):
    return int(datetime.datetime.fromtimestamp(seconds, zone).utcoffset().total_seconds())


def first_instant(date, minute, zone):
    """The first instant at which the clock shows this reading or, in a gap, a later one."""
    wall = datetime.datetime.combine(date, datetime.time()) + datetime.timedelta(minutes=minute)
    reading = int((wall - EPOCH).total_seconds())
    found = [reading - wall.replace(tzinfo=zone, fold=fold).utcoffset().total_seconds() for fold in (0, 1)]
    shown = [int(at) for at in found if at + offset(at, zone) == reading]
    if shown:
        return min(shown)
    low, high = int(min(found)), int(max(found))
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if middle + offset(middle, zone) < reading else (low, middle)
    return high


def clock(seconds, zone):
    return datetime.datetime.fromtimestamp(seconds, zone).strftime("%H:%M")


def windows(question):
    zone, date = zoneinfo.ZoneInfo(question["zone"]), datetime.date.fromisoformat(question["date"])
    built = []
    for opens, closes in question["hours"]:
        at = opens
        while at + question["minutes"] <= closes:
            start, end = (first_instant(date, minute, zone) for minute in (at, at + question["minutes"]))
            if start < end:
                last = clock(end, zone)
                built.append([start, end, clock(start, zone), "24:00" if last == "00:00" else last])
            at += question["minutes"]
    return built


def main():
    path = pathlib.Path(__file__).resolve().parents[2] / ".build/judges/truck-windows.jsonl"
    if not path.exists():
        sys.exit(f"{path} is not there: run SchedulingTests first")
    asked, wrong, holes, count = {}, 0, 0, 0
    for text in path.open():
        question = json.loads(text)
        count += 1
        asked.setdefault(question["zone"], set()).add(datetime.date.fromisoformat(question["date"]))
        expected = windows(question)
        if expected != question["windows"]:
            wrong += 1
            if wrong <= 5:
                print("differs:", {**question, "windows": len(question["windows"])}, expected[:4], question["windows"][:4])
        if question["hours"] == [[0, 1440]] and any(a[1] != b[0] for a, b in zip(question["windows"], question["windows"][1:])):
            holes += 1
    zones = {name for name in zoneinfo.available_timezones() if "/" in name and not name.startswith(("posix/", "right/"))} | {"UTC"}
    missing = zones - set(asked)
    unasked = [(name, str(day)) for name in sorted(zones & set(asked)) for day in sorted(slots.changed_days(name) - asked[name])]
    print(f"windows of trucks: {count} days in {len(asked)} zones, {wrong} differ, {holes} with holes, {len(missing)} zones and "
          f"{len(unasked)} days were not asked about")
    if missing or unasked:
        print(sorted(missing)[:10], unasked[:10])
    sys.exit(1 if wrong or holes or missing or unasked or count == 0 else 0)


if __name__ == "__main__":
    main()
