#!/usr/bin/env python3
"""Lucidda over HTTP, from its specification alone: every route, status, slug and field name, the six walkthroughs, the
facts of the demo data.

One line per checked fact; the first that fails ends the run with its request and answer. `lucidda.py slots pages` runs
these parts only, `--all` goes on after failures.
"""
import concurrent.futures, datetime, http.client, json, pathlib, re, shutil, struct, sys, tempfile, time, traceback
import urllib.parse, zlib, zoneinfo, uuid

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Interop" / "support"))
import souk_platform

ROOT = "/t/lucidda"
API = ROOT + "/api"
BUENOS_AIRES = zoneinfo.ZoneInfo("America/Argentina/Buenos_Aires")
MADRID = zoneinfo.ZoneInfo("Europe/Madrid")
UTC = datetime.timezone.utc
UUID = re.compile(r"[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}")
PORT = 0


class Answer:
    def __init__(self, request, status, headers, body):
        self.request, self.status, self.bytes = request, status, body
        self.headers = {name.lower(): value for name, value in headers.items()}
        self.text = body.decode("utf-8", "replace")
        try:
            self.json = json.loads(body) if body else None
        except ValueError:
            self.json = None

    def __getitem__(self, name):
        return self.json[name]

    @property
    def slug(self):
        return self.json.get("slug") if isinstance(self.json, dict) else None

    @property
    def fields(self):
        return set((self.json or {}).get("errors", {}))

    def __str__(self):
        return f"request: {re.sub(r'Bearer [^ ]+', 'Bearer …', self.request)}\nanswer:  {self.status} {self.headers}\n{self.text[:3000]}"


class Failed(Exception):
    pass


facts = failures = 0


def fact(what, holds, *answers):
    """Says a fact, or ends the run."""
    global facts, failures
    if not holds:
        failures += 1
        problem = what + "\n" + "\n".join(str(answer) for answer in answers)
        if "--all" not in sys.argv:
            raise Failed(problem)
        print("FAILED", problem, flush=True)
        return
    facts += 1
    print("ok", what, flush=True)


def call(method, path, body=None, token=None, headers=None, form=None, raw=None, at=API):
    """`at`: API paths by default, ROOT for pages."""
    headers = dict(headers or {})
    data = raw
    if body is not None:
        data = json.dumps(body).encode()
        headers.setdefault("Content-Type", "application/json")
    if form is not None:
        data = urllib.parse.urlencode(form).encode()
        headers.setdefault("Content-Type", "application/x-www-form-urlencoded")
    if token:
        headers["Authorization"] = "Bearer " + token
    return Answer(f"{method} {at + path} {headers} {(data or b'')[:600]!r}",
                  *souk_platform.exchange(PORT, method, at + path, data, headers))


def page(method, path, **more):
    return call(method, path, at=ROOT, **more)


def expect(what, answer, status, slug=None, fields=None):
    """A fact about a status, a slug and the failing fields."""
    holds = answer.status == status and (slug is None or answer.slug == slug)
    if status == 422 and fields is not None:
        holds = holds and answer.fields == set(fields)
    if status >= 400 and answer.headers.get("content-type", "").startswith("application/problem+json"):
        holds = holds and {"type", "title", "status", "detail", "slug", "message", "requestId"} <= set(answer.json)
        holds = holds and answer.json["type"].endswith("/" + answer.slug) and answer.json["status"] == status
    elif status >= 400:
        holds = False
    wanted = f"{status}" + (f" {slug}" if slug else "") + (f" {sorted(fields)}" if fields is not None else "")
    fact(f"{what}: {wanted}", holds, answer)
    return answer


def until(what, ask, holds, seconds=10):
    """Polls: what follows from a message is there soon."""
    deadline = time.monotonic() + max(60, 10 * seconds)  # Tolerate a busy machine.
    while True:
        answer = ask()
        if holds(answer):
            fact(what, True)
            return answer
        if time.monotonic() > deadline:
            fact(what, False, answer)
            return answer
        time.sleep(0.05)


def instant(text):
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))


def z(moment):
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def now():
    return instant(call("GET", "/dev/clock")["now"])


def today(zone=BUENOS_AIRES):
    return now().astimezone(zone).date()


def login(email, password):
    answer = call("POST", "/auth/login", {"email": email, "password": password})
    if answer.status != 200:
        raise Failed(str(answer))
    return answer


artists = 0


class Artist:
    """A registered artist with a calendar of their own: open every day 08:00–20:00 unless said otherwise."""

    def __init__(self, settings=None, hours=None, timezone=None):
        global artists
        artists += 1
        self.email, self.password = f"artist{artists}-{int(time.time() * 1000) % 10**9}@example.com", f"Rosa-Salvaje-{artists}-xq"
        body = {"name": f"Artista {artists}", "email": self.email, "password": self.password}
        if timezone:
            body["timezone"] = timezone
        self.registered = call("POST", "/auth/register", body)
        if self.registered.status != 201:
            raise Failed(str(self.registered))
        self.id, self.token = self.registered["user"]["id"], self.registered["token"]
        rows = hours if hours is not None else [{"dayOfWeek": day, "startTime": "08:00", "endTime": "20:00"} for day in range(7)]
        # The calendar follows the account within two seconds.
        deadline = time.monotonic() + 50
        while True:
            answer = self("GET", "/schedule-settings")
            if answer.status == 200 and answer["timezone"] == (timezone or "America/Argentina/Buenos_Aires") or time.monotonic() > deadline:
                break
            time.sleep(0.05)
        answers = [self("PUT", "/working-hours", {"workingHours": rows})] + ([self("PUT", "/schedule-settings", settings)] if settings
            else [])
        for answer in answers:
            if answer.status != 200:
                raise Failed(str(answer))

    def __call__(self, method, path, body=None, **more):
        return call(method, path, body, token=self.token, **more)

    def sign_in(self):
        self.token = login(self.email, self.password)["token"]

    def link(self, duration=120, **more):
        answer = self("POST", "/booking-links", {"description": "Peonía en el antebrazo", "duration": duration, **more})
        if answer.status != 201:
            raise Failed(str(answer))
        return answer["token"]

    def slots(self, link, **query):
        answer = call("GET", f"/booking/links/{link}/slots?" + urllib.parse.urlencode(query))
        return [slot for day in answer["data"] for slot in day["slots"]]

    def booked(self, start, duration=120, **more):
        answer = book(self.link(duration), start, **more)
        if answer.status != 201:
            raise Failed(str(answer))
        return answer


CLIENT = {"clientName": "Carla Medina", "clientEmail": "carla.medina@example.com", "clientDni": "32.456.789"}


def book(link, start=None, headers=None, **more):
    return call("POST", f"/booking/links/{link}/appointments",
                {**CLIENT, "clientEmail": "cliente@example.com", **({"startsAt": start} if start else {}), **more}, headers=headers)


def mails(to, count=None, template=None):
    def ask():
        return call("GET", "/dev/outbox?" + urllib.parse.urlencode({"channel": "email", "to": to, "limit": 50}))

    def chosen(answer):
        return [mail for mail in answer["data"] if template is None or mail["template"] == template]

    if count is not None:
        return chosen(until(f"{count} mails{' ' + template if template else ''} to {to}", ask, lambda answer: len(chosen(answer)) == count))
    return chosen(ask())


def advance(text):
    answer = call("POST", "/dev/clock", {"advance": text})
    if answer.status != 200:
        raise Failed(str(answer))


def away_from_midnight():
    """Passes the midnights of the artists' zones between two parts, never within one: parts count days from today."""
    for zone in (BUENOS_AIRES, MADRID):
        local = now().astimezone(zone)
        if local.hour == 23 and local.minute >= 40:
            advance("PT25M")


def later(days, hour, minute=0, zone=BUENOS_AIRES):
    """An instant so many local days from today."""
    date = today(zone) + datetime.timedelta(days=days)
    return z(datetime.datetime(date.year, date.month, date.day, hour, minute, tzinfo=zone))


def lines_of(ics):
    return ics.replace("\r\n ", "").split("\r\n")


def invite(mail):
    return next(part for part in mail["attachments"] if part["filename"] == "invite.ics")


# ---- parts ----

APPOINTMENT = {
    "id", "clientName", "clientEmail", "clientDni", "clientPhone", "tattooDescription", "appointmentDate", "startTime", "endTime",
    "durationMinutes", "status",
    "createdAt", "updatedAt", "startsAt", "endsAt", "timezone", "artistId", "bookingLinkId", "source", "sequence", "rescheduleCount",
    "cancelledBy",
    "cancelReason", "cancellableUntil", "reschedulableUntil", "deposit", "photos", "artistNotes",
}
PUBLIC = {
    "id", "status", "artistName", "clientName", "clientEmail", "clientDni", "tattooDescription", "appointmentDate", "startTime", "endTime",
    "durationMinutes",
    "startsAt", "endsAt", "timezone", "location", "sequence", "cancellableUntil", "reschedulableUntil", "reschedulesLeft", "deposit",
    "photos",
    "manageToken", "manageUrl", "icsUrl",
}
LINK = {"id", "token", "bookingUrl", "expiresAt", "tattooDescription", "durationMinutes", "status", "createdAt", "artistId",
        "appointmentId", "deposit", "photos"}
SETTINGS = {
    "slotStepMinutes": 30, "bufferBeforeMinutes": 0, "bufferAfterMinutes": 15, "minimumNoticeMinutes": 1440, "horizonDays": 60,
    "cancelNoticeMinutes": 2880,
    "rescheduleNoticeMinutes": 2880, "maxReschedules": 2, "holdMinutes": 10, "depositMinutes": 30, "waitlistOfferMinutes": 240,
    "linkDays": 7,
    "reminderMinutes": [1440, 120], "clientDocument": "AR", "location": "",
}
PRIVATE = {"cache-control": "no-store", "referrer-policy": "no-referrer", "x-robots-tag": "noindex"}


def is_private(answer):
    return all(answer.headers.get(name) == value for name, value in PRIVATE.items())


def seed():
    """Stable facts of the demo data. Runs first: nothing may be booked before."""
    lucia = call("POST", "/auth/login", {"email": "lucia@lucidda.tattoo", "password": "Peonia-Negra-27"})
    user = lucia["user"]
    fact("Lucía signs in: user.id is the number 1", lucia.status == 200 and user["id"] == 1 and type(user["id"]) is int, lucia)
    fact("her user has email, name, role, timezone", (user["email"], user["name"], user["role"], user["timezone"])
         == ("lucia@lucidda.tattoo", "Lucía Ferreyra", "artist", "America/Argentina/Buenos_Aires"), lucia)
    fact("a token for 24 h and a refresh token", lucia["expiresIn"] == 86400 and lucia["token"] and lucia["refreshToken"], lucia)
    token = lucia["token"]
    fact("GET /auth/me is the same user", call("GET", "/auth/me", token=token)["id"] == 1)
    others = {}
    for number, email, password, role, zone in [
        (2, "mateo@lucidda.tattoo", "Golondrina-Azul-14", "artist", "Europe/Madrid"),
        (3, "estudio@lucidda.tattoo", "Aguja-Fina-88", "admin", None),
        (4, "dev@lucidda.tattoo", "Tinta-Prueba-05", "developer", None),
    ]:
        answer = login(email, password)
        others[number] = answer["token"]
        user = answer["user"]
        fact(f"{email} is {number}, {role}", user["id"] == number and user["role"] == role
             and user["timezone"] == (zone or "America/Argentina/Buenos_Aires"), answer)
    week = call("GET", "/working-hours?perPage=2", token=token)
    rows = [(row["dayOfWeek"], row["startTime"], row["endTime"], row["isActive"]) for row in week["data"]]
    expected = [(1, "10:00", "14:00", False)] + [(d, *part, True) for d in range(2, 7) for part in [("10:00", "13:00"), ("14:00", "19:00")]]
    fact("11 rows of hours by day and time, on one page", rows == expected and week["meta"]["total"] == 11
        and week["meta"]["lastPage"] == 1, week)
    fact("a row has the fields of the model",
         all(set(row) == {"id", "dayOfWeek", "startTime", "endTime", "isActive"} for row in week["data"]), week)
    exceptions = call("GET", "/schedule-overrides", token=token)
    # The demo's dates count from the day of the seeding; this part may run on the next.
    closed = next(row["startDate"] for row in exceptions["data"] if row["kind"] == "closed")
    day = datetime.date.fromisoformat(closed) - datetime.timedelta(days=20)
    fact("the demo begins on the day of the seeding", 0 <= (today() - day).days <= 1, exceptions)
    sundays = [day + datetime.timedelta(days=n) for n in range(1, 15) if (day + datetime.timedelta(days=n)).weekday() == 6]
    found = {row["kind"]: row for row in exceptions["data"]}
    fact("two exceptions", exceptions["meta"]["total"] == 2 and set(found) == {"closed", "extra"}, exceptions)
    fact("closed from +20 to +22 for the convention", (found["closed"]["startDate"], found["closed"]["endDate"], found["closed"]["reason"],
         found["closed"]["startTime"], found["closed"]["endTime"]) == (str(day + datetime.timedelta(days=20)),
             str(day + datetime.timedelta(days=22)),
         "Convención de tatuaje, La Plata", None, None), exceptions)
    fact("extra 11:00–15:00 on the second Sunday", (found["extra"]["startDate"], found["extra"]["startTime"], found["extra"]["endTime"])
         == (str(sundays[1]), "11:00", "15:00") and found["extra"]["conflicts"] == [], exceptions)
    fact("settings have Lucía's place",
         call("GET", "/schedule-settings", token=token)["location"] == "Gurruchaga 1450, Palermo, Buenos Aires")
    listed = call("GET", "/appointments", token=token)
    fact("6 upcoming appointments", listed["meta"]["total"] == 6 and [a["id"] for a in listed["data"]] == [1, 2, 3, 4, 5, 6], listed)
    workdays = [day + datetime.timedelta(days=n) for n in range(2, 16) if (day + datetime.timedelta(days=n)).weekday() in (1, 2, 3, 4, 5)]
    plan = [(0, "10:00", 120, "Carla Medina"), (0, "15:00", 180, "Joaquín Sosa"), (1, "10:00", 60, "Valentina Ríos"),
            (2, "14:00", 300, "Martín Acuña"),
            (3, "10:00", 90, "Julieta Paz"), (3, "14:00", 240, "Bruno Herrera")]
    fact("their days, times, lengths and names",
         [(a["appointmentDate"], a["startTime"], a["durationMinutes"], a["clientName"], a["status"]) for a in listed["data"]]
         == [(str(workdays[n]), at, minutes, name, "confirmed") for n, at, minutes, name in plan], listed)
    fact("an appointment in a list has every field and no history", all(set(a) == APPOINTMENT for a in listed["data"]), listed)
    every = call("GET", "/appointments?perPage=100&status=pending,confirmed,completed,cancelled,no_show", token=token)
    states = [a["status"] for a in every["data"]]
    fact("14 in all: 6 confirmed, 5 completed, 1 no_show, 2 cancelled", every["meta"]["total"] == 14
        and sorted(a["id"] for a in every["data"]) == list(range(1, 15))
         and [states.count(s) for s in ("confirmed", "completed", "no_show", "cancelled")] == [6, 5, 1, 2], every)
    fact("one cancelled by the client, one by the artist",
         sorted(a["cancelledBy"] for a in every["data"] if a["status"] == "cancelled") == ["artist", "client"], every)
    past = [a for a in every["data"] if a["status"] != "confirmed"]
    fact("the last eight lie in the past 60 days", all(now() - datetime.timedelta(days=61) < instant(a["startsAt"]) < now() for a in past),
         every)
    links = call("GET", "/booking-links", token=token)
    fact("3 links, newest first", [row["id"] for row in links["data"]] == [3, 2, 1], links)
    third, second, first = links["data"]
    fact("link 1: active, 180 min, the dragon",
         (first["status"], first["durationMinutes"], first["tattooDescription"]) == ("active", 180, "Dragón japonés en el hombro"), links)
    fact("link 2: active, 240 min, deposit ARS 20 000.00", (second["status"], second["durationMinutes"], second["deposit"])
         == ("active", 240, {"amount": 2000000, "currency": "ARS"}), links)
    fact("link 3: revoked", third["status"] == "revoked", links)
    fact("a link has its fields", all(set(row) == LINK for row in links["data"]), links)
    mateo = others[2]
    rows = [(r["dayOfWeek"], r["startTime"], r["endTime"]) for r in call("GET", "/working-hours", token=mateo)["data"]]
    fact("Mateo works 1–5, 11:00–20:00", rows == [(d, "11:00", "20:00") for d in range(1, 6)])
    own = call("GET", "/schedule-settings", token=mateo)
    fact("Mateo: ES, buffers 15/15, cancel notice 1440",
         (own["clientDocument"], own["bufferBeforeMinutes"], own["bufferAfterMinutes"], own["cancelNoticeMinutes"])
         == ("ES", 15, 15, 1440) and own["timezone"] == "Europe/Madrid", own)
    fact("Mateo has no appointments", call("GET", "/appointments", token=mateo)["meta"]["total"] == 0)
    PLATFORM.tool("seed")
    again = call("GET", "/appointments?perPage=100&status=pending,confirmed,completed,cancelled,no_show", token=token)
    fact("seeding again changes nothing", again.json == every.json and call("GET", "/booking-links", token=token).json == links.json
         and call("GET", "/working-hours", token=token).json["data"] == week.json["data"], again)


