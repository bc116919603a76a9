#!/usr/bin/env python3
"""Looks for numbers and secrets that must stand nowhere in clear: card numbers, security codes, phone and account numbers of
payments, identity numbers, passwords, secrets of webhooks. Sends them through every route that takes them, also with mistakes
and twice, and then reads every topic, every table of every SQLite file, every byte of every file and everything that was
logged, from outside. What may be read is looked for the same way and must be found, so that a search that finds nothing means
something."""
import glob, os, pathlib, re, shutil, sqlite3, sys, tempfile, time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "support"))
import souk_platform

EVENTPASS, LUCIDDA = "/t/eventpass/api/v1", "/t/lucidda/api"
ORDER = {"eventId": "00000000-0000-4000-8000-00000e000001",
         "items": [{"ticketTypeId": "00000000-0000-4000-8000-00000f001001", "quantity": 1}]}
PAID_CARD, DECLINED_CARD, WRONG_CARD, KEPT_CARD = "4242424242424242", "4000000000000002", "4242424242424241", "5555555555554444"
CODE, WALLET_PHONE, PAYOUT_PHONE, ACCOUNT, IDENTITY = "739", "772918200", "772918311", "90817263544", "31415926"
PASSWORD, REASON = "quixotic-31-windmill", "Zyzzyva in the queue"


def patterns(secrets):
    """What is looked for, by its kind. A code of three digits is looked for beside its name."""
    spaced = [" ".join(card[k:k + 4] for k in range(0, 16, 4)) for card in (PAID_CARD, DECLINED_CARD, WRONG_CARD, KEPT_CARD)]
    plain = {"a card number": [PAID_CARD, DECLINED_CARD, WRONG_CARD, KEPT_CARD] + spaced, "a wallet's phone": [WALLET_PHONE],
             "a payout's phone": [PAYOUT_PHONE], "an account number": [ACCOUNT], "an identity number": [IDENTITY],
             "a password": [PASSWORD], "a secret of a webhook": [secret.removeprefix("whsec_") for secret in secrets]}
    found = {kind: re.compile("|".join(re.escape(text) for text in texts).encode()) for kind, texts in plain.items()}
    found["a security code"] = re.compile(rb"(?i)cvc\W{0,6}" + CODE.encode())
    return found


