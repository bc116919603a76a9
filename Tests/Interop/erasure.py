#!/usr/bin/env python3
"""Judges erasure: somebody with unmistakable particulars does what people do in the app, leaves, and afterwards no
table of any service knows any of it. Looks into every SQLite file from outside. The platform's own tables (`souk_*`:
messages of the last days) are kept for their retention and not judged."""
import glob, pathlib, shutil, sqlite3, sys, tempfile, time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "support"))
import souk_platform

NAME, EMAIL, NUMBER, FRIEND = "Zebedee Quixotic", "zebedee.quixotic@example.com", "772987654", "Yolanda Zyzzyva"
DEVICE, WORDS = "push-token-of-zebedee", "a very quixotic remark"
TRACES = {"name": "quixotic", "number": NUMBER, "friend": "zyzzyva", "device": DEVICE, "birthday": "1987-06-05"}


def columns_with(trace, folder):
    """Where a text occurs: service, table, column."""
    found = []
    for path in sorted(glob.glob(f"{folder}/data/*/p*.sqlite")):
        database = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        for (table,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
            if table.startswith(("souk_", "sqlite_", "grdb_")):
                continue
            for column in [row[1] for row in database.execute(f"PRAGMA table_info({table})")]:
                query = f"SELECT count(*) FROM {table} WHERE instr(lower(CAST({column} AS TEXT)), ?) > 0"
                if database.execute(query, (trace.lower(),)).fetchone()[0]:
                    found.append(f"{pathlib.Path(path).parent.name}: {table}.{column}")
        database.close()
    return found


def rows(folder, service, table):
    """How many rows a table of a service has."""
    databases = [sqlite3.connect(f"file:{path}?mode=ro", uri=True) for path in glob.glob(f"{folder}/data/{service}/p?.sqlite")]
    found = sum(database.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for database in databases)
    for database in databases:
        database.close()
    return found


def main():
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(souk_platform.ROOT / "deploy/tenants/eventpass.yml", folder)
        platform = souk_platform.Platform(folder, seed=True)
    try:
        judge(platform)
    finally:
        platform.stop()


def judge(platform):
    base = "/t/eventpass/api/v1"

    def call(method, path, body=None, token=None, expected=(200, 201, 202, 204)):
        status, answer = platform.request(method, base + path, body, token)
        assert status in expected, (method, path, status, answer)
        return answer

    person = {"name": NAME, "email": EMAIL, "phone": "0" + NUMBER, "password": "oran-31-corniche", "dateOfBirth": "1987-06-05",
              "fcmToken": DEVICE}
    registered = call("POST", "/auth/register", person)
    me, token = registered["user"]["id"], registered["token"]
    call("POST", "/auth/verify/phone/request", token=token)
    events = call("GET", "/events?perPage=50")["data"]
    event = next(event for event in events if not event.get("ageRestriction") and event["isTicketSalesOpen"] and not event["isFree"])
    call("PUT", f"/events/{event['id']}/favorite", token=token)
    call("PUT", f"/organizers/{event['organizer']['id']}/follow", token=token)
    call("PUT", "/interests", {"preferredCategories": ["music"], "city": "Quixotic City", "shareAttendance": True}, token)
    call("POST", "/search/recent", {"term": "quixotic dreams"}, token)
    call("POST", "/reports", {"targetType": "event", "targetId": event["id"], "reason": "other", "details": WORDS}, token,
         expected=(200, 201, 202, 204, 422))
    call("POST", "/payment-methods", {"type": "mtn_momo", "phone": "+256" + NUMBER}, token, expected=(200, 201, 422))
    # A friend, who likes the event and hears by name who goes there.
    john = call("POST", "/auth/login", {"email": "john@example.com", "password": "password123"})["token"]
    call("POST", "/friends/accept", {"token": call("POST", "/friends/invites", token=token)["token"]}, john)
    call("PUT", f"/events/{event['id']}/favorite", token=john)
    wait("the friendship is known", lambda: rows(platform.folder, "notifications", "friendship") == 2
        and rows(platform.folder, "notifications", "attendance_shared") == 1)
    types = call("GET", f"/events/{event['id']}")["ticketTypes"]
    kind = next(kind for kind in types if kind["state"] == "on-sale" and kind["price"]["amount"] > 0)
    order = call("POST", "/orders", {"eventId": event["id"], "items": [{"ticketTypeId": kind["id"], "quantity": 2}],
                                     "attendees": [{"name": NAME}, {"name": FRIEND}]}, token)
    call("POST", f"/payments/{order['payment']['id']}/confirm",
         {"method": {"type": "card", "number": "4242424242424242", "expMonth": 12, "expYear": 2031, "cvc": "123"}}, token)
    wait("the order is complete", lambda: call("GET", f"/orders/{order['id']}", token=token)["status"] == "completed")
    wait("there is something in the feed", lambda: call("GET", "/notifications", token=token)["meta"]["total"] > 0)
    wait("the friend is told", lambda: any(NAME in item["body"] for item in call("GET", "/notifications", token=john)["data"]))
    before = {what: columns_with(trace, platform.folder) for what, trace in TRACES.items()}
    assert all(before[what] for what in ("name", "number", "device", "birthday")), before
    earned = money(platform.folder)

    call("DELETE", "/auth/me", token=token)
    assert platform.request("GET", base + "/auth/me", token=token)[0] == 401 or wait(
        "the token is dead", lambda: platform.request("GET", base + "/auth/me", token=token)[0] == 401)
    left = {}

    def forgotten():
        left.clear()
        left.update({what: places for what, trace in TRACES.items() if (places := columns_with(trace, platform.folder))})
        return not left

    try:
        wait("everything is forgotten", forgotten)
    except AssertionError:
        raise SystemExit(f"still known after the erasure: {left}")
    assert call("GET", "/friends", token=john)["data"] == [] and not any(NAME in item["body"]
        for item in call("GET", "/notifications", token=john)["data"])
    # Tickets of future events are refunded (eventpass.md), which adds ledger entries; older entries stay unchanged.
    assert earned <= money(platform.folder), "money rows changed with the erasure"
    status, answer = platform.request("POST", base + "/auth/login", {"email": EMAIL, "password": "oran-31-corniche"})
    assert status == 401, (status, answer)
    assert call("POST", "/auth/register", person)["user"]["id"] != me, "the address is free again"
    print(f"erasure: {sum(len(places) for places in before.values())} places knew the person, none does now; the books kept every row")


def money(folder):
    """The rows that must stay: every payment and every ledger entry with its amount."""
    kept = set()
    for path in sorted(glob.glob(f"{folder}/data/payments-stub/p*.sqlite")):
        database = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        for table in ("payment", "ledger_entry"):
            kept |= {(path, table, *row) for row in database.execute(f"SELECT tenant, id, amount FROM {table}")}
        database.close()
    return kept


def wait(what, condition, seconds=60):
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, f"not within {seconds} s: {what}"
        time.sleep(0.1)
    return True


main()