def studio():
    """What the admin reads, and who may not."""
    lucia, admin = login("lucia@lucidda.tattoo", "Peonia-Negra-27")["token"], login("estudio@lucidda.tattoo", "Aguja-Fina-88")["token"]
    developer, artist = login("dev@lucidda.tattoo", "Tinta-Prueba-05")["token"], Artist()
    for path in ["/working-hours", "/schedule-overrides", "/schedule-settings", "/booking-links", "/appointments", "/slots?duration=60",
                 "/waitlist", "/calendar-feed"]:
        answer = expect(f"GET {path} without a token", call("GET", path), 401)
        fact("and says how to sign in", answer.headers.get("www-authenticate", "").startswith("Bearer"), answer)
        expect(f"GET {path} as developer", call("GET", path, token=developer), 403)
    for path in ["/working-hours", "/schedule-overrides", "/schedule-settings", "/booking-links"]:
        expect(f"a studio names an artist: {path}", call("GET", path, token=admin), 422, fields=["artistId"])
        expect(f"an artist that is none: {path}", call("GET", path + "?artistId=999999", token=admin), 404)
        expect(f"an artist id that is no number: {path}", call("GET", path + "?artistId=abc", token=admin), 404)
        expect(f"an artist names another one: {path}", call("GET", path + f"?artistId={artist.id}", token=lucia), 404)
        mine, theirs = call("GET", path, token=lucia), call("GET", path + "?artistId=1", token=admin)
        fact(f"the studio reads the same {path}", theirs.status == 200 and mine.json == theirs.json, mine, theirs)
    expect("the form of a question before whom it is about", call("GET", "/booking-links?status=open&artistId=999999", token=admin), 422,
           fields=["status"])
    expect("every field of it", call("GET", "/booking-links?status=open", token=admin), 422, fields=["artistId", "status"])
    every = call("GET", "/appointments", token=admin)
    fact("without artistId the studio sees all appointments", every.status == 200 and every["meta"]["total"] >= 6, every)
    fact("and all who wait", call("GET", "/waitlist", token=admin).status == 200)
    fact("with artistId one artist's", call("GET", f"/appointments?artistId={artist.id}", token=admin)["meta"]["total"] == 0)
    expect("appointments of nobody", call("GET", "/appointments?artistId=999999", token=admin), 404)
    for path in ["/appointments/1", "/booking-links/1"]:
        mine, theirs = call("GET", path, token=lucia), call("GET", path, token=admin)
        fact(f"the studio reads {path}, with artistId or without", theirs.status == 200 and theirs.json == mine.json
             and call("GET", path + "?artistId=1", token=admin).json == mine.json, mine, theirs)
    again = Artist()
    for roles, name in [(["admin"], "Rosa Nueva"), (["artist"], None)]:
        given = call("PUT", f"/users/{again.id}/roles", {"roles": roles}, token=admin)
        fact(f"the studio makes somebody {roles[0]}", given.status == 200 and given["role"] == roles[0], given)
        if name:
            fact("who takes another name", again("PUT", "/auth/profile", {"name": name}).status == 200)
    again.sign_in()
    made = until("an artist again makes links", lambda: again("POST", "/booking-links", {"description": "Rosa"}), lambda a: a.status == 201)
    until("and is called as the account is", lambda: call("GET", f"/booking/links/{made['token']}"),
          lambda a: a["artistName"] == "Rosa Nueva")
    row = {"dayOfWeek": 1, "startTime": "10:00", "endTime": "11:00"}
    for method, path, body in [
        ("PUT", "/working-hours", {"workingHours": []}), ("POST", "/working-hours", row), ("PUT", "/working-hours/1", row),
        ("DELETE", "/working-hours/1", None),
        ("POST", "/schedule-overrides", {"kind": "closed", "startDate": "2030-01-01"}), ("DELETE", "/schedule-overrides/1", None),
        ("PUT", "/schedule-settings", {"linkDays": 3}),
        ("POST", "/booking-links", {"description": "x"}), ("DELETE", "/booking-links/1", None),
        ("POST", "/appointments", {"clientName": "Ana Paz", "tattooDescription": "x", "startsAt": later(3, 10), "durationMinutes": 60}),
        ("PUT", "/appointments/1", {"artistNotes": "x"}), ("POST", "/appointments/1/cancel", {}),
        ("POST", "/appointments/1/reschedule", {"startsAt": later(3, 10)}),
        ("PUT", "/appointments/1/status", {"status": "completed"}), ("POST", "/calendar-feed", None), ("DELETE", "/calendar-feed", None),
    ]:
        expect(f"a studio writes nothing: {method} {path}", call(method, path, body, token=admin), 403)
        expect(f"nobody without a token: {method} {path}", call(method, path, body), 401)
    for path in ["/appointments/abc", "/booking-links/abc", "/appointments/1", "/booking-links/1", "/appointments/99999999999999999999"]:
        expect(f"another artist's or no number: GET {path}", artist("GET", path), 404)
    for method, path, body in [
        ("PUT", "/working-hours/1", row), ("PUT", "/working-hours/x1", row), ("DELETE", "/working-hours/1", None),
        ("DELETE", "/schedule-overrides/1", None),
        ("DELETE", "/schedule-overrides/zzz", None), ("DELETE", "/booking-links/1", None), ("PUT", "/appointments/1", {"artistNotes": "x"}),
        ("POST", "/appointments/1/cancel", {}), ("POST", "/appointments/1/reschedule", {"startsAt": later(3, 10)}),
        ("PUT", "/appointments/1/status", {"status": "completed"}), ("POST", "/appointments/x/cancel", {}),
        ("DELETE", "/photos/nothing", None), ("GET", "/photos/nothing", None),
    ]:
        expect(f"not yours: {method} {path}", artist(method, path, body), 404)
    for method, path, body, field in [
        ("PUT", "/working-hours/1", {**row, "dayOfWeek": 9}, "dayOfWeek"), ("PUT", "/appointments/1", {"tattooDescription": ""},
            "tattooDescription"),
        ("POST", "/appointments/1/cancel", {"reason": "x" * 501}, "reason"), ("POST", "/appointments/1/reschedule", {}, "startsAt"),
        ("PUT", "/appointments/1/status", {"status": "lost"}, "status"),
    ]:
        expect(f"not yours, and wrong: {method} {path}", artist(method, path, body), 422, fields=[field])
    expect("unknown route", artist("GET", "/tattoos"), 404)
    answer = expect("known path, wrong method", artist("PATCH", "/working-hours", {}), 405)
    fact("Allow names the methods", {"GET", "POST", "PUT"} <= set(re.split(r", *", answer.headers.get("allow", ""))), answer)
    expect("no JSON", artist("POST", "/booking-links", raw=b"{", headers={"Content-Type": "application/json"}), 400)
    expect("another content type", artist("POST", "/booking-links", raw=b"x=1", headers={"Content-Type": "text/plain"}), 415)
    english = artist("POST", "/booking-links", {"description": ""}, headers={"Accept-Language": "en"})
    spanish = artist("POST", "/booking-links", {"description": ""})
    fact("message follows Accept-Language, Spanish first", english["message"] != spanish["message"] and english["slug"] == spanish["slug"],
         english, spanish)


def accounts():
    artist = Artist()
    user = artist.registered["user"]
    fact("registering makes an artist without a phone", artist.registered.status == 201 and user["role"] == "artist"
        and type(user["id"]) is int
         and user["timezone"] == "America/Argentina/Buenos_Aires" and artist.registered["expiresIn"] == 86400, artist.registered)
    body = {"name": "Nadie", "email": "nadie@example.com", "password": "Tulipan-Rojo-99"}
    for zone in ["Marte/Olympus", "EST", "", "buenos aires", "SystemV/EST5", "US/Pacific-New"]:
        expect(f"no zone: {zone!r}", call("POST", "/auth/register", {**body, "timezone": zone}), 422, fields=["timezone"])
    madrid = Artist(timezone="Europe/Madrid", hours=[])
    fact("a zone of one's own", madrid.registered["user"]["timezone"] == "Europe/Madrid"
        and madrid("GET", "/schedule-settings")["timezone"] == "Europe/Madrid")
    fact("the calendar is empty", madrid("GET", "/working-hours")["data"] == [] and madrid("GET", "/appointments")["data"] == [])
    expect("PUT /auth/profile: no zone", madrid("PUT", "/auth/profile", {"timezone": "EST"}), 422, fields=["timezone"])
    moved = madrid("PUT", "/auth/profile", {"timezone": "UTC"})
    fact("PUT /auth/profile", moved.status == 200 and (moved.json.get("user") or moved.json)["timezone"] == "UTC", moved)
    until("scheduling follows within 2 s", lambda: madrid("GET", "/schedule-settings"), lambda a: a["timezone"] == "UTC", seconds=2)
    back = madrid("PUT", "/auth/profile", {"timezone": None})
    until("also back to the studio's zone", lambda: madrid("GET", "/schedule-settings"),
          lambda a: a["timezone"] == (back.json.get("user") or back.json)["timezone"] == "America/Argentina/Buenos_Aires", seconds=2)
    for body in [{"pushToken": "a1b2" * 16}, {"pushToken": "a1b2" * 16, "platform": "apns"}, {"pushToken": "x:y", "platform": "fcm"}]:
        answer = artist("POST", "/auth/push-token", body)
        fact(f"push token {sorted(body)}: 200 with {{}}", answer.status == 200 and answer.json == {}, answer)
    for body in [{}, {"pushToken": ""}, {"pushToken": "ñ"}, {"pushToken": "a b"}, {"pushToken": "x" * 4097}]:
        expect(f"push token {str(body)[:40]}", artist("POST", "/auth/push-token", body), 422, fields=["pushToken"])
    expect("push token and platform", artist("POST", "/auth/push-token", {"pushToken": "", "platform": "x"}), 422,
           fields=["platform", "pushToken"])
    expect("every field of /slots", artist("GET", "/slots?duration=1&from=x&to=y"), 422, fields=["duration", "from", "to"])
    expect("every field of /booking-links", artist("GET", "/booking-links?status=x&perPage=200"), 422, fields=["perPage", "status"])
    expect("every field of /waitlist", artist("GET", "/waitlist?status=x&page=0"), 422, fields=["page", "status"])
    expect("every field of /schedule-overrides", artist("GET", "/schedule-overrides?from=x&page=-1&perPage=0"), 422,
           fields=["from", "page", "perPage"])
    expect("a number no page has", artist("GET", "/appointments?perPage=99999999999999999999"), 422, fields=["perPage"])
    expect("every field of /appointments",
           artist("GET", "/appointments?status=x&search=a&updatedSince=q&group=w&from=1&perPage=200"), 422,
           fields=["from", "group", "perPage", "search", "status", "updatedSince"])
    expect("push platform", artist("POST", "/auth/push-token", {"pushToken": "abc", "platform": "pager"}), 422, fields=["platform"])