def tables(folder):
    """Every value of every table, the platform's included: (place, bytes)."""
    for path in sorted(glob.glob(f"{folder}/data/**/*.sqlite", recursive=True)):
        database = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        service = pathlib.Path(path).parent.name
        for (table,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
            if table.startswith("sqlite_"):
                continue
            try:
                rows = database.execute(f'SELECT * FROM "{table}"')
                names = [column[0] for column in rows.description]
                for row in rows:
                    for name, value in zip(names, row):
                        if value is not None:
                            yield f"{service}: {table}.{name}", value if isinstance(value, bytes) else str(value).encode()
            except sqlite3.DatabaseError as error:  # The shadow tables of a full-text index read as bytes of the file.
                assert "fts" in table or "virtual" in str(error), (path, table, error)
        database.close()


def topics(platform):
    names = [f"{service}.{kind}" for service in souk_platform.SERVICES
             for kind in ("commands", "intake", "queries", "events", "dead-letters")]
    for topic in names + ["gateway.replies", "gateway.operations", "platform.tenants", "platform.manifests", "platform.keys"]:
        try:
            yield topic, platform.tool("tail", topic, "--from", "beginning", "--no-follow", "--full").encode()
        except Exception:  # A topic without any record may not exist.
            continue


def files(folder):
    """Every file as it lies there: logs of the broker, journals, write-ahead logs, snapshots."""
    for path in sorted(glob.glob(f"{folder}/**/*", recursive=True)):
        if os.path.isfile(path):
            try:
                yield os.path.relpath(path, folder), pathlib.Path(path).read_bytes()
            except OSError:  # Deleted in the meantime.
                continue


def places(wanted, sources):
    """Where each kind stands."""
    found = {}
    for place, content in sources:
        for kind, pattern in wanted.items():
            if pattern.search(content):
                found.setdefault(kind, set()).add(place)
    return found


def wait(what, condition, seconds=60):
    deadline = time.monotonic() + seconds
    while not (answer := condition()):
        assert time.monotonic() < deadline, f"not within {seconds} s: {what}"
        time.sleep(0.1)
    return answer


class People:
    """Sends every number and secret through the routes that take it."""

    def __init__(self, platform):
        self.platform = platform

    def call(self, method, path, body=None, token=None, expected=(200, 201, 202, 204), headers=None):
        status, answer = self.platform.request(method, path, body, token, headers)
        assert status in expected, (method, path, status, answer)
        return answer

    def login(self, email, password):
        return self.call("POST", EVENTPASS + "/auth/login", {"email": email, "password": password})["token"]

    def pay(self):
        person = {"name": "Alonso Quixano", "email": "alonso@quixotic.example", "phone": "+256700314159", "password": PASSWORD}
        buyer = self.call("POST", EVENTPASS + "/auth/register", person)["token"]
        self.login(person["email"], PASSWORD)
        self.call("POST", EVENTPASS + "/auth/login", {"email": "nobody@quixotic.example", "password": PASSWORD}, expected=(401,))
        order = self.call("POST", EVENTPASS + "/orders", ORDER, buyer)
        payment = order["payment"]["id"]

        def card(number):
            return {"type": "card", "number": number, "expMonth": 12, "expYear": 2031, "cvc": CODE}

        place = f"{EVENTPASS}/payments/{payment}/confirm"
        self.call("POST", place, {"method": card(WRONG_CARD)}, buyer, expected=(422,))
        self.call("POST", place, {"method": card(WRONG_CARD[:4] + " " + WRONG_CARD[4:])}, buyer, expected=(422,))
        self.call("POST", place, {"method": dict(card(PAID_CARD), expYear=2001)}, buyer, expected=(422,))
        self.call("POST", place, {"method": card(DECLINED_CARD)}, buyer)
        wait("declined", lambda: self.payment(payment, buyer)["status"] == "failed")
        key = {"Idempotency-Key": "paid-once"}
        for _ in range(2):
            self.call("POST", place, {"method": card(PAID_CARD)}, buyer, headers=key)
        wait("paid", lambda: self.payment(payment, buyer)["status"] == "succeeded")
        self.call("POST", EVENTPASS + "/payment-methods", card(KEPT_CARD), buyer)
        self.call("POST", EVENTPASS + "/payment-methods", {"type": "mtn_momo", "phone": "+256" + WALLET_PHONE}, buyer)
        moderator = self.login("moderator@eventpass.ug", "moderator-kampala-7")
        self.call("POST", f"{EVENTPASS}/payments/{payment}/refunds", {"reason": REASON}, moderator)
        return buyer

    def payment(self, payment, buyer):
        return self.call("GET", f"{EVENTPASS}/payments/{payment}", token=buyer)

    def earn(self):
        organizer = self.login("bob@events.com", "organizer123")
        account = {"type": "bank", "accountNumber": ACCOUNT, "bankName": "Bank of Kampala", "accountName": "Bob Events"}
        self.call("PUT", EVENTPASS + "/organizer/payout-account", account, organizer)
        self.call("PUT", EVENTPASS + "/organizer/payout-account",
                  {"type": "mtn_momo", "phone": "+256" + PAYOUT_PHONE, "accountName": "Bob Events"}, organizer)

    def listen(self):
        developer = self.login("developer@eventpass.ug", "developer-kampala-8")
        made = self.call("POST", EVENTPASS + "/webhooks", {"url": "http://127.0.0.1:9/nobody", "events": ["*"]}, developer,
                         headers={"Idempotency-Key": "listen-once"})
        again = self.call("POST", EVENTPASS + "/webhooks", {"url": "http://127.0.0.1:9/nobody", "events": ["*"]}, developer,
                          headers={"Idempotency-Key": "listen-once"})
        assert again == made, "a repeated request shows the same secret"
        rotated = self.call("POST", f"{EVENTPASS}/webhooks/{made['id']}/rotate-secret", token=developer)
        return [made["secret"], rotated["secret"]]

    def book(self):
        artist = self.call("POST", LUCIDDA + "/auth/register",
                           {"name": "Artista Nueva", "email": "artista@example.com", "password": PASSWORD})["token"]
        wait("the calendar is there", lambda: self.platform.request("GET", LUCIDDA + "/schedule-settings", token=artist)[0] == 200)
        hours = [{"dayOfWeek": day, "startTime": "08:00", "endTime": "20:00"} for day in range(7)]
        self.call("PUT", LUCIDDA + "/working-hours", {"workingHours": hours}, artist)
        link = self.call("POST", LUCIDDA + "/booking-links", {"description": "Molinos", "duration": 60}, artist)["token"]
        days = self.call("GET", f"{LUCIDDA}/booking/links/{link}/slots")["data"]
        start = [slot["startsAt"] for day in days for slot in day["slots"]][-1]
        self.call("POST", f"{LUCIDDA}/booking/links/{link}/appointments", {
            "clientName": "Sancho Panza", "clientEmail": "sancho@quixotic.example", "clientPhone": "+541122334455", "clientDni": IDENTITY,
            "startsAt": start})


def judge(platform):
    people = People(platform)
    secrets = people.listen()
    people.pay()
    people.earn()
    people.book()
    wanted = patterns(secrets)
    known = {"a reason": re.compile(REASON.encode())}
    assert places(known, [(topic, text) for topic, text in topics(platform) if topic == "payments-stub.commands"]), "topics are not read"
    read = places(known, tables(platform.folder)).get("a reason", [])
    assert any(place.endswith("refund.reason") for place in read), "tables are not read"
    assert places(known, files(platform.folder)), "files are not read"
    assert platform.log, "the log is not read"
    found = {}
    for kind, source in (("topics", topics(platform)), ("tables", tables(platform.folder)), ("files", files(platform.folder)),
                         ("the log", [("standard output", "\n".join(platform.log).encode())])):
        for what, where in places(wanted, source).items():
            found[f"{what} in {kind}"] = sorted(where)
    assert not found, f"in clear: {found}"
    print(f"sealed numbers: {len(wanted)} kinds of secrets stand in clear in no topic, table, file or log")


def main():
    with tempfile.TemporaryDirectory() as folder:
        for name in ("eventpass", "lucidda"):
            shutil.copy(souk_platform.ROOT / f"deploy/tenants/{name}.yml", folder)
        platform = souk_platform.Platform(folder, seed=True, log_level="debug")
    try:
        judge(platform)
    finally:
        platform.stop()


main()
