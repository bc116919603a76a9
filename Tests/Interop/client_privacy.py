#!/usr/bin/env python3
"""Tests what the platform stores about a guest who books (12.F5, 12.F6): no topic and no table contains their identity
number in clear, and after their erasure no table of any service knows them, not even in messages to the artist. Reads
every SQLite file and every topic from outside."""
import glob, pathlib, shutil, sqlite3, sys, tempfile, time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "support"))
import souk_platform

NAME, EMAIL, PHONE, NUMBER = "Zebedee Quixotic", "zebedee@quixotic.example", "+541122334455", "31415926"
TRACES = {"name": "quixotic", "phone": "1122334455", "description": "zyzzyva", "reason": "ushuaia"}


def columns_with(trace, folder, platform_tables):
    """Where a text occurs: service, table, column. Includes the platform's tables only on request; decision 14 says
    what they keep, and how long."""
    found = []
    for path in sorted(glob.glob(f"{folder}/data/*/p*.sqlite")):
        database = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        for (table,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
            if table.startswith(("sqlite_", "grdb_")) or (table.startswith("souk_") and not platform_tables):
                continue
            for column in [row[1] for row in database.execute(f"PRAGMA table_info({table})")]:
                for (value,) in database.execute(f"SELECT {column} FROM {table} WHERE {column} IS NOT NULL"):
                    text = value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)
                    if trace.lower() in text.lower():
                        found.append(f"{pathlib.Path(path).parent.name}: {table}.{column}")
                        break
        database.close()
    return found


def topics_with(trace, platform):
    """Topics that contain a text in clear."""
    topics = [f"{service}.{kind}" for service in souk_platform.SERVICES
        for kind in ("commands", "intake", "queries", "events", "dead-letters")] + ["gateway.replies"]
    found = []
    for topic in topics:
        try:
            text = platform.tool("tail", topic, "--from", "beginning", "--no-follow", "--full")
        except Exception:  # A topic without any record may not exist.
            continue
        if trace.lower() in text.lower():
            found.append(topic)
    return found


def wait(what, condition, seconds=60):
    deadline = time.monotonic() + seconds
    while not (answer := condition()):
        assert time.monotonic() < deadline, f"not within {seconds} s: {what}"
        time.sleep(0.1)
    return answer


def judge(platform):
    base = "/t/lucidda/api"

    def call(method, path, body=None, token=None, expected=(200, 201, 202, 204)):
        status, answer = platform.request(method, base + path, body, token)
        assert status in expected, (method, path, status, answer)
        return answer

    artist = call("POST", "/auth/register", {"name": "Artista Nueva", "email": "artista@example.com", "password": "peonia-de-noche-41"})[
        "token"]
    wait("the calendar is there", lambda: platform.request("GET", base + "/schedule-settings", token=artist)[0] == 200)
    hours = [{"dayOfWeek": day, "startTime": "08:00", "endTime": "20:00"} for day in range(7)]
    call("PUT", "/working-hours", {"workingHours": hours}, artist)
    call("PUT", "/schedule-settings", {"cancelNoticeMinutes": 0}, artist)
    made = call("POST", "/booking-links", {"description": "Zyzzyva en el hombro", "duration": 60}, artist)
    waiting = call("POST", "/booking-links", {"description": "Otra cosa", "duration": 60}, artist)
    call("POST", f"/booking/links/{waiting['token']}/waitlist", {"clientName": NAME, "clientEmail": EMAIL})
    days = call("GET", f"/booking/links/{made['token']}/slots")["data"]
    start = [slot["startsAt"] for day in days for slot in day["slots"]][-1]
    client = {"clientName": NAME, "clientEmail": EMAIL, "clientPhone": PHONE, "clientDni": NUMBER}
    booked = call("POST", f"/booking/links/{made['token']}/appointments", dict(client, startsAt=start))
    number, manage = booked["id"], booked["manageToken"]

    # The artist reads the number; a list can be revalidated with its tag.
    assert call("GET", f"/appointments/{number}", token=artist)["clientDni"] == NUMBER
    assert [item["clientDni"] for item in call("GET", "/appointments", token=artist)["data"]] == [NUMBER]
    call("PUT", f"/appointments/{number}", {"artistNotes": "línea fina"}, artist)
    lucia = call("POST", "/auth/login", {"email": "lucia@lucidda.tattoo", "password": "Peonia-Negra-27"})["token"]
    seeded = [item["clientDni"] for item in call("GET", "/appointments", token=lucia)["data"]]
    assert seeded and all(seeded), seeded
    for document in [NUMBER] + seeded:
        assert not (places := topics_with(document, platform)), f"an identity number in clear on {places}"
        assert not (places := columns_with(document, platform.folder, True)), f"an identity number in clear in {places}"
    wait("the artist is told", lambda: any(NAME in item["body"] for item in call("GET", "/notifications", token=artist)["data"]))
    assert not [topic for topic in topics_with(NAME, platform) if topic.endswith(".events")], "an event names the client"

    call("POST", f"/booking/appointments/{manage}/cancel", {"reason": "Me mudo a Ushuaia"})
    wait("the client is told", lambda: len(call("GET", f"/dev/outbox?channel=email&to={EMAIL}")["data"]) >= 2)
    before = {what: columns_with(trace, platform.folder, False) for what, trace in TRACES.items()}
    assert all(before.values()), before
    call("POST", f"/booking/appointments/{manage}/erase")
    left = {}

    def forgotten():
        left.clear()
        left.update({what: places for what, trace in TRACES.items() if (places := columns_with(trace, platform.folder, False))})
        return not left

    try:
        wait("everything is forgotten", forgotten)
    except AssertionError:
        raise SystemExit(f"still known after the erasure: {left}")
    kept = call("GET", f"/appointments/{number}", token=artist)
    assert (kept["clientName"], kept["clientEmail"], kept["tattooDescription"], kept["cancelReason"]) == ("Cliente eliminado", "", "",
        None), kept
    assert not any(entry["clientName"] or entry["clientEmail"] for entry in call("GET", "/waitlist", token=artist)["data"])
    assert not any(NAME in item["body"] for item in call("GET", "/notifications", token=artist)["data"])
    assert call("GET", f"/dev/outbox?channel=email&to={EMAIL}")["data"] == []
    print(f"client privacy: {sum(map(len, before.values()))} places knew the client, none does now; {1 + len(seeded)} identity numbers in "
          f"clear nowhere")


def main():
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(souk_platform.ROOT / "deploy/tenants/lucidda.yml", folder)
        platform = souk_platform.Platform(folder, seed=True)
    try:
        judge(platform)
    finally:
        platform.stop()


main()