def hours():
    artist = Artist(hours=[])
    row = {"dayOfWeek": 2, "startTime": "10:00", "endTime": "13:00"}
    added = artist("POST", "/working-hours", row)
    fact("POST /working-hours", added.status == 201 and {k: v for k, v in added.json.items() if k != "id"} == {**row, "isActive": True}
        and type(added["id"]) is int, added)
    fact("with Location", added.headers.get("location", "").endswith(f"/working-hours/{added['id']}"), added)
    touching = artist("POST", "/working-hours", {**row, "startTime": "13:00", "endTime": "24:00"})
    fact("rows may touch; 24:00 ends a day", touching.status == 201 and touching["endTime"] == "24:00", touching)
    overlap = expect("overlap", artist("POST", "/working-hours", {**row, "startTime": "12:30", "endTime": "13:30"}), 409,
                     "working-hours-overlap")
    fact("names the row", overlap["conflictId"] in (added["id"], touching["id"]), overlap)
    inactive = artist("POST", "/working-hours", {**row, "isActive": False})
    fact("inactive rows never conflict", inactive.status == 201 and inactive["isActive"] is False, inactive)
    for bad, field in [
        ({"startTime": "9:00"}, "startTime"), ({"startTime": "24:00"}, "startTime"), ({"endTime": "24:01"}, "endTime"),
        ({"endTime": "10:00"}, "endTime"),
        ({"endTime": "09:00"}, "endTime"), ({"dayOfWeek": 7}, "dayOfWeek"), ({"dayOfWeek": -1}, "dayOfWeek"),
        ({"startTime": "10:60"}, "startTime"), ({"startTime": None}, "startTime"),
    ]:
        expect(f"row with {bad}", artist("POST", "/working-hours", {**row, **bad}), 422, fields=[field])
    expect("row with nothing", artist("POST", "/working-hours", {}), 422, fields=["dayOfWeek", "startTime", "endTime"])
    for n in range(3):
        artist("POST", "/working-hours", {"dayOfWeek": 2, "startTime": f"0{n}:00", "endTime": f"0{n}:30"})
    seventh = expect("a seventh row of a day", artist("POST", "/working-hours", {"dayOfWeek": 2, "startTime": "08:00", "endTime": "08:30"}),
                     422, fields=["dayOfWeek"])
    fact("says so in Spanish", seventh["errors"]["dayOfWeek"] == ["un día tiene como máximo 6 filas"], seventh)
    changed = artist("PUT", f"/working-hours/{inactive['id']}",
                     {"dayOfWeek": 3, "startTime": "09:30", "endTime": "12:00", "isActive": True})
    fact("PUT /working-hours/{id}", changed.status == 200 and changed.json == {"id": inactive["id"], "dayOfWeek": 3, "startTime": "09:30",
        "endTime": "12:00", "isActive": True}, changed)
    expect("PUT into another row", artist("PUT", f"/working-hours/{touching['id']}", {**row, "startTime": "12:00", "endTime": "14:00"}),
           409, "working-hours-overlap")
    gone = artist("DELETE", f"/working-hours/{changed['id']}")
    fact("DELETE: 204", gone.status == 204 and gone.bytes == b"", gone)
    expect("a second DELETE", artist("DELETE", f"/working-hours/{changed['id']}"), 404)
    put = artist("PUT", "/working-hours",
                 {"workingHours": [{**row, "id": added["id"], "endTime": "12:00"},
                                   {"dayOfWeek": 0, "startTime": "10:00", "endTime": "11:00", "isActive": False}]})
    fact("the whole week: known ids stay, others go", put.status == 200 and len(put["data"]) == 2 and put["data"][1]["id"] == added["id"]
         and put["data"][1]["endTime"] == "12:00" and put["data"][0]["dayOfWeek"] == 0
         and put["data"][0]["id"] not in (added["id"], touching["id"]), put)
    good = [{"dayOfWeek": d, "startTime": "10:00", "endTime": "12:00"} for d in range(3)]
    expect("keys name the place",
           artist("PUT", "/working-hours", {"workingHours": good + [{"dayOfWeek": 4, "startTime": "10:00", "endTime": "09:00"}]}), 422,
           fields=["workingHours.3.endTime"])
    expect("unknown id", artist("PUT", "/working-hours", {"workingHours": [{**row, "id": 1}]}), 422, fields=["workingHours.0.id"])
    expect("repeated id",
           artist("PUT", "/working-hours", {"workingHours": [{**row, "id": added["id"]}, {**row, "id": added["id"], "dayOfWeek": 5}]}), 422,
           fields=["workingHours.1.id"])
    expect("overlap in the week",
           artist("PUT", "/working-hours", {"workingHours": [row, {**row, "startTime": "12:00", "endTime": "14:00"}]}), 422)
    fact("a refused week changes nothing", artist("GET", "/working-hours")["data"] == put["data"])
    expect("no list", artist("PUT", "/working-hours", {}), 422, fields=["workingHours"])
    expect("every wrong row", artist("PUT", "/working-hours", {"workingHours": [{**row, "dayOfWeek": 9}, {**row, "endTime": "x"}]}), 422,
           fields=["workingHours.0.dayOfWeek", "workingHours.1.endTime"])
    empty = artist("PUT", "/working-hours", {"workingHours": []})
    fact("[] clears", empty.status == 200 and empty["data"] == [] and artist("GET", "/working-hours")["data"] == [], empty)


def exceptions():
    artist = Artist(settings={"minimumNoticeMinutes": 0})
    day = today()
    on = lambda n: str(day + datetime.timedelta(days=n))
    closed = artist("POST", "/schedule-overrides", {"kind": "closed", "startDate": on(3)})
    fact("POST /schedule-overrides", closed.status == 201 and {k: v for k, v in closed.json.items() if k != "id"} == {
        "startDate": on(3), "endDate": on(3), "kind": "closed", "startTime": None, "endTime": None, "reason": "", "conflicts": []}
            and type(closed["id"]) is int, closed)
    fact("closed days have no slots", artist.slots(artist.link(60), **{"from": on(3), "to": on(3)}) == [])
    one = artist.booked(later(5, 10))
    blocked = artist("POST", "/schedule-overrides", {"kind": "blocked", "startDate": on(4), "endDate": on(6), "startTime": "11:00",
                                                     "endTime": "12:00", "reason": "Dentista"})
    fact("conflicts name appointments, nothing is cancelled", blocked.status == 201 and blocked["conflicts"] == [one["id"]]
         and call("GET", f"/booking/appointments/{one['manageToken']}")["status"] == "confirmed", blocked)
    extra = artist("POST", "/schedule-overrides", {"kind": "extra", "startDate": on(5), "startTime": "09:00", "endTime": "11:00"})
    fact("extra conflicts with nothing", extra.status == 201 and extra["conflicts"] == [], extra)
    starts = {slot["startTime"] for slot in artist.slots(artist.link(60), **{"from": on(4), "to": on(4)})}
    fact("blocked time is busy and does not move the grid", "11:30" not in starts and "10:30" not in starts and "12:00" in starts
        and "09:30" in starts)
    day_off = {"kind": "closed", "startDate": on(8)}
    for body, fields in [
        ({**day_off, "startTime": "10:00", "endTime": "11:00"}, None), ({"kind": "blocked", "startDate": on(8)}, None),
        ({"kind": "extra", "startDate": on(8), "startTime": "10:00"}, ["endTime"]),
        ({"kind": "extra", "startDate": on(8), "startTime": "11:00", "endTime": "10:00"}, ["endTime"]),
        ({**day_off, "endDate": on(7)}, ["endDate"]),
        ({**day_off, "endDate": on(8 + 366)}, ["endDate"]), ({"kind": "closed", "startDate": on(-3), "endDate": on(-1)}, None),
        ({**day_off, "kind": "holiday"}, None),
        ({**day_off, "reason": "x" * 201}, ["reason"]), ({**day_off, "startDate": "2026-02-30"}, ["startDate"]),
        ({}, ["kind", "startDate"]),
    ]:
        expect(f"exception {str(body)[:90]}", artist("POST", "/schedule-overrides", body), 422, fields=fields)
    fact("366 days are allowed",
         artist("POST", "/schedule-overrides", {"kind": "blocked", "startDate": on(400), "endDate": on(400 + 365), "startTime": "10:00",
                                                "endTime": "10:30"}).status == 201)
    listed = artist("GET", f"/schedule-overrides?from={on(4)}&to={on(5)}")
    fact("those that touch the range, by startDate, id", [row["id"] for row in listed["data"]] == [blocked["id"], extra["id"]], listed)
    expect("a bad date", artist("GET", "/schedule-overrides?from=mañana".replace("ñ", "%C3%B1")), 422, fields=["from"])
    expect("to before from", artist("GET", f"/schedule-overrides?from={on(5)}&to={on(4)}"), 422)
    fact("DELETE: 204", artist("DELETE", f"/schedule-overrides/{closed['id']}").status == 204)
    expect("again", artist("DELETE", f"/schedule-overrides/{closed['id']}"), 404)


def settings():
    artist = Artist()
    own = artist("GET", "/schedule-settings")
    fact("all settings with their defaults", own.json == {**SETTINGS, "timezone": "America/Argentina/Buenos_Aires"}, own)
    changed = artist("PUT", "/schedule-settings",
                     {"slotStepMinutes": 60, "location": "Calle 1", "timezone": "Europe/Madrid", "reminderMinutes": []})
    fact("PUT changes what is sent and keeps the rest; timezone is ignored", changed.status == 200 and changed.json
         == {**own.json, "slotStepMinutes": 60, "location": "Calle 1", "reminderMinutes": []}, changed)
    for key, values in {
        "slotStepMinutes": [7, 0, 45, "30"], "bufferBeforeMinutes": [-1, 241], "bufferAfterMinutes": [-1, 241],
        "minimumNoticeMinutes": [-1, 43201], "horizonDays": [0, 366],
        "cancelNoticeMinutes": [-1, 43201], "rescheduleNoticeMinutes": [-1, 43201], "maxReschedules": [-1, 11], "holdMinutes": [0, 31],
        "depositMinutes": [4, 1441],
        "waitlistOfferMinutes": [29, 1441], "linkDays": [0, 91], "reminderMinutes": [[14], [10081], [60, 60], [15, 30, 45, 60, 75], "x"],
        "clientDocument": ["FR", 1],
        "location": ["x" * 201],
    }.items():
        for value in values:
            expect(f"{key} = {str(value)[:20]}", artist("PUT", "/schedule-settings", {key: value}), 422, fields=[key])
    expect("every failing field", artist("PUT", "/schedule-settings", {"holdMinutes": 0, "linkDays": 0}), 422,
           fields=["holdMinutes", "linkDays"])
    fact("refused settings change nothing", artist("GET", "/schedule-settings").json == changed.json)


def links():
    artist = Artist()
    made = artist("POST", "/booking-links", {"description": "Peonía en el antebrazo\nlínea fina"})
    fact("POST /booking-links: 201, 120 minutes by default", made.status == 201 and set(made.json) == LINK
        and made["durationMinutes"] == 120, made)
    fact("Location", made.headers.get("location", "").endswith(f"/booking-links/{made['id']}"), made)
    fact("a token of 43 characters, bookingUrl ends in /book/{token}", len(made["token"]) == 43
        and made["bookingUrl"].endswith(ROOT + "/book/" + made["token"]), made)
    fact("seven days, active, not used, no deposit", instant(made["expiresAt"]) - instant(made["createdAt"]) == datetime.timedelta(days=7)
         and (made["status"], made["appointmentId"], made["deposit"], made["photos"], made["artistId"]) == ("active", None, None, [],
             artist.id), made)
    for minutes in [30, 60, 90, 120, 180, 240, 300, 360, 420, 480]:
        fact(f"duration {minutes}",
             artist("POST", "/booking-links", {"description": "x", "duration": minutes})["durationMinutes"] == minutes)
    money = {"amount": 2000000, "currency": "ARS"}
    for body, fields in [
        ({"duration": 150}, ["duration"]), ({"duration": 0}, ["duration"]), ({"description": ""}, ["description"]),
        ({"description": "   "}, ["description"]), ({"description": None}, ["description"]),
        ({"description": "x" * 1001}, ["description"]), ({"expiresInDays": 0}, ["expiresInDays"]),
        ({"expiresInDays": 91}, ["expiresInDays"]), ({"locale": "fr"}, ["locale"]),
        ({"deposit": {**money, "amount": 0}}, ["deposit.amount"]), ({"deposit": {**money, "amount": 100000001}}, ["deposit.amount"]),
        ({"deposit": {**money, "currency": "USD"}}, ["deposit.currency"]),
        ({"description": "a\u0007b"}, ["description"]), ({"duration": 150, "expiresInDays": 0}, ["duration", "expiresInDays"]),
    ]:
        expect(f"link with {str(body)[:60]}", artist("POST", "/booking-links", {"description": "x", **body}), 422, fields=fields)
    expect("link with nothing", artist("POST", "/booking-links", {}), 422, fields=["description"])
    expect("what is missing hides nothing",
           artist("POST", "/booking-links", {"duration": 150, "expiresInDays": 0, "deposit": {"amount": 0}}), 422,
           fields=["description", "duration", "expiresInDays", "deposit.amount", "deposit.currency"])
    long = artist("POST", "/booking-links", {"description": "ñ" * 1000, "expiresInDays": 90, "deposit": money, "locale": "en"})
    fact("1000 scalars, 90 days, a deposit", long.status == 201 and long["deposit"] == money
         and instant(long["expiresAt"]) - instant(long["createdAt"]) == datetime.timedelta(days=90), long)
    listed = artist("GET", "/booking-links?perPage=3")
    fact("newest first, in pages", [r["id"] for r in listed["data"]] == sorted((r["id"] for r in listed["data"]), reverse=True)
        and listed["data"][0]["id"] == long["id"]
         and listed["meta"] == {"page": 1, "perPage": 3, "total": 12, "lastPage": 4}, listed)
    expect("unknown status", artist("GET", "/booking-links?status=open"), 422, fields=["status"])
    one = artist("GET", f"/booking-links/{made['id']}")
    fact("GET one", one.json == made.json)
    fact("links have an ETag", all(artist("GET", path, headers={"If-None-Match": seen.headers["etag"]}).status == 304 for path, seen in
        [("/booking-links?perPage=3", listed), (f"/booking-links/{made['id']}", one)]), one)
    fact("DELETE revokes", artist("DELETE", f"/booking-links/{made['id']}").status == 204
        and artist("GET", f"/booking-links/{made['id']}")["status"] == "revoked")
    fact("again: 204", artist("DELETE", f"/booking-links/{made['id']}").status == 204)
    fact("status filters", [r["id"] for r in artist("GET", "/booking-links?status=revoked")["data"]] == [made["id"]])
    revoked = f"/booking/links/{made['token']}"
    for method, path, body in [("GET", "", None), ("GET", "/slots", None), ("POST", "/holds", {"startsAt": 5}),
                               ("DELETE", "/holds/x", None),
                               ("POST", "/appointments", {"clientName": 5, "clientDni": 7, "notes": "x" * 6000}),
                               ("POST", "/waitlist", {"clientName": 7}), ("DELETE", "/waitlist", None)]:
        answer = expect(f"a revoked link, before fields: {method} {path}", call(method, revoked + path, body), 410, "booking-link-revoked")
        fact("keeps to itself", is_private(answer), answer)
        answer = expect(f"an unknown link: {method} {path}", call(method, "/booking/links/" + "x" * 43 + path, body), 404,
                        "booking-link-not-found")
        fact("keeps to itself, too", is_private(answer), answer)
    token = long["token"]
    public = call("GET", f"/booking/links/{token}")
    fact("GET /booking/links/{token}", public.status == 200 and set(public.json) == {
        "artistName", "tattooDescription", "durationMinutes", "timezone", "expiresAt", "location", "deposit", "document",
        "minimumNoticeMinutes", "cancelNoticeMinutes",
        "rescheduleNoticeMinutes", "maxReschedules", "languages", "photos"} and public["document"] == {"kind": "AR", "required": True}
        and public["deposit"] == money and public["languages"] == ["es", "en"], public)
    fact("and keeps to itself", is_private(public), public)
    other = call("PATCH", f"/booking/links/{token}")
    fact("another method keeps to itself, too", other.status == 405 and "GET" in other.headers["allow"] and is_private(other), other)
    used = artist.link()
    start = artist.slots(used)[0]["startsAt"]
    fact("a booking uses the link", book(used, start).status == 201)
    expect("a used link", call("GET", f"/booking/links/{used}"), 410, "booking-link-used")
    number = artist("GET", "/booking-links?status=used")["data"][0]
    fact("it names its appointment", type(number["appointmentId"]) is int, number)
    expect("a used link is not revoked", artist("DELETE", f"/booking-links/{number['id']}"), 409, "booking-link-used")


def slots():
    artist = Artist(settings={"minimumNoticeMinutes": 0, "bufferAfterMinutes": 0})
    link, day = artist.link(60), today()
    on = lambda n: str(day + datetime.timedelta(days=n))
    plain = call("GET", f"/booking/links/{link}/slots")
    fact("today … today+13 by default, an entry for every date", [d["date"] for d in plain["data"]] == [on(n) for n in range(14)]
         and plain["meta"] == {"timezone": "America/Argentina/Buenos_Aires", "from": on(0), "to": on(13), "durationMinutes": 60}, plain)
    slot = plain["data"][1]["slots"][0]
    fact("a slot",
         slot == {"startsAt": later(1, 8), "endsAt": later(1, 9), "startTime": "08:00", "endTime": "09:00", "utcOffset": "-03:00"}, plain)
    expect("32 days", call("GET", f"/booking/links/{link}/slots?from={on(0)}&to={on(31)}"), 422)
    fact("31 days", len(call("GET", f"/booking/links/{link}/slots?from={on(0)}&to={on(30)}")["data"]) == 31)
    fact("days before today are left out", call("GET", f"/booking/links/{link}/slots?from={on(-5)}&to={on(-2)}")["data"] == [])
    fact("only they", [d["date"] for d in call("GET", f"/booking/links/{link}/slots?from={on(-5)}&to={on(1)}")["data"]] == [on(0), on(1)])
    expect("to before from", call("GET", f"/booking/links/{link}/slots?from={on(3)}&to={on(2)}"), 422)
    expect("no date", call("GET", f"/booking/links/{link}/slots?from=soon"), 422, fields=["from"])
    own = artist("GET", f"/slots?duration=45&from={on(100)}&to={on(100)}")
    fact("GET /slots has no horizon and any duration", own.status == 200 and own["data"][0]["slots"][0]["endTime"] == "08:45"
        and own["meta"]["durationMinutes"] == 45, own)
    for query, fields in [("", ["duration"]), ("duration=4", ["duration"]), ("duration=721", ["duration"]), ("duration=x", ["duration"]),
                          (f"duration=60&from={on(0)}&to={on(31)}", None)]:
        expect(f"GET /slots?{query}", artist("GET", "/slots?" + query), 422, fields=fields)
    preview(artist)


def preview(artist):
    zones = [
        ("Europe/Madrid", "2027-03-28", "00:00-06:00 60/60", "27T23 00 01 02 03"),
        ("Europe/Madrid", "2027-03-28", "00:00-06:00 60/120", "27T23 00 01 02"),
        ("Europe/Madrid", "2027-03-28", "02:00-04:00 30/60", "01"), ("Europe/Madrid", "2027-03-28", "01:00-02:30 30/60", "00 00:30"),
        ("Europe/Madrid", "2027-03-28", "02:15-02:45 30/30", "01:15"),
        ("Europe/Madrid", "2027-10-31", "00:00-06:00 60/60", "30T22 30T23 00 01 02 03 04"),
        ("Europe/Madrid", "2027-10-31", "01:00-04:00 60/120", "30T23 00 01"),
        ("Europe/Madrid", "2027-10-31", "02:30-05:00 60/60", "00:30 01:30 02:30"),
        ("America/New_York", "2027-03-14", "00:00-06:00 60/60", "05 06 07 08 09"),
        ("America/New_York", "2027-03-14", "01:30-03:30 30/60", "06:30"),
        ("America/New_York", "2027-03-14", "13:00-17:00 60/60", "17 18 19 20"),
        ("America/New_York", "2027-11-07", "00:00-06:00 60/60", "04 05 06 07 08 09 10"),
        ("America/New_York", "2027-11-07", "00:00-04:00 60/180", "04 05 06"),
        ("America/New_York", "2027-11-07", "01:30-03:30 30/60", "05:30 06 06:30 07 07:30"),
        ("America/Argentina/Buenos_Aires", "2027-03-28", "00:00-06:00 60/60", "03 04 05 06 07 08"),
        ("America/Santiago", "2027-04-03", "20:00-24:00 60/60", "23 04T00 04T01 04T02 04T03"),
        ("America/Santiago", "2027-09-05", "00:00-03:00 60/60", "04 05"),
        ("Australia/Lord_Howe", "2027-04-04", "00:00-04:00 60/60", "03T13 03T14 03T15 03T16"),
        ("Australia/Lord_Howe", "2027-10-03", "00:00-04:00 60/60", "02T13:30 02T14:30 02T15:30"),
        ("America/Argentina/Buenos_Aires", "2026-11-25", "10:00-13:00,14:00-19:00 30/120", "13 13:30 14 17 17:30 18 18:30 19 19:30 20"),
    ]

    def ask(zone, date, hours, step, duration, last=None, **more):
        weekday = (datetime.date.fromisoformat(date).weekday() + 1) % 7
        rows = [{"dayOfWeek": (weekday + shift) % 7, "startTime": a, "endTime": b} for shift, a, b in hours]
        return artist("POST", "/slots/preview", {"timezone": zone, "from": date, "to": last or date, "durationMinutes": duration,
                                                 "workingHours": rows, "slotStepMinutes": step, **more})

    for zone, date, case, expected in zones:
        ranges, numbers = case.split(" ")
        step, duration = map(int, numbers.split("/"))
        answer = ask(zone, date, [(0, *part.split("-")) for part in ranges.split(",")], step, duration)
        wanted = []
        for text in expected.split(" "):
            day, clock = text.split("T") if "T" in text else (date[-2:], text)
            wanted.append(f"{date[:8]}{day}T{clock if ':' in clock else clock + ':00'}:00Z")
        fact(f"preview {zone} {date} {case}", answer.status == 200 and [s["startsAt"] for s in answer["data"][0]["slots"]] == wanted,
             answer)
    for date, clock, expected in [("2027-03-28", "2027-03-27T09:00:00Z", ["11:00", "12:00"]),
                                  ("2027-10-31", "2027-10-30T08:00:00Z", ["10:00", "11:00", "12:00"])]:
        answer = ask("Europe/Madrid", date, [(0, "10:00", "13:00")], 60, 60, now=clock, minimumNoticeMinutes=1440)
        fact(f"preview Madrid {date} with notice", [s["startTime"] for s in answer["data"][0]["slots"]] == expected, answer)
    answer = ask("America/Argentina/Buenos_Aires", "2026-11-25", [(0, "10:00", "18:00")], 30, 60, bufferAfterMinutes=15,
                 busy=[{"startsAt": "2026-11-25T15:00:00Z", "endsAt": "2026-11-25T16:15:00Z"}])
    fact("preview with busy time and a buffer", [s["startTime"] for s in answer["data"][0]["slots"]] == ["10:00", "10:30", "13:30", "14:00",
        "14:30", "15:00", "15:30", "16:00", "16:30", "17:00"], answer)
    answer = ask("America/Argentina/Buenos_Aires", "2027-01-08", [(0, "20:00", "24:00"), (1, "00:00", "02:00")], 60, 120, last="2027-01-09")
    fact("preview past midnight", [[s["startTime"] for s in d["slots"]] for d in answer["data"]] == [["20:00", "21:00", "22:00", "23:00"],
        ["00:00"]], answer)
    twice = ask("Europe/Madrid", "2027-10-31", [(0, "00:00", "06:00")], 60, 60)
    fact("offsets tell repeated hours apart",
         [s["utcOffset"] for s in twice["data"][0]["slots"] if s["startTime"] == "02:00"] == ["+02:00", "+01:00"], twice)
    whole = {"timezone": "UTC", "from": "2026-11-25", "to": "2026-11-25", "durationMinutes": 60, "workingHours": []}
    for change, fields in [
        ({"timezone": "Nowhere/Land"}, ["timezone"]), ({"to": "2026-11-24"}, None), ({"to": "2026-12-26"}, None),
        ({"durationMinutes": 4}, ["durationMinutes"]),
        ({"workingHours": [{"dayOfWeek": 9, "startTime": "10:00", "endTime": "11:00"}]}, ["workingHours.0.dayOfWeek"]),
        ({"slotStepMinutes": 7}, ["slotStepMinutes"]),
        ({"busy": [{"startsAt": "x", "endsAt": "y"}]}, None), ({"now": "yesterday"}, ["now"]),
        ({"overrides": [{"kind": "x", "startDate": "2026-11-25"}]}, None),
    ]:
        expect(f"preview with {str(change)[:60]}", artist("POST", "/slots/preview", {**whole, **change}), 422, fields=fields)
    expect("preview names them all", artist("POST", "/slots/preview", {**whole, "durationMinutes": 4, "timezone": "Nowhere/Land"}), 422,
           fields=["durationMinutes", "timezone"])
    expect("preview needs its fields", artist("POST", "/slots/preview", {}), 422,
           fields=["timezone", "from", "to", "durationMinutes", "workingHours"])
    expect("preview without a token", call("POST", "/slots/preview", whole), 401)


def booking():
    """Walkthrough 1, and everything a guest may do wrong."""
    lucia = login("lucia@lucidda.tattoo", "Peonia-Negra-27")["token"]
    made = call("POST", "/booking-links", {"description": "Peonía en el antebrazo", "duration": 120}, token=lucia)
    fact("Lucía makes a link", made.status == 201 and made["bookingUrl"].endswith("/book/" + made["token"]), made)
    days = call("GET", f"/booking/links/{made['token']}/slots")
    start = next(slot["startsAt"] for day in days["data"] for slot in day["slots"])
    hold = call("POST", f"/booking/links/{made['token']}/holds", {"startsAt": start})
    fact("a hold: 201 with its fields, ten minutes",
         hold.status == 201 and set(hold.json) == {"id", "startsAt", "endsAt", "startTime", "endTime", "expiresAt"}
         and type(hold["id"]) is str and 590 <= (instant(hold["expiresAt"]) - now()).total_seconds() <= 601 and is_private(hold), hold)
    other = call("POST", "/booking-links", {"description": "Otra", "duration": 120}, token=lucia)["token"]
    fact("the slot is gone for another link",
         start not in [s["startsAt"] for d in call("GET", f"/booking/links/{other}/slots")["data"] for s in d["slots"]])
    fact("but not for its own",
         start in [s["startsAt"] for d in call("GET", f"/booking/links/{made['token']}/slots")["data"] for s in d["slots"]])
    taken = expect("another link's hold on it", call("POST", f"/booking/links/{other}/holds", {"startsAt": start}), 409, "slot-taken")
    fact("with alternatives, which are slots", 1 <= len(taken["alternatives"]) <= 3
        and all(set(s) == {"startsAt", "endsAt", "startTime", "endTime", "utcOffset"} for s in taken["alternatives"]), taken)
    body = {"holdId": hold["id"], **CLIENT}
    booked = call("POST", f"/booking/links/{made['token']}/appointments", body)
    fact("booked: 201 confirmed, DNI masked", booked.status == 201 and booked["status"] == "confirmed" and booked["clientDni"] == "*****789"
        and set(booked.json) == PUBLIC, booked)
    fact("Location is the client's resource", booked.headers.get("location", "").endswith(f"/booking/appointments/{booked['manageToken']}")
        and is_private(booked), booked)
    again = call("POST", f"/booking/links/{made['token']}/appointments", body)
    fact("the same again: 200, same body", again.status == 200 and again.json == booked.json, again)
    expect("another time on the used link", book(made["token"], taken["alternatives"][0]["startsAt"]), 410, "booking-link-used")
    seen = next(a for a in call("GET", "/appointments?perPage=100", token=lucia)["data"] if a["id"] == booked["id"])
    fact("the artist sees the DNI", seen["clientDni"] == "32456789" and seen["source"] == "link" and seen["bookingLinkId"] == made["id"],
         seen)
    details = call("GET", f"/appointments/{booked['id']}", token=lucia)
    fact("one appointment has its history", set(details.json) == APPOINTMENT | {"history"}
        and details["history"] == [{"at": details["createdAt"], "by": "client", "what": "booked"}], details)
    mail = mails(CLIENT["clientEmail"], count=1)[0]
    ics = lines_of(invite(mail)["content"])
    fact("one mail: confirmed, REQUEST, SEQUENCE 0", mail["subject"] == "Tu cita está confirmada"
        and mail["template"] == "appointment-confirmed"
         and "METHOD:REQUEST" in ics and "SEQUENCE:0" in ics and "STATUS:CONFIRMED" in ics, json.dumps(mail))
    fact("invite.ics by RFC 5545", "PRODID:-//Souk//Lucidda//ES" in ics and f"UID:appointment-{booked['id']}@lucidda.tattoo" in ics
        and "SUMMARY:Tatuaje con Lucía Ferreyra" in ics
         and f"DTSTART:{start.replace('-', '').replace(':', '')}" in ics
         and all(len(line.encode()) <= 75 for line in invite(mail)["content"].split("\r\n")), mail)
    fact("its type names the method", re.match(r"text/calendar;.*method=REQUEST", invite(mail)["contentType"]) is not None,
         json.dumps(invite(mail)))
    fact("the mail links to manageUrl and holds no DNI", booked["manageUrl"] in mail["text"] and "32456789" not in json.dumps(mail),
         json.dumps(mail))
    manage = f"/booking/appointments/{booked['manageToken']}"
    view = call("GET", manage)
    fact("GET by the manage token", view.json == booked.json and is_private(view), view)
    expect("an unknown manage token", call("GET", "/booking/appointments/" + "x" * 43), 404)
    file = call("GET", manage + "/calendar.ics")
    fact("calendar.ics", file.status == 200 and file.headers["content-type"].startswith("text/calendar")
        and "METHOD:REQUEST" in lines_of(file.text), file)
    refused_bookings()
    holds()


def refused_bookings():
    artist = Artist(settings={"minimumNoticeMinutes": 1440, "bufferAfterMinutes": 0, "horizonDays": 30})
    link, start = artist.link(60), later(3, 10)
    for more, fields in [
        ({"clientName": "C"}, ["clientName"]), ({"clientName": "x" * 101}, ["clientName"]), ({"clientName": None}, ["clientName"]),
        ({"clientEmail": "carla"}, ["clientEmail"]),
        ({"clientEmail": "a@b"}, ["clientEmail"]), ({"clientEmail": "a@b@c.d"}, ["clientEmail"]),
        ({"clientEmail": "x" * 250 + "@e.com"}, ["clientEmail"]),
        ({"clientDni": "999999"}, ["clientDni"]), ({"clientDni": "00000000"}, ["clientDni"]), ({"clientDni": "123456789"}, ["clientDni"]),
        ({"clientDni": "32456789A"}, ["clientDni"]),
        ({"clientDni": ""}, ["clientDni"]), ({"clientDni": None}, ["clientDni"]), ({"clientPhone": "12"}, ["clientPhone"]),
        ({"notes": "x" * 501}, ["notes"]), ({"locale": "fr"}, ["locale"]),
        ({"startsAt": "tomorrow"}, ["startsAt"]), ({"holdId": "nothing"}, None),
        ({"clientName": "C", "clientEmail": "x", "clientDni": "1"}, ["clientName", "clientEmail", "clientDni"]),
    ]:
        expect(f"booking with {str(more)[:60]}", book(link, start, **more), 422, fields=fields)
    expect("booking without a time", book(link), 422, fields=["startsAt"])
    expect("a hold of nobody", book(link, holdId="nothing"), 422, fields=["holdId"])
    for at, reason in [(z(now() + datetime.timedelta(hours=5)), "too-soon"), (later(31, 10), "too-far"), (later(3, 21), "outside-hours"),
                       (later(3, 10, 10), "off-grid"), (later(40, 22, 10), "too-far")]:
        answer = expect(f"booking {reason}", book(link, at), 409, "slot-unavailable")
        fact(f"reason {reason}, alternatives", answer["reason"] == reason and 0 <= len(answer["alternatives"]) <= 3, answer)
    fact("nothing was booked", artist("GET", "/appointments")["meta"]["total"] == 0)
    local = later(3, 10)
    date = str(instant(local).astimezone(BUENOS_AIRES).date())
    wall = book(link, date=date, startTime="10:00", clientPhone="011 5550-1234", notes="Piel sensible\nsin apuro",
                clientEmail="Ana@EXAMPLE.com", locale="en")
    fact("booking by date and startTime", wall.status == 201 and wall["startsAt"] == local and wall["appointmentDate"] == date
        and wall["startTime"] == "10:00", wall)
    fact("notes follow the description; the domain is in lower case",
         wall["tattooDescription"] == "Peonía en el antebrazo\nPiel sensible\nsin apuro" and wall["clientEmail"] == "Ana@example.com", wall)
    mine = artist("GET", f"/appointments/{wall['id']}")
    fact("a national phone gets +54", mine["clientPhone"] == "+541155501234", mine)
    until("the mail speaks English", lambda: mails("Ana@example.com"),
          lambda found: [m["subject"] for m in found] == ["Your appointment is confirmed"])
    busy = expect("a taken time", book(artist.link(60), local), 409, "slot-taken")
    fact("its alternatives are after it", all(s["startsAt"] > local for s in busy["alternatives"]) and len(busy["alternatives"]) == 3, busy)
    spain = Artist(settings={"clientDocument": "ES", "minimumNoticeMinutes": 0, "bufferAfterMinutes": 0})
    for number, (text, kept) in enumerate([("12345678Z", "12345678Z"), ("x-1234567-l", "X1234567L"), ("Y1234567X", "Y1234567X"),
                                           ("Z1234567R", "Z1234567R")]):
        answer = book(spain.link(60), later(2, 8 + 2 * number), clientDni=text)
        fact(f"ES document {text}", answer.status == 201 and spain("GET", f"/appointments/{answer['id']}")["clientDni"] == kept, answer)
    for text in ["12345678A", "00000000T"]:
        expect(f"ES document {text}", book(spain.link(60), later(3, 10), clientDni=text), 422, fields=["clientDni"])
    none = Artist(settings={"clientDocument": "none", "minimumNoticeMinutes": 0})
    answer = book(none.link(60), later(2, 10), clientDni="whatever")
    fact("document none: ignored, stored empty", answer.status == 201 and none("GET", f"/appointments/{answer['id']}")["clientDni"] == "",
         answer)
    fact("and not required", call("GET", f"/booking/links/{none.link(60)}")["document"] == {"kind": "none", "required": False})
    key = {"Idempotency-Key": "carla-1"}
    token = none.link(60)
    first, second = book(token, later(3, 10), headers=key), book(token, later(3, 10), headers=key)
    fact("Idempotency-Key: the same answer, said so", second.status == 201 and second.json == first.json
        and second.headers.get("idempotency-replayed") == "true", second)
    expect("the key with another body", book(token, later(3, 12), headers=key), 422, "idempotency-key-reused")
    fact("the key on another link is another", book(none.link(60), later(3, 14), headers=key).status == 201)


def holds():
    artist = Artist(settings={"minimumNoticeMinutes": 0, "bufferAfterMinutes": 0})
    link, first, second = artist.link(60), later(2, 10), later(2, 12)
    hold = lambda token, start: call("POST", f"/booking/links/{token}/holds", {"startsAt": start})
    one = hold(link, first)
    expect("a hold needs a time", call("POST", f"/booking/links/{link}/holds", {}), 422, fields=["startsAt"])
    answer = expect("a hold off the grid", hold(link, later(2, 10, 10)), 409, "slot-unavailable")
    fact("says why", answer["reason"] == "off-grid" and "alternatives" in answer.json, answer)
    two = hold(link, second)
    fact("a new hold replaces the old one", two.status == 201 and hold(artist.link(60), first).status == 201
        and hold(artist.link(60), second).status == 409, two)
    expect("the replaced hold's time went to somebody else", book(link, holdId=one["id"]), 409, "slot-taken")
    expect("a hold and another time", book(link, later(3, 10), holdId=two["id"]), 422, fields=["startsAt"])
    expect("a hold of another link", book(artist.link(60), holdId=two["id"]), 422, fields=["holdId"])
    gone = call("DELETE", f"/booking/links/{link}/holds/{two['id']}")
    fact("DELETE gives it back: 204, also when gone", gone.status == 204 and call("DELETE", f"/booking/links/{link}/holds/{two['id']}")
        .status == 204, gone)
    fact("the time is free", hold(artist.link(60), second).status == 201)
    limited = [call("DELETE", f"/booking/links/{link}/holds/x").status for _ in range(1)]
    posts = [hold(link, "x") for _ in range(62)]
    fact("more than 60 POSTs a minute on one link: 429", limited == [204] and posts[-1].status == 429
        and posts[-1].slug == "too-many-requests" and "retry-after" in posts[-1].headers, posts[-1])


def together(count, what):
    """So many requests at one moment."""
    with concurrent.futures.ThreadPoolExecutor(count) as pool:
        return list(pool.map(what, range(count)))


def race():
    """Walkthrough 2."""
    artist = Artist(settings={"minimumNoticeMinutes": 0})
    tokens = together(10, lambda n: [artist.link(60) for _ in range(20)])
    tokens = [token for part in tokens for token in part]
    start = later(3, 10)
    answers = together(200, lambda n: book(tokens[n], start))
    statuses = sorted(a.status for a in answers)
    fact("200 links, one time: one 201, 199 times 409", statuses == [201] + [409] * 199
        and all(a.slug == "slot-taken" for a in answers if a.status == 409), answers[0])
    free = [token for token, answer in zip(tokens, answers) if answer.status == 409]
    two = together(2, lambda n: book(free[0], later(4, 10 + 2 * n)))
    fact("two bookings on one link: 201 and 410", sorted(a.status for a in two) == [201, 410]
        and [a.slug for a in two if a.status == 410] == ["booking-link-used"], *two)
    mixed = [artist.link([60, 90, 120, 180, 240, 300][n % 6]) for n in range(48)]
    answers = together(48, lambda n: book(mixed[n], later(6, 8 + n % 20 // 2, 30 * (n % 2))))
    won = [(instant(a["startsAt"]), instant(a["endsAt"]) + datetime.timedelta(minutes=15)) for a in answers if a.status == 201]
    fact(f"of overlapping times {len(won)} are booked, and no two meet, buffers included",
         won and all(a[1] <= b[0] or b[1] <= a[0] for n, a in enumerate(won) for b in won[n + 1:])
             and {a.status for a in answers} <= {201, 409}, answers[0])


def by_hand():
    """The artist writes, moves, cancels, finishes."""
    artist = Artist(hours=[{"dayOfWeek": d, "startTime": "10:00", "endTime": "18:00"} for d in range(7)])
    body = {"clientName": "Martín Acuña", "tattooDescription": "Ancla", "startsAt": later(0, 12) if now() < instant(later(0, 12))
        else later(1, 12), "durationMinutes": 50}
    made = artist("POST", "/appointments", body)
    fact("POST /appointments: 201 confirmed by the artist, no notice, no grid", made.status == 201 and made["status"] == "confirmed"
        and made["source"] == "artist"
         and made["durationMinutes"] == 50 and made["bookingLinkId"] is None and APPOINTMENT <= set(made.json), made)
    fact("Location; what was not given is empty", made.headers.get("location", "").endswith(f"/appointments/{made['id']}")
         and (made["clientEmail"], made["clientDni"], made["clientPhone"], made["artistNotes"]) == ("", "", "", ""), made)
    expect("a taken time", artist("POST", "/appointments", body), 409, "slot-taken")
    outside = expect("outside hours", artist("POST", "/appointments", {**body, "startsAt": later(2, 19)}), 409, "slot-unavailable")
    fact("says so", outside["reason"] == "outside-hours", outside)
    fact("ignoreWorkingHours", artist("POST", "/appointments", {**body, "startsAt": later(2, 19), "ignoreWorkingHours": True})
        .status == 201)
    for more, fields in [
        ({"startsAt": later(-1, 12)}, ["startsAt"]), ({"clientName": ""}, ["clientName"]),
        ({"tattooDescription": ""}, ["tattooDescription"]), ({"durationMinutes": 4}, ["durationMinutes"]),
        ({"durationMinutes": 721}, ["durationMinutes"]), ({"durationMinutes": 7}, ["durationMinutes"]),
        ({"artistNotes": "x" * 2001}, ["artistNotes"]), ({"clientDni": "1"}, ["clientDni"]),
        ({"clientEmail": "x"}, ["clientEmail"]), ({"startsAt": None}, ["startsAt"]),
    ]:
        expect(f"by hand with {str(more)[:50]}", artist("POST", "/appointments", {**body, "startsAt": later(3, 12), **more}), 422,
               fields=fields)
    wall = artist("POST", "/appointments", {**body, "startsAt": None, "date": str(today() + datetime.timedelta(days=4)),
                                            "startTime": "11:05", "clientEmail": "martin@example.com", "artistNotes": "Trae dibujo"})
    fact("by date and startTime", wall.status == 201 and wall["startTime"] == "11:05" and wall["artistNotes"] == "Trae dibujo", wall)
    number = wall["id"]
    edited = artist("PUT", f"/appointments/{number}", {"artistNotes": "Sin dibujo", "clientPhone": "+5491155501234"})
    fact("PUT /appointments/{id} changes what is sent", edited.status == 200 and (edited["artistNotes"], edited["clientPhone"],
        edited["tattooDescription"]) == ("Sin dibujo", "+5491155501234", "Ancla"), edited)
    expect("a bad phone", artist("PUT", f"/appointments/{number}", {"clientPhone": "x"}), 422, fields=["clientPhone"])
    expect("and what is no text", artist("PUT", f"/appointments/{number}", {"clientPhone": "x", "artistNotes": 5}), 422,
           fields=["artistNotes", "clientPhone"])
    expect("no time, and no yes or no", artist("POST", f"/appointments/{number}/reschedule",
                                               {"startsAt": "tomorrow", "ignoreWorkingHours": "yes"}), 422,
           fields=["ignoreWorkingHours", "startsAt"])
    tag = artist("GET", "/appointments")
    fact("lists have an ETag", artist("GET", "/appointments", headers={"If-None-Match": tag.headers["etag"]}).status == 304, tag)
    same = expect("moved to where it is", artist("POST", f"/appointments/{number}/reschedule", {"startsAt": wall["startsAt"]}), 409,
                  "slot-unchanged")
    expect("moved onto another", artist("POST", f"/appointments/{number}/reschedule", {"startsAt": made["startsAt"]}), 409, "slot-taken")
    moved = artist("POST", f"/appointments/{number}/reschedule", {"date": str(today() + datetime.timedelta(days=5)), "startTime": "16:10"})
    fact("moved: sequence 1, does not count for the client", moved.status == 200 and moved["sequence"] == 1
        and moved["startTime"] == "16:10" and moved["rescheduleCount"] == 1, moved)
    history = artist("GET", f"/appointments/{number}")["history"]
    fact("history tells from and to", [h["what"] for h in history] == ["booked", "rescheduled"]
        and history[1] == {"at": history[1]["at"], "by": "artist", "what": "rescheduled",
         "from": wall["startsAt"], "to": moved["startsAt"]}, json.dumps(history))
    expect("finished before its start", artist("PUT", f"/appointments/{number}/status", {"status": "completed"}), 409, "invalid-transition")
    expect("another status", artist("PUT", f"/appointments/{number}/status", {"status": "confirmed"}), 422, fields=["status"])
    expect("no status", artist("PUT", f"/appointments/{number}/status", {}), 422, fields=["status"])
    expect("a reason of 501", artist("POST", f"/appointments/{number}/cancel", {"reason": "x" * 501}), 422, fields=["reason"])
    done = artist("POST", f"/appointments/{number}/cancel", {"reason": "Viaje"})
    fact("cancelled by the artist", done.status == 200
        and (done["status"], done["cancelledBy"], done["cancelReason"], done["sequence"]) == ("cancelled", "artist", "Viaje", 2), done)
    for method, path, body in [("POST", "cancel", {}), ("POST", "reschedule", {"startsAt": later(6, 12)}),
                               ("PUT", "status", {"status": "completed"})]:
        answer = expect(f"cancelled is final: {path}", artist(method, f"/appointments/{number}/{path}", body), 409, "invalid-transition")
        fact("status is told", answer["status"] in (409, "cancelled"), answer)
    found = mails("martin@example.com", count=3)
    fact("REQUEST, REQUEST, CANCEL: one UID, SEQUENCE 0, 1, 2",
         [re.search("METHOD:(.*)", invite(m)["content"])[1].strip() for m in found[::-1]] == ["REQUEST", "REQUEST", "CANCEL"]
         and [re.search("SEQUENCE:(.*)", invite(m)["content"])[1].strip() for m in found[::-1]] == ["0", "1", "2"]
         and len({re.search("UID:(.*)", invite(m)["content"])[1] for m in found}) == 1
         and [m["subject"] for m in found[::-1]] == ["Tu cita está confirmada", "Tu cita cambió de horario", "Tu cita fue cancelada"],
         json.dumps(found))
    lists(artist, number)


def lists(artist, cancelled):
    total = artist("GET", "/appointments")["meta"]["total"]
    groups = artist("GET", "/appointments?group=date")
    fact("group=date: days with their appointments, meta counts appointments", groups["meta"]["total"] == total
        and all(set(g) == {"date", "appointments"} for g in groups["data"])
         and sum(len(g["appointments"]) for g in groups["data"]) == total
         and [g["date"] for g in groups["data"]] == sorted(g["date"] for g in groups["data"]), groups)
    fact("status=cancelled", [a["id"] for a in artist("GET", "/appointments?status=cancelled")["data"]] == [cancelled])
    fact("updatedSince is inclusive and has every status",
         cancelled in [a["id"]
             for a in artist("GET", "/appointments?updatedSince=" + artist("GET", f"/appointments/{cancelled}")["updatedAt"])["data"]])
    fact("search in name, any case", artist("GET", "/appointments?search=" + urllib.parse.quote("MARTÍN"))["meta"]["total"] == total)
    fact("search finds nothing", artist("GET", "/appointments?search=zzz")["meta"]["total"] == 0)
    for query, fields in [("status=done", ["status"]), ("search=a", ["search"]), ("updatedSince=x", ["updatedSince"]),
                          ("group=week", ["group"]), ("from=x", ["from"]), ("from=2026-12-02&to=2026-12-01", ["to"]),
                          ("perPage=101", ["perPage"])]:
        expect(f"GET /appointments?{query}", artist("GET", "/appointments?" + query), 422, fields=fields)
    day = today() + datetime.timedelta(days=2)
    found = artist("GET", f"/appointments?from={day}&to={day}")
    fact("from and to are local dates, inclusive", found["data"] and all(a["appointmentDate"] == str(day) for a in found["data"]), found)


def policy():
    """Walkthrough 3."""
    artist = Artist(settings={"minimumNoticeMinutes": 0})
    booked = artist.booked(later(3, 10), clientEmail="bruno@example.com")
    manage = f"/booking/appointments/{booked['manageToken']}"
    fact("limits are 48 h before", booked["cancellableUntil"] == z(instant(booked["startsAt"]) - datetime.timedelta(hours=48))
        and booked["reschedulesLeft"] == 2, booked)
    free = call("GET", manage + "/slots")
    fact("its own time is not busy for a move",
         free.status == 200 and booked["startsAt"] in [s["startsAt"] for d in free["data"] for s in d["slots"]] and is_private(free), free)
    expect("no time", call("POST", manage + "/reschedule", {}), 422, fields=["startsAt"])
    expect("the same time", call("POST", manage + "/reschedule", {"startsAt": booked["startsAt"]}), 409, "slot-unchanged")
    expect("off the grid", call("POST", manage + "/reschedule", {"startsAt": later(3, 10, 10)}), 409, "slot-unavailable")
    other = artist.booked(later(5, 10))
    expect("somebody else's", call("POST", manage + "/reschedule", {"startsAt": other["startsAt"]}), 409, "slot-taken")
    moved = call("POST", manage + "/reschedule", {"startsAt": later(3, 14)})
    fact("moved: sequence 1, one move left", moved.status == 200 and moved["sequence"] == 1 and moved["reschedulesLeft"] == 1
        and set(moved.json) == PUBLIC, moved)
    artist("PUT", "/schedule-settings", {"cancelNoticeMinutes": 43200})
    fact("a later policy does not change an appointment", call("GET", manage)["cancellableUntil"] == moved["cancellableUntil"])
    third = artist.booked(later(8, 10))
    for hour, status in [(12, 200), (14, 200), (16, 409)]:
        answer = call("POST", f"/booking/appointments/{third['manageToken']}/reschedule", {"startsAt": later(8, hour)})
        fact(f"move to {hour}: {status}", answer.status == status and (status == 200 or answer.slug == "reschedule-limit"), answer)
    gap = instant(moved["startsAt"]) - datetime.timedelta(hours=47) - now()
    advance(f"PT{int(gap.total_seconds()) + 1}S")
    artist.sign_in()
    late = expect("47 h before", call("POST", manage + "/cancel", {}), 409, "notice-too-short")
    fact("until is told", late["until"] == moved["cancellableUntil"], late)
    late = expect("too late to move, too", call("POST", manage + "/reschedule", {"startsAt": later(6, 10)}), 409, "notice-too-short")
    fact("until is told again", late["until"] == moved["reschedulableUntil"], late)
    fact("the artist may", artist("POST", f"/appointments/{booked['id']}/cancel", {}).status == 200)
    found = mails("bruno@example.com", count=1, template="appointment-cancelled")
    first = mails("bruno@example.com", template="appointment-confirmed")[0]
    text = invite(found[0])["content"]
    fact("a mail with CANCEL, SEQUENCE 2, the first UID", "METHOD:CANCEL" in text and "SEQUENCE:2" in text
        and re.search("UID:.*", text)[0] == re.search("UID:.*", invite(first)["content"])[0], found[0])
    again = expect("cancelled again", call("POST", manage + "/cancel", {}), 409, "invalid-transition")
    file = call("GET", manage + "/calendar.ics")
    fact("calendar.ics says CANCEL", "METHOD:CANCEL" in lines_of(file.text) and "STATUS:CANCELLED" in lines_of(file.text), file)
    fourth = artist.booked(later(20, 10))
    artist("PUT", "/schedule-settings", {"cancelNoticeMinutes": 2880})
    done = call("POST", f"/booking/appointments/{other['manageToken']}/cancel", {"reason": "x" * 501})
    expect("a reason of 501", done, 422, fields=["reason"])
    free = artist.booked(later(25, 10))
    done = call("POST", f"/booking/appointments/{free['manageToken']}/cancel", {"reason": "Enfermo"})
    fact("a client cancels in time", done.status == 200 and done["status"] == "cancelled" and set(done.json) == PUBLIC, done)
    mine = artist("GET", f"/appointments/{free['id']}")
    fact("by the client, with the reason", (mine["cancelledBy"], mine["cancelReason"]) == ("client", "Enfermo"), mine)
    until("the artist is told in the app", lambda: artist("GET", "/notifications"),
          lambda a: any(n["title"] == "Cita cancelada" for n in a["data"]))
    expect("live data are not erased", call("POST", f"/booking/appointments/{fourth['manageToken']}/erase"), 409, "invalid-transition")
    gone = call("POST", f"/booking/appointments/{free['manageToken']}/erase")
    fact("erased: 204", gone.status == 204, gone)
    expect("then 404", call("GET", f"/booking/appointments/{free['manageToken']}"), 404)
    mine = artist("GET", f"/appointments/{free['id']}")
    fact("the artist sees a deleted client",
         (mine["clientName"], mine["clientEmail"], mine["clientDni"], mine["clientPhone"]) == ("Cliente eliminado", "", "", ""), mine)
    finish(artist)


def finish(artist):
    """After the start: completed, no_show, by hand or by itself; and reminders before it."""
    one, two = artist.booked(later(3, 10), clientEmail="uno@example.com"), artist.booked(later(3, 15), clientEmail="dos@example.com",
        clientPhone="+5491155501234")
    advance(f"PT{int((instant(one['startsAt']) - now()).total_seconds()) - 3600}S")
    mails("uno@example.com", count=2, template="appointment-reminder")
    mails("dos@example.com", count=1, template="appointment-reminder")
    fact("no reminder holds the DNI", "32456789" not in json.dumps(mails("uno@example.com")))
    advance("PT1H")
    artist.sign_in()
    done = artist("PUT", f"/appointments/{one['id']}/status", {"status": "completed"})
    fact("completed from the start on", done.status == 200 and done["status"] == "completed", done)
    same = artist("PUT", f"/appointments/{one['id']}/status", {"status": "completed"})
    fact("again: nothing changes", same.status == 200 and same["updatedAt"] == done["updatedAt"], same)
    fact("no_show instead", artist("PUT", f"/appointments/{one['id']}/status", {"status": "no_show"})["status"] == "no_show")
    advance(f"PT{int((instant(two['startsAt']) - now()).total_seconds()) - 7200}S")
    until("at 120 minutes a text message, too",
          lambda: call("GET", "/dev/outbox?" + urllib.parse.urlencode({"channel": "sms", "to": "+5491155501234"})),
          lambda a: any(m["template"] == "appointment-reminder" for m in a["data"]))
    advance("P2D")
    artist.sign_in()
    until("by itself after 24 h", lambda: artist("GET", f"/appointments/{two['id']}"), lambda a: a["status"] == "completed")
    advance("P8D")
    artist.sign_in()
    expect("not after seven days", artist("PUT", f"/appointments/{one['id']}/status", {"status": "completed"}), 409, "invalid-transition")
    advance("P30D")
    expect("30 days after the end the key is over", call("GET", f"/booking/appointments/{one['manageToken']}"), 410, "manage-link-expired")
    artist.sign_in()
    link = artist.link(60)
    advance("P7D")
    expect("an expired link", call("GET", f"/booking/links/{link}"), 410, "booking-link-expired")
    artist.sign_in()
    fact("the list says so", artist("GET", "/booking-links")["data"][0]["status"] == "expired")
    fact("revoking it: 204", artist("DELETE", f"/booking-links/{artist('GET', '/booking-links')['data'][0]['id']}").status == 204)


def deposit():
    """Walkthrough 4."""
    artist = Artist(settings={"minimumNoticeMinutes": 0})
    money = {"amount": 2000000, "currency": "ARS"}
    link = artist.link(120, deposit=money)
    booked = book(link, later(4, 10), clientEmail="sena@example.com")
    first = booked["deposit"]
    fact("pending, with a deposit", booked.status == 201 and booked["status"] == "pending"
        and set(first) == {"amount", "status", "paymentId", "dueAt", "clientSecret", "payUrl"}
         and first["amount"] == money and first["status"] in ("preparing", "due"), booked)
    fact("due in 30 minutes", abs((instant(first["dueAt"]) - now()).total_seconds() - 1800) <= 3, booked)
    manage = f"/booking/appointments/{booked['manageToken']}"
    due = until("the deposit is due", lambda: call("GET", manage), lambda a: a["deposit"]["status"] == "due", seconds=5)
    mine = artist("GET", f"/appointments/{booked['id']}")
    fact("the artist sees it without the secret", set(mine["deposit"]) == {"amount", "status", "paymentId", "dueAt"}
        and mine["status"] == "pending", mine)
    expect("no file while pending", call("GET", manage + "/calendar.ics"), 409, "invalid-transition")
    expect("no move while pending", call("POST", manage + "/reschedule", {"startsAt": later(5, 10)}), 409, "invalid-transition")
    expect("a pending time is taken", book(artist.link(), later(4, 10)), 409, "slot-taken")
    pay, secret = f"/payments/{first['paymentId']}", first["clientSecret"]
    seen = call("GET", pay + "?clientSecret=" + secret)
    fact("GET /payments/{id} with the secret", seen.status == 200 and (seen["amount"], seen["currency"]) == (2000000, "ARS")
        and seen["id"] == first["paymentId"], seen)
    expect("a wrong secret", call("GET", pay + "?clientSecret=wrong"), 404)
    card = lambda number: {"clientSecret": secret,
                           "method": {"type": "card", "number": number, "expMonth": 12, "expYear": 2030, "cvc": "123"}}
    for number, code in (("4000000000000002", "card_declined"), ("4000000000009995", "insufficient_funds"),
                         ("4000000000000069", "expired_card"), ("4000000000000127", "incorrect_cvc"),
                         ("4000000000000119", "processing_error")):
        declined = call("POST", pay + "/confirm", card(number))
        fact(f"declined: {code}", declined.status == 200, declined)
        until("the decline is final", lambda: call("GET", pay + "?clientSecret=" + secret), lambda a: a.json.get("failureCode") == code)
        fact("stays due", call("GET", manage)["deposit"]["status"] == "due" and call("GET", manage)["status"] == "pending")
    paid = call("POST", pay + "/confirm", card("4242424242424242"))
    fact("the good card is taken", paid.status == 200, paid)
    done = until("confirmed and paid within 5 s", lambda: call("GET", manage), lambda a: a["status"] == "confirmed"
        and a["deposit"]["status"] == "paid", seconds=5)
    fact("history says confirmed",
         [h["what"] for h in artist("GET", f"/appointments/{booked['id']}")["history"]] == ["booked", "confirmed"])
    fact("mails: pay, then confirmed",
         sorted(m["template"] for m in mails("sena@example.com", count=2)) == ["appointment-confirmed", "deposit-requested"])
    cancelled = artist("POST", f"/appointments/{booked['id']}/cancel", {})
    fact("cancelled by the artist", cancelled.status == 200, cancelled)
    until("and refunded", lambda: call("GET", manage), lambda a: a["deposit"]["status"] == "refunded", seconds=5)
    second_link = artist.link(120, deposit=money)
    second = book(second_link, later(4, 10), clientEmail="tarde@example.com")
    until("the second is due", lambda: call("GET", f"/booking/appointments/{second['manageToken']}"),
          lambda a: a["deposit"]["status"] == "due", seconds=5)
    other = artist.link(120)
    advance("PT31M")
    expired = until("31 minutes later it is cancelled", lambda: call("GET", f"/booking/appointments/{second['manageToken']}"),
                    lambda a: a["status"] == "cancelled")
    mine = artist("GET", f"/appointments/{second['id']}")
    fact("by the system: deposit-expired",
         (mine["cancelledBy"], mine["cancelReason"], mine["deposit"]["status"]) == ("system", "deposit-expired", "canceled"), mine)
    fact("the link is active again", call("GET", f"/booking/links/{second_link}").status == 200)
    fact("the slot is offered again", second["startsAt"] in [s["startsAt"] for s in artist.slots(other)])
    found = mails("tarde@example.com", count=2)
    fact("told: Tu reserva venció, and never a CANCEL", found[0]["subject"] == "Tu reserva venció" and not found[0].get("attachments"),
         json.dumps(found))


def waiting():
    """Walkthrough 5."""
    hours_ = [{"dayOfWeek": d, "startTime": "10:00", "endTime": "14:00"} for d in range(7)]
    artist = Artist(settings={"minimumNoticeMinutes": 0, "bufferAfterMinutes": 0}, hours=hours_)
    day = str(today() + datetime.timedelta(days=5))
    first, second = artist.booked(later(5, 10)), artist.booked(later(5, 12))
    link, other = artist.link(120), artist.link(120)
    person = {"clientName": "Julieta Paz", "clientEmail": "julieta@example.com", "from": day, "to": day}
    for more, fields in [({"clientName": "J"}, ["clientName"]), ({"clientEmail": "x"}, ["clientEmail"]), ({"from": "x"}, ["from"]),
                         ({"to": str(today() - datetime.timedelta(days=2)), "from": None}, ["to"]),
                         ({"to": str(today() + datetime.timedelta(days=90))}, ["to"])]:
        expect(f"waiting with {str(more)[:50]}", call("POST", f"/booking/links/{link}/waitlist", {**person, **more}), 422, fields=fields)
    joined = call("POST", f"/booking/links/{link}/waitlist", person)
    fact("joined: 201, position 1", joined.status == 201 and set(joined.json) == {"id", "status", "position", "from", "to"}
        and (joined["status"], joined["position"], joined["from"], joined["to"])
         == ("waiting", 1, day, day) and type(joined["id"]) is int, joined)
    expect("twice", call("POST", f"/booking/links/{link}/waitlist", person), 409, "already-waiting")
    entries = artist("GET", "/waitlist")
    fact("GET /waitlist", entries["data"][0]["id"] == joined["id"] and entries["data"][0]["status"] == "waiting", entries)
    fact("cancelling frees the time", call("POST", f"/booking/appointments/{first['manageToken']}/cancel", {}).status == 200)
    mail = mails("julieta@example.com", count=1)[0]
    hold = re.search(r"/book/" + link + r"\?hold=([0-9a-zA-Z_-]+)", mail["text"])
    fact("the one who waits gets a mail with ?hold=", mail["template"] == "waitlist-offer" and mail["subject"] == "Se liberó un turno"
        and hold, json.dumps(mail))
    expect("others still see it taken", book(other, first["startsAt"]), 409, "slot-taken")
    fact("and it is not in their list", first["startsAt"] not in [s["startsAt"] for s in artist.slots(other)])
    won = book(link, holdId=hold[1])
    fact("booking with the hold: 201", won.status == 201 and won["startsAt"] == first["startsAt"], won)
    fact("source: waitlist", artist("GET", f"/appointments/{won['id']}")["source"] == "waitlist")
    until("the artist hears of it as of every new appointment", lambda: artist("GET", "/notifications"),
          lambda a: any((n["type"], n["title"]) == ("waitlist-booked", "Nueva cita") for n in a["data"]))
    fact("the entry is booked", artist("GET", "/waitlist?status=booked")["data"][0]["id"] == joined["id"])
    third = artist.link(120)
    call("POST", f"/booking/links/{third}/waitlist", {**person, "clientEmail": "pedro@example.com"})
    artist("POST", f"/appointments/{won['id']}/cancel", {})
    mails("pedro@example.com", count=1)
    expect("offered time is taken", book(other, first["startsAt"]), 409, "slot-taken")
    advance("PT241M")
    until("unused, after 240 min the slot is free", lambda: artist.slots(other),
          lambda slots: first["startsAt"] in [s["startsAt"] for s in slots])
    until("the entry was missed", lambda: artist("GET", "/waitlist?status=missed"), lambda a: len(a["data"]) == 1)
    fact("a missed one may join again", call("POST", f"/booking/links/{third}/waitlist", person).status == 201)
    left = call("DELETE", f"/booking/links/{third}/waitlist")
    fact("DELETE: 204", left.status == 204, left)
    expect("again", call("DELETE", f"/booking/links/{third}/waitlist"), 404)
    expect("an unknown status", artist("GET", "/waitlist?status=x"), 422, fields=["status"])


def is_page(answer, status):
    text = answer.text
    inputs = re.findall(r"<(?:input|textarea|select)\b[^>]*>", text)
    named = [re.search(r'id="([^"]+)"', tag) for tag in inputs if 'type="hidden"' not in tag and 'type="radio"' not in tag]
    return (answer.status == status and answer.headers.get("content-type") == "text/html; charset=utf-8" and "<script" not in text
        and "set-cookie" not in answer.headers
            and text.count("<h1") == 1 and re.search(r'<html lang="(es|en)"', text) and all(m and f'for="{m[1]}"' in text for m in named)
            and len(answer.bytes) <= 100 * 1024
            and not re.search(r'(src|href)="(https?:)?//(?!127\.0\.0\.1)', text)
            and answer.headers.get("x-content-type-options") == "nosniff" and is_private(answer)
            and re.fullmatch(r"default-src 'none'; style-src 'sha256-[^']+'; img-src 'self'; form-action 'self'; base-uri 'none'; "
                             r"frame-ancestors 'none'",
                             answer.headers.get("content-security-policy", "")))


def pages():
    """Walkthrough 6."""
    artist = Artist(settings={"minimumNoticeMinutes": 0, "bufferAfterMinutes": 0, "location": "Gurruchaga 1450", "cancelNoticeMinutes": 0,
                              "rescheduleNoticeMinutes": 0})
    link = artist.link(60, description="<b>Ancla</b> & rosa")
    week = page("GET", f"/book/{link}")
    fact("GET ~/book/{token} is a page", is_page(week, 200), week)
    fact("the same for a browser and for curl",
         page("GET", f"/book/{link}", headers={"Accept": "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8"}).text == week.text)
    fact("seven days, a group each, radio buttons", week.text.count("<fieldset") == 7 and week.text.count("<legend") == 7
        and 'type="radio"' in week.text and 'name="startsAt"' in week.text, week)
    fact("text is escaped, the artist is named, the preview says artist and duration only", "&lt;b&gt;Ancla&lt;/b&gt;" in week.text
        and "Artista" in week.text
         and "Ancla" not in "".join(re.findall(r"<meta[^>]*og:[^>]*>", week.text)), week)
    fact("lang: query, then Accept-Language, else es", '<html lang="en"' in page("GET", f"/book/{link}?lang=en").text
        and '<html lang="en"' in page("GET", f"/book/{link}", headers={"Accept-Language": "en-GB"}).text
         and '<html lang="es"' in week.text and '<html lang="es"' in page("GET", f"/book/{link}?lang=xx").text)
    for query in ["lang=e", "lang=spanish", "lang=es-419", "from=garbage", "from=" + "2026-11-25" * 3]:
        odd = page("GET", f"/book/{link}?{query}")
        fact(f"?{query} is as none", is_page(odd, 200) and '<html lang="es"' in odd.text and 'rel="prev"' not in odd.text, odd)
    follow = re.search(r'rel="next" href="([^"]+)"', week.text)
    fact("a link to the next week, none back from today", follow and 'rel="prev"' not in week.text, week)
    onward = call("GET", follow[1].replace("&amp;", "&"), at="")
    fact("which has one back", is_page(onward, 200) and 'rel="prev"' in onward.text, onward)
    start = later(2, 10)
    before = artist("GET", "/booking-links").json
    for _ in range(100):
        page("GET", f"/book/{link}")
    fact("100 looks change nothing", artist("GET", "/booking-links").json == before)
    unchosen = page("POST", f"/book/{link}/hold", form={})
    fact("no choice: 422 page", is_page(unchosen, 422) and 'role="alert"' in unchosen.text and 'aria-invalid="true"' in unchosen.text,
         unchosen)
    for kind in ["application/json", "text/plain"]:
        unread = page("POST", f"/book/{link}/hold", raw=json.dumps({"startsAt": start}).encode(), headers={"Content-Type": kind})
        fact(f"a form of type {kind}: 415 page", is_page(unread, 415), unread)
    held = page("POST", f"/book/{link}/hold", form={"startsAt": start})
    fact("a hold: 303 to ?hold=", held.status == 303 and f"/book/{link}?hold=" in held.headers["location"], held)
    place = urllib.parse.urlsplit(held.headers["location"])
    details = call("GET", place.path + "?" + place.query, at="")
    hold = re.search(r"hold=([^&]+)", place.query)[1]
    fact("the details form", is_page(details, 200) and f'name="holdId" value="{hold}"' in details.text and "<time " in details.text
         and all(f'autocomplete="{word}"' in details.text for word in ("name", "email", "tel")), details)
    other = artist.link(60)
    gone = page("POST", f"/book/{other}/hold", form={"startsAt": start})
    fact("a taken time: 409 page with the week", is_page(gone, 409) and "<fieldset" in gone.text, gone)
    form = {"holdId": hold, "clientName": "Carla <Medina>", "clientEmail": "carla@example.com", "clientDni": "1", "clientPhone": "",
            "notes": "hola"}
    bad = page("POST", f"/book/{link}", form=form)
    fact("clientDni=1: 422, values kept, errors tied", is_page(bad, 422) and 'value="Carla &lt;Medina&gt;"' in bad.text
        and 'role="alert"' in bad.text and 'href="#clientDni"' in bad.text
         and re.search(r'<input[^>]*id="clientDni"[^>]*aria-invalid="true"', bad.text.replace("\n", " "))
         or re.search(r'id="clientDni"[^>]*aria-describedby="[^"]*clientDni-error', bad.text), bad)
    for more in [{"clientName": "Carla\x01Medina"}, {"notes": "n" * 11000}]:
        odd = page("POST", f"/book/{link}", form={**form, "clientDni": "32456789", **more})
        fact(f"a form with {str(more)[:40]} comes back with what was typed", is_page(odd, 422) and 'role="alert"' in odd.text
            and 'value="carla@example.com"' in odd.text and more.get("notes", "hola") in odd.text, odd)
    form["clientDni"], form["clientName"] = "32456789", "Carla Medina"
    good = page("POST", f"/book/{link}", form=form)
    fact("corrected: 303 to ~/appointment/…", good.status == 303 and ROOT + "/appointment/" in good.headers["location"], good)
    same = page("POST", f"/book/{link}", form=form)
    fact("sent again: the same 303", same.status == 303 and same.headers["location"] == good.headers["location"], same)
    fact("the link's page: 410 without client data", is_page(page("GET", f"/book/{link}"), 410)
        and "Carla" not in page("GET", f"/book/{link}").text)
    fact("an unknown link: 404 page", is_page(page("GET", "/book/" + "x" * 43), 404))
    fact("an unknown appointment: 404 page", is_page(page("GET", "/appointment/" + "x" * 43), 404))
    revoked = artist("POST", "/booking-links", {"description": "x"})
    artist("DELETE", f"/booking-links/{revoked['id']}")
    fact("a revoked link: 410 page", is_page(page("GET", f"/book/{revoked['token']}"), 410)
        and is_page(page("POST", f"/book/{revoked['token']}/hold", form={"startsAt": start}), 410))
    appointment_pages(artist, urllib.parse.urlsplit(good.headers["location"]).path.removeprefix(ROOT), other)


def appointment_pages(artist, path, other):
    shown = page("GET", path)
    token = path.rsplit("/", 1)[1]
    fact("GET ~/appointment/{token}", is_page(shown, 200) and "calendar.ics" in shown.text and f"{path}/cancel" in shown.text
        and f"{path}/reschedule" in shown.text
         and 'enctype="multipart/form-data"' in shown.text and "Gurruchaga" in shown.text, shown)
    fact("GET …/reschedule shows the week", is_page(page("GET", path + "/reschedule"), 200)
        and "<fieldset" in page("GET", path + "/reschedule").text)
    fact("no choice: 422 page", is_page(page("POST", path + "/reschedule", form={}), 422))
    fact("the same time: 409 page", is_page(page("POST", path + "/reschedule", form={"startsAt": later(2, 10)}), 409))
    moved = page("POST", path + "/reschedule", form={"startsAt": later(4, 10)})
    fact("moved: 303 back", moved.status == 303 and moved.headers["location"].endswith(path), moved)
    fact("it is there", call("GET", f"/booking/appointments/{token}")["startsAt"] == later(4, 10))
    upload = multipart("photo", "foto.png", "image/png", png(3, 2))
    sent = page("POST", path + "/photos", raw=upload[1], headers={"Content-Type": upload[0]})
    fact("a photo by form: 303 back", sent.status == 303 and len(call("GET", f"/booking/appointments/{token}")["photos"]) == 1, sent)
    upload = multipart("photo", "foto.png", "image/png", b"not an image")
    sent = page("POST", path + "/photos", raw=upload[1], headers={"Content-Type": upload[0]})
    fact("no image: 415 page", is_page(sent, 415), sent)
    fact("GET …/cancel asks", is_page(page("GET", path + "/cancel"), 200) and "<form" in page("GET", path + "/cancel").text)
    fact("a long reason: 422 page", is_page(page("POST", path + "/cancel", form={"reason": "x" * 501}), 422))
    done = page("POST", path + "/cancel", form={"reason": "Viaje"})
    fact("cancelled: 303 back", done.status == 303 and call("GET", f"/booking/appointments/{token}")["status"] == "cancelled", done)
    fact("again: 409 page", is_page(page("POST", path + "/cancel", form={}), 409) and is_page(page("GET", path + "/cancel"), 409))
    day = str(today() + datetime.timedelta(days=3))
    joined = page("POST", f"/book/{other}/waitlist",
                  form={"clientName": "Julieta Paz", "clientEmail": "juli@example.com", "from": day, "to": day})
    fact("waiting by form: 303 back", joined.status == 303 and joined.headers["location"].endswith(f"/book/{other}"), joined)
    text = page("GET", f"/book/{other}").text
    fact("the page says en lista de espera and the position", "en lista de espera" in text and re.search(r"posición: 1", text))
    wrong = page("POST", f"/book/{artist.link(60)}/waitlist", form={"clientName": "J", "clientEmail": "x"})
    fact("waiting with errors: 422 page with values", is_page(wrong, 422) and 'value="J"' in wrong.text, wrong)
    pay_pages(artist)


def pay_pages(artist):
    booked = book(artist.link(60, deposit={"amount": 2000000, "currency": "ARS"}), later(6, 10))
    manage = f"/booking/appointments/{booked['manageToken']}"
    until("due", lambda: call("GET", manage), lambda a: a["deposit"]["status"] == "due", seconds=5)
    path = urllib.parse.urlsplit(booked["deposit"]["payUrl"]).path.removeprefix(ROOT)
    fact("payUrl is ~/pay/{clientSecret}", path == "/pay/" + booked["deposit"]["clientSecret"]
        and path in page("GET", f"/appointment/{booked['manageToken']}").text)
    shown = page("GET", path + "?lang=es-419")
    fact("the pay page", is_page(shown, 200) and all(f'name="{name}"' in shown.text for name in ("number", "expMonth", "expYear", "cvc")),
         shown)
    card = {"number": "4000000000000002", "expMonth": "12", "expYear": "2030", "cvc": "123"}
    fact("declined: 422 page", is_page(page("POST", path, form=card), 422))
    fact("no number: 422 page", is_page(page("POST", path, form={**card, "number": "1"}), 422))
    expired = page("POST", path, form={**card, "expYear": "2020"})
    fact("an expired card: 422 page that says so", is_page(expired, 422) and "que no haya pasado" in expired.text, expired)
    paid = page("POST", path, form={**card, "number": "4242424242424242"})
    fact("paid: 303 to manageUrl", paid.status == 303 and paid.headers["location"] == booked["manageUrl"], paid)
    again = page("POST", path, form={**card, "number": "4242424242424242"})
    fact("paid twice by a double click: 303 again", again.status == 303 and again.headers["location"] == booked["manageUrl"], again)
    until("confirmed", lambda: call("GET", manage), lambda a: a["status"] == "confirmed", seconds=5)
    fact("an unknown secret: 404 page", is_page(page("GET", "/pay/" + "x" * 43), 404))
    action = book(artist.link(60, deposit={"amount": 2000000, "currency": "ARS"}), later(7, 10))
    manage = f"/booking/appointments/{action['manageToken']}"
    until("due", lambda: call("GET", manage), lambda a: a["deposit"]["status"] == "due", seconds=5)
    path = "/pay/" + action["deposit"]["clientSecret"]
    step = page("POST", path, form={**card, "number": "4000002500003155"})
    fact("the bank asks: a page with approve and reject", is_page(step, 200) and 'value="approve"' in step.text
        and 'value="reject"' in step.text, step)
    paid = page("POST", path, form={"action": "approve"})
    fact("approved: 303 to manageUrl", paid.status == 303 and paid.headers["location"] == action["manageUrl"], paid)
    until("confirmed", lambda: call("GET", manage), lambda a: a["status"] == "confirmed", seconds=5)


def png(width, height, shade=0, text=b""):
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = b"".join(b"\0" + bytes([shade]) * width for _ in range(height))
    note = chunk(b"tEXt", b"Comment\0" + text) if text else b""
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)) + note + chunk(b"IDAT",
        zlib.compress(rows)) + chunk(b"IEND", b"")


def multipart(field, name, kind, data):
    return ("multipart/form-data; boundary=----souk", b'------souk\r\nContent-Disposition: form-data; name="' + field.encode()
        + b'"; filename="' + name.encode()
            + b'"\r\nContent-Type: ' + kind.encode() + b"\r\n\r\n" + data + b"\r\n------souk--\r\n")


def photos():
    artist, stranger = Artist(settings={"minimumNoticeMinutes": 0}), Artist()
    made = artist("POST", "/booking-links", {"description": "Con fotos", "duration": 60})
    path = f"/booking-links/{made['id']}/photos"
    kind = {"Content-Type": "image/png"}
    added = artist("POST", path, raw=png(4, 5, 0, b"secret place"), headers=kind)
    fact("a photo: 201", added.status == 201 and set(added.json) == {"id", "url", "contentType", "bytes", "width", "height"}
        and (added["contentType"], added["width"], added["height"]) == ("image/png", 4, 5), added)
    fact("the same bytes twice: 200, one photo", artist("POST", path, raw=png(4, 5, 0, b"secret place"), headers=kind).status == 200
        and len(artist("GET", f"/booking-links/{made['id']}")["photos"]) == 1)
    form = multipart("photo", "x.jpg", "image/jpeg", png(4, 5, 9))
    fact("multipart; the type is by content", artist("POST", path, raw=form[1], headers={"Content-Type": form[0]})
        .json.get("contentType") == "image/png")
    expect("no image", artist("POST", path, raw=b"hello there, this is text", headers=kind), 415, "unsupported-image")
    expect("a broken one", artist("POST", path, raw=png(4, 5)[:40], headers=kind), 422, "invalid-image")
    expect("10001 pixels", artist("POST", path, raw=png(10001, 1), headers=kind), 422, "invalid-image")
    expect("more than 5 MiB", artist("POST", path, raw=b"\x89PNG\r\n\x1a\n" + bytes(5 * 1024 * 1024 + 10), headers=kind), 413)
    for shade in range(4):
        artist("POST", path, raw=png(4, 5, 20 + shade), headers=kind)
    expect("a seventh", artist("POST", path, raw=png(4, 5, 99), headers=kind), 409, "too-many-photos")
    shown = artist("GET", f"/photos/{added['id']}")
    fact("GET: without its text chunk, inline, sandboxed", shown.status == 200 and shown.headers["content-type"] == "image/png"
        and b"secret place" not in shown.bytes
         and shown.headers.get("content-disposition") == "inline" and shown.headers.get("x-content-type-options") == "nosniff"
         and shown.headers.get("content-security-policy") == "sandbox"
         and shown.headers.get("cache-control", "").startswith("private"), shown)
    expect("not for another artist", stranger("GET", f"/photos/{added['id']}"), 404)
    expect("not without a token", call("GET", f"/photos/{added['id']}"), 401)
    public = call("GET", f"/booking/links/{made['token']}")["photos"]
    seen = call("GET", urllib.parse.urlsplit(public[0]["url"]).path, at="")
    fact("the link's holder sees them", len(public) == 6 and seen.status == 200 and seen.bytes == shown.bytes, seen)
    booked = book(made["token"], later(3, 10))
    fact("they move to the appointment", len(booked["photos"]) == 6 and len(artist("GET", f"/appointments/{booked['id']}")["photos"]) == 6,
         booked)
    mine = call("GET", urllib.parse.urlsplit(booked["photos"][0]["url"]).path, at="")
    fact("the client sees them", mine.status == 200 and mine.headers["content-type"] == "image/png", mine)
    expect("and adds none beyond six",
           call("POST", f"/booking/appointments/{booked['manageToken']}/photos", raw=png(4, 5, 77), headers=kind), 409, "too-many-photos")
    fact("the artist removes one: 204", artist("DELETE", f"/photos/{added['id']}").status == 204)
    expect("again", artist("DELETE", f"/photos/{added['id']}"), 404)
    more = call("POST", f"/booking/appointments/{booked['manageToken']}/photos", raw=png(4, 5, 77), headers=kind)
    fact("then the client adds one: 201", more.status == 201, more)
    fact("the artist adds to an appointment", artist("POST", f"/appointments/{booked['id']}/photos", raw=png(4, 5, 77), headers=kind)
        .status == 200)
    artist("POST", f"/appointments/{booked['id']}/cancel", {})
    expect("no photo on a cancelled appointment", call("POST", f"/booking/appointments/{booked['manageToken']}/photos", raw=png(4, 5, 78),
                                                       headers=kind), 409, "invalid-transition")


def feed():
    artist = Artist(settings={"minimumNoticeMinutes": 0})
    fact("no feed yet", artist("GET", "/calendar-feed").json == {"active": False, "createdAt": None})
    made = artist("POST", "/calendar-feed")
    fact("POST: 201 with the url", made.status == 201 and set(made.json) == {"url", "createdAt"}
        and re.search(API + r"/calendar/[^/]+\.ics$", made["url"]), made)
    fact("active, and the url is not shown again", artist("GET", "/calendar-feed").json == {"active": True, "createdAt": made["createdAt"]})
    path = urllib.parse.urlsplit(made["url"]).path
    booked = artist.booked(later(3, 10), notes="Muy detallado " * 10)
    pending = book(artist.link(60, deposit={"amount": 100000, "currency": "ARS"}), later(4, 10))
    gone = artist.booked(later(5, 10))
    artist("POST", f"/appointments/{gone['id']}/cancel", {})
    file = call("GET", path, at="")
    lines = lines_of(file.text)
    fact("a PUBLISH calendar", file.status == 200 and file.headers["content-type"].startswith("text/calendar") and "METHOD:PUBLISH" in lines
        and "X-WR-TIMEZONE:America/Argentina/Buenos_Aires" in lines, file)
    fact("cached privately, with an ETag", file.headers.get("cache-control") == "private, max-age=300"
        and call("GET", path, at="", headers={"If-None-Match": file.headers["etag"]}).status == 304, file)
    fact("TENTATIVE, CONFIRMED, CANCELLED; the same UIDs; nobody invited",
         sorted(l for l in lines if l.startswith("STATUS:")) == ["STATUS:CANCELLED", "STATUS:CONFIRMED", "STATUS:TENTATIVE"]
         and f"UID:appointment-{booked['id']}@lucidda.tattoo" in lines and "ORGANIZER" not in file.text and "ATTENDEE" not in file.text,
         file)
    summaries = [l for l in lines if l.startswith("SUMMARY:")]
    fact("first name and 60 characters", all("Carla" in s and "Medina" not in s for s in summaries) and "32456789" not in file.text
        and "carla" not in file.text, file)
    busy = call("GET", path + "?detail=busy", at="")
    fact("detail=busy", set(l for l in lines_of(busy.text) if l.startswith("SUMMARY:")) == {"SUMMARY:Ocupado"} and "Peon" not in busy.text,
         busy)
    expect("another detail", call("GET", path + "?detail=all", at=""), 422, fields=["detail"])
    replaced = artist("POST", "/calendar-feed")
    expect("the old one dies", call("GET", path, at=""), 404)
    path = urllib.parse.urlsplit(replaced["url"]).path
    fact("DELETE: 204", artist("DELETE", "/calendar-feed").status == 204
        and artist("GET", "/calendar-feed").json == {"active": False, "createdAt": None})
    expect("then 404", call("GET", path, at=""), 404)


def artist_hears():
    """Pushes and the feed of the artist."""
    artist = Artist(settings={"minimumNoticeMinutes": 0})
    request = f"device-{uuid.uuid4()}"
    artist("POST", "/auth/push-token", {"pushToken": "c0ffee" * 10, "platform": "apns"}, headers={"X-Request-Id": request})
    PLATFORM.wait_for_arrival("notifications", request)
    booked = artist.booked(later(3, 10))
    found = until("a push: Nueva cita", lambda: call("GET", "/dev/outbox?channel=push&limit=50"),
                  lambda a: any(m["data"].get("appointmentId") in (booked["id"], str(booked["id"])) for m in a["data"]))
    push = next(m for m in found["data"] if m["data"].get("appointmentId") in (booked["id"], str(booked["id"])))
    local = instant(booked["startsAt"]).astimezone(BUENOS_AIRES)
    weekday = ["lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo"][local.weekday()]
    fact("it says who and when", push["text"].startswith(f"Carla Medina, {weekday} {local.day} ")
        and push["text"].endswith(", 10:00–12:00"), json.dumps(push))
    fact("it wakes the app, and all its data are texts", push.get("contentAvailable") is True
        and push["data"]["appointmentId"] == str(booked["id"]) and all(isinstance(value, str) for value in push["data"].values()),
        json.dumps(push))
    fact("its subject is Nueva cita, data says what", push.get("subject") == "Nueva cita" and push["data"].get("what"), json.dumps(push))
    until("the feed has it, too", lambda: artist("GET", "/notifications"), lambda a: any(n["title"] == "Nueva cita" for n in a["data"]))
    artist("POST", "/appointments", {"clientName": "A mano", "tattooDescription": "x", "startsAt": later(4, 10), "durationMinutes": 60})
    moved = call("POST", f"/booking/appointments/{booked['manageToken']}/reschedule", {"startsAt": later(5, 10)})
    fact("moved by the client", moved.status == 200, moved)
    until("a push: Cita reprogramada", lambda: call("GET", "/dev/outbox?channel=push&limit=50"),
          lambda a: any(m.get("subject") == "Cita reprogramada" for m in a["data"]))
    titles = [n["title"] for n in artist("GET", "/notifications")["data"]]
    fact("nothing about what she wrote in herself", titles.count("Nueva cita") == 1, json.dumps(titles))
    number = artist.registered["user"]["id"]
    tried = call("POST", "/dev/notifications", {"type": "booking-expired", "recipientId": number, "subject": "x"})
    fact("a message that is tried out names the artist by her number", tried.status == 201 and tried["recipientId"] == number, tried)


def erased():
    """An artist leaves: clients are told, links end, the feed is gone."""
    artist = Artist(settings={"minimumNoticeMinutes": 0})
    booked, link = artist.booked(later(3, 10), clientEmail="quedo@example.com"), artist.link(60)
    url = urllib.parse.urlsplit(artist("POST", "/calendar-feed")["url"]).path
    fact("DELETE /auth/me", artist("DELETE", "/auth/me").status in (200, 202, 204))
    manage = f"/booking/appointments/{booked['manageToken']}"
    until("future appointments are cancelled", lambda: call("GET", manage), lambda a: a["status"] == "cancelled")
    mails("quedo@example.com", count=1, template="appointment-cancelled")
    expect("links are revoked", call("GET", f"/booking/links/{link}"), 410, "booking-link-revoked")
    expect("the feed is gone", call("GET", url, at=""), 404)


def live():
    """Appointments as they happen, over server-sent events."""
    artist = Artist(settings={"minimumNoticeMinutes": 0})
    connection = http.client.HTTPConnection("127.0.0.1", PORT, timeout=60)
    connection.request("GET", API + "/stream?topics=appointments/mine",
                       headers={"Authorization": "Bearer " + artist.token, "Accept": "text/event-stream"})
    response = connection.getresponse()
    fact("GET /stream", response.status == 200 and response.getheader("content-type", "").startswith("text/event-stream"),
         str(response.status))
    booked = artist.booked(later(3, 10))
    deadline, found = time.monotonic() + 60, None
    while time.monotonic() < deadline and not found:
        line = response.readline().decode()
        if line.startswith("data:"):
            message = json.loads(line[5:])
            if message.get("topic") == "appointments/mine":
                found = message
    fact("appointments/mine tells of the booking", found and {"id", "type", "topic", "at", "data"} <= set(found), json.dumps(found))
    connection.close()


PARTS = [seed, studio, accounts, hours, exceptions, settings, links, slots, booking, race, by_hand, waiting, pages, photos, feed,
         artist_hears, erased, live, deposit, policy]


def main():
    global PORT, PLATFORM
    chosen = [word for word in sys.argv[1:] if not word.startswith("--")]
    wanted = [part for part in PARTS if not chosen or part.__name__ in chosen]
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(souk_platform.ROOT / "deploy/tenants/lucidda.yml", folder)
        # Rate limits of `make run`: those of a link hold, too.
        PLATFORM = souk_platform.Platform(folder, seed=True, settings="development")
    PORT = PLATFORM.port
    started = time.monotonic()
    try:
        for part in wanted:
            print(f"-- {part.__name__}", flush=True)
            away_from_midnight()
            try:
                part()
            except (Failed, KeyError, TypeError, IndexError, AttributeError, StopIteration) as problem:
                if "--all" not in sys.argv:
                    raise
                print("FAILED", part.__name__, type(problem).__name__, problem, traceback.format_exc()[-600:], flush=True)
        fact("every shard is what its log says", not (wrong := PLATFORM.verify()), wrong)
        print(f"lucidda: {facts} facts, {failures} failures, {time.monotonic() - started:.0f} s")
        sys.exit(1 if failures else 0)
    except Failed as problem:
        print("FAILED", problem)
        sys.exit(1)
    finally:
        PLATFORM.stop()


if __name__ == "__main__":
    main()
