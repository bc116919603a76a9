"""The notification routes of common.md §4 and notification-policy.md, over HTTP and from the specs alone, for eventpass
and for peez (snake_case). Prints one line per checked fact; the first that fails is shown with its request and answer.
WALK_ON=1 goes on and counts them."""
import datetime, json, os, pathlib, re, shutil, sys, tempfile, time, uuid, urllib.error, urllib.parse, urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Interop" / "support"))
import souk_platform

failures = 0
facts = 0


class Answer:
    def __init__(self, request, status, headers, data):
        self.request, self.status, self.headers, self.data = request, status, headers, data
        try:
            self.body = json.loads(data) if data else None
        except ValueError:
            self.body = None

    def get(self, key, default=None):
        return self.body.get(key, default) if isinstance(self.body, dict) else default

    def __getitem__(self, key):
        return self.body[key]

    def __str__(self):
        return f"{self.request}\n→ {self.status} {self.data.decode(errors='replace')[:2000]}"


def fact(title, truth, *context):
    global facts, failures
    facts += 1
    print(("✓ " if truth else "✗ ") + title, flush=True)
    if not truth:
        failures += 1
        print("\n".join(str(thing) for thing in context), flush=True)
        if not os.environ.get("WALK_ON"):
            sys.exit(1)


class App:
    def __init__(self, platform, tenant):
        self.platform, self.root, self.base, self.tokens = platform, f"/t/{tenant}", f"/t/{tenant}/api/v1", {}

    def ask(self, method, path, body=None, as_=None, headers=None, root=False, form=None):
        sent = dict(headers or {})
        data = None
        if body is not None:
            data = json.dumps(body).encode()
            sent["Content-Type"] = "application/json"
        if form is not None:
            data = form.encode()
            sent["Content-Type"] = "application/x-www-form-urlencoded"
        if as_:
            sent["Authorization"] = f"Bearer {self.token(as_)}"
        target = (self.root if root else self.base) + path
        status, got, data_back = souk_platform.exchange(self.platform.port, method, target, data, sent)
        return Answer(f"{method} {path} {json.dumps(body) if body is not None else form or ''}", status, got, data_back)

    passwords = {}

    def token(self, login):
        if login not in self.tokens:
            answer = self.ask("POST", "/auth/login", {"email": login, "password": self.passwords[login]})
            assert answer.status == 200, answer
            self.tokens[login] = answer["token"]
        return self.tokens[login]

    def expect(self, title, answer, /, status=200, errors=None, slug=None, **equal):
        wrong = [] if answer.status == status else [f"status {answer.status}, not {status}"]
        if slug and answer.get("slug") != slug:
            wrong.append(f"slug {answer.get('slug')}, not {slug}")
        for field in errors or []:
            if not (answer.get("errors") or {}).get(field):
                wrong.append(f"errors lack {field}")
        wrong += [f"{key} is {answer.get(key)!r}, not {value!r}" for key, value in equal.items() if answer.get(key) != value]
        fact(title, not wrong, "; ".join(wrong), answer)
        return answer

    def until(self, title, question, truth, seconds=5):
        deadline = time.monotonic() + max(60, 10 * seconds)  # Tolerate a busy machine.
        while True:
            answer = question()
            try:
                right = truth(answer)
            except (KeyError, TypeError, IndexError, AttributeError):
                right = False
            if right or time.monotonic() > deadline:
                fact(title, bool(right), answer)
                return answer
            time.sleep(0.05)

    def clock(self, **to):
        self.tokens.clear()
        return self.expect(f"the clock goes {to}", self.ask("POST", "/dev/clock", to))

    def now(self):
        return moment(self.ask("GET", "/dev/clock")["now"])

    def outbox(self, channel, **query):
        return self.ask("GET", "/dev/outbox?" + urllib.parse.urlencode({"channel": channel, "limit": 100, **query}))["data"]


def moment(text):
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))


def text(instant):
    return instant.astimezone(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def next_weekday(now, weekday, hour, minute=0, zone=3):
    """The next such local time, at least a day away. `weekday`: Monday 0."""
    local = now + datetime.timedelta(hours=zone)
    day = (local + datetime.timedelta(days=1)).replace(hour=hour, minute=minute, second=0, microsecond=0)
    while day.weekday() != weekday:
        day += datetime.timedelta(days=1)
    return day - datetime.timedelta(hours=zone)


# --- eventpass

JOHN, JANE, ALICE, BOB, SARAH, DEV = (
    "john@example.com",
    "jane@example.com",
    "alice@example.com",
    "bob@events.com",
    "sarah@events.com",
    "developer@eventpass.ug",
)
KEYS = ["id", "category", "type", "title", "body", "deepLink", "data", "why", "channels", "read", "createdAt", "reasons", "presentation"]


def feed(app):
    app.expect("the feed needs a token", app.ask("GET", "/notifications"), 401)
    answer = app.until("John was told three things or more", lambda: app.ask("GET", "/notifications", as_=JOHN),
                       lambda a: len(a["data"]) >= 3)
    items = answer["data"]
    fact("two of them are unread", sum(not item["read"] for item in items) == 2, answer)
    fact("every item has its shape", all(all(key in item for key in KEYS) for item in items), answer)
    fact("every item says why and by which rules", all(item["why"] and item["reasons"] for item in items), answer)
    fact("channels say how far it got and when", all({"channel", "state", "at"} <= set(c) for item in items for c in item["channels"])
        and all(item["channels"] for item in items), answer)
    fact("newest first", [i["createdAt"] for i in items] == sorted((i["createdAt"] for i in items), reverse=True), answer)
    fact("lists have a meta", answer["meta"]["total"] == len(items) and answer["meta"]["page"] == 1 and answer["meta"]["perPage"] == 20,
         answer)
    fact("nothing is held or batched", all(c["state"] not in ("scheduled", "batched") for i in items for c in i["channels"]), answer)
    app.expect("unread-count counts them", app.ask("GET", "/notifications/unread-count", as_=JOHN), count=2)
    unread = app.ask("GET", "/notifications?unread=true", as_=JOHN)
    fact("unread=true lists them alone", len(unread["data"]) == 2 and not any(i["read"] for i in unread["data"]), unread)
    by = app.ask("GET", f"/notifications?category={items[0]['category']}", as_=JOHN)
    fact("category lists one category", by["data"] and {i["category"] for i in by["data"]} == {items[0]["category"]}, by)
    fact("presentation=banner lists no items", app.ask("GET", "/notifications?presentation=banner", as_=JOHN)["data"] == [])
    app.expect("an unknown presentation is refused", app.ask("GET", "/notifications?presentation=pigeon", as_=JOHN), 422,
               errors=["presentation"])
    page = app.ask("GET", "/notifications?perPage=1&page=2", as_=JOHN)
    fact("pages go on where the last ended", [i["id"] for i in page["data"]] == [items[1]["id"]] and page["meta"]["lastPage"] == len(items),
         page)
    one = next(i for i in items if not i["read"])
    app.expect("one item by its id", app.ask("GET", f"/notifications/{one['id']}", as_=JOHN), id=one["id"], title=one["title"])
    app.expect("another's item is not known", app.ask("GET", f"/notifications/{one['id']}", as_=JANE), 404)
    app.expect("nor can another read it", app.ask("POST", f"/notifications/{one['id']}/read", as_=JANE), 404)
    app.expect("an unknown one cannot be read", app.ask("POST", "/notifications/nope/read", as_=JOHN), 404)
    decisions = app.expect("its decisions can be read", app.ask("GET", f"/notifications/{one['id']}/decisions", as_=JOHN))
    fact("oldest first, with decision and reasons", [d["decision"] for d in decisions["data"]] == ["send"]
        and decisions["data"][0]["reasons"] == ["ok"] and decisions["data"][0]["why"], decisions)
    app.expect("not by another", app.ask("GET", f"/notifications/{one['id']}/decisions", as_=JANE), 404)
    for _ in range(2):
        app.expect("reading it is 204, twice too", app.ask("POST", f"/notifications/{one['id']}/read", as_=JOHN), 204)
    app.expect("one unread is left", app.ask("GET", "/notifications/unread-count", as_=JOHN), count=1)
    for _ in range(2):
        app.expect("reading all is 204, twice too", app.ask("POST", "/notifications/read-all", as_=JOHN), 204)
    app.expect("none is left", app.ask("GET", "/notifications/unread-count", as_=JOHN), count=0)
    for _ in range(2):
        app.expect("taking one out is 204, twice too", app.ask("DELETE", f"/notifications/{one['id']}", as_=JOHN), 204)
    left = app.ask("GET", "/notifications", as_=JOHN)
    fact("it is not listed any more", one["id"] not in [i["id"] for i in left["data"]], left)
    app.expect("nor there by its id", app.ask("GET", f"/notifications/{one['id']}", as_=JOHN), 404)
    app.expect("another's cannot be taken out", app.ask("DELETE", f"/notifications/{items[1]['id']}", as_=JANE), 404)


def device(app, title, push_token, who):
    """Registers a device and waits until notifications knows it."""
    request = f"device-{uuid.uuid4()}"
    fact(title, app.ask("POST", "/auth/fcm-token", {"fcmToken": push_token}, as_=who, headers={"X-Request-Id": request}).status // 100 == 2)
    app.platform.wait_for_arrival("notifications", request)


def receipts(app):
    device(app, "Jane's device", "device-jane", JANE)
    sent = app.expect("a message to Jane",
                      app.ask("POST", "/dev/notifications",
                              {"type": "ticket-purchased", "recipientId": app.jane, "facts": {"relations": ["buyer"]}}, as_=DEV), 201)
    fact("the record has what was decided", sent["decision"] == "send" and sent["reasons"] == ["ok"] and sent["policyVersion"] >= 1
        and sent["channels"], sent)
    id_, at = sent["notificationId"], text(app.now())
    app.expect("what a device saw is taken, what is nobody's is ignored", app.ask("POST", "/notifications/receipts", {"receipts": [
        {"id": id_, "event": "delivered", "at": at}, {"id": id_, "event": "opened", "at": at},
        {"id": "nobody", "event": "acted", "at": at}]}, as_=JANE), 204)
    app.expect("opening reads", app.ask("GET", f"/notifications/{id_}", as_=JANE), read=True)
    app.expect("no receipts are refused", app.ask("POST", "/notifications/receipts", {"receipts": []}, as_=JANE), 422, errors=["receipts"])
    app.expect("101 are refused", app.ask("POST", "/notifications/receipts", {"receipts": [{"id": id_, "event": "acted", "at": at}] * 101},
                                          as_=JANE), 422, errors=["receipts"])
    app.expect("an unknown event is refused",
               app.ask("POST", "/notifications/receipts", {"receipts": [{"id": id_, "event": "eaten", "at": at}]}, as_=JANE), 422)
    for kind in ("too_many", "not_relevant", "bad_time"):
        app.expect(f"feedback {kind}", app.ask("POST", f"/notifications/{id_}/feedback", {"kind": kind}, as_=JANE), 204)
    app.expect("other feedback is refused", app.ask("POST", f"/notifications/{id_}/feedback", {"kind": "lovely"}, as_=JANE), 422,
               errors=["kind"])
    app.expect("on another's it is 404", app.ask("POST", f"/notifications/{id_}/feedback", {"kind": "too_many"}, as_=JOHN), 404)


def preferences(app):
    app.expect("preferences need a token", app.ask("GET", "/notification-preferences"), 401)
    document = app.expect("everything that holds", app.ask("GET", "/notification-preferences", as_=JANE), enabled=True,
                          digestMode="realtime", reminderOffsets=["P1D", "PT2H"],
                          litePayload=True, timezone="Africa/Kampala", snoozes=[],
                          quietPeriods={"sunday_morning": True, "holidays": True, "ramadan": True},
                          quietHours={"enabled": True, "from": "22:00", "to": "07:00"})
    fact("six categories, each with four channels", list(document["categories"])
        and set(document["categories"]) == {"critical", "transactional", "organizer", "engagement", "informational", "marketing"}
         and all(set(c) == {"push", "email", "sms", "inApp"} for c in document["categories"].values()), document)
    fact("defaults are the tenant's", document["categories"]["critical"] == {"push": True, "email": True, "sms": False, "inApp": True}
         and document["categories"]["marketing"] == {"push": False, "email": False, "sms": False, "inApp": True}, document)
    fact("editable says what can go", document["editable"]["critical"]["canDisable"] is False
        and document["editable"]["organizer"]["locked"] == ["inApp"]
         and document["editable"]["engagement"]["canDisable"] is True, document)
    put = lambda body, who=JANE, view="": app.ask("PUT", "/notification-preferences" + view, body, as_=who)
    refused = [
        ({"categories": {"critical": {"push": False, "email": False, "sms": False}}}, ["categories.critical"]),
        ({"categories": {"nope": {"push": True}}}, ["categories.nope"]),
        ({"categories": {"engagement": {"pigeon": True}}}, ["categories.engagement.pigeon"]),
        ({"categories": {"organizer": {"inApp": False}}}, ["categories.organizer.inApp"]),
        ({"types": {"odd": {"push": False}}}, ["types.odd"]),
        ({"reminderOffsets": ["PT15M"]}, ["reminderOffsets"]),
        ({"quietHours": {"from": "08:00", "to": "08:00"}}, ["quietHours"]),
        ({"quietHours": {"from": "06:00", "to": "23:00"}}, ["quietHours"]),
        ({"quietHours": {"from": "25:00"}}, ["quietHours", "quietHours.from"]),
        ({"timezone": "Mars/Olympus"}, ["timezone"]),
        ({"digestMode": "hourly"}, ["digestMode"]),
        ({"digestMode": "yearly"}, ["digestMode"]),
        ({"timezone": "Nowhere/Land", "reminderOffsets": ["P9D"], "categories": {"x": {}}},
         ["timezone", "reminderOffsets", "categories.x"]),
    ]
    for body, errors in refused:
        app.expect(f"refused with its field: {json.dumps(body)[:90]}", put(body), 422, slug="validation-failed", errors=errors)
    app.expect("nothing of that was kept", app.ask("GET", "/notification-preferences", as_=JANE), reminderOffsets=["P1D", "PT2H"],
               timezone="Africa/Kampala")
    app.expect("an organizer may have sales by the hour", put({"digestMode": "hourly"}, BOB), digestMode="hourly")
    app.expect("and again as they come", put({"digestMode": "realtime"}, BOB), digestMode="realtime")
    changed = app.expect("absent keys keep their value", put({"categories": {"engagement": {"email": False}}}))
    fact("one switch changed", changed["categories"]["engagement"] == {"push": True, "email": False, "sms": False, "inApp": True}
        and changed["categories"]["critical"]["push"], changed)
    app.expect("the whole document back changes nothing", put(changed.body), categories=changed["categories"])
    app.expect("mandatory ones cannot be silenced",
               app.ask("POST", "/notification-preferences/snooze", {"type": "transactional"}, as_=JANE), 422, errors=["type"])
    app.expect("unknown ones neither", app.ask("POST", "/notification-preferences/snooze", {"type": "nope"}, as_=JANE), 422,
               errors=["type"])
    app.expect("a time that is none hides nothing",
               app.ask("POST", "/notification-preferences/snooze", {"type": "nope", "until": "soon"}, as_=JANE), 422,
               errors=["type", "until"])
    now = app.now()
    app.expect("nor until yesterday",
               app.ask("POST", "/notification-preferences/snooze", {"type": "engagement", "until": text(now - datetime.timedelta(days=1))},
                       as_=JANE), 422, errors=["until"])
    app.expect("nor for more than 30 days",
               app.ask("POST", "/notification-preferences/snooze", {"type": "engagement", "until": text(now + datetime.timedelta(days=31))},
                       as_=JANE), 422, errors=["until"])
    snoozed = app.expect("a category is quiet for a week",
                         app.ask("POST", "/notification-preferences/snooze", {"type": "engagement"}, as_=JANE))
    until = moment(snoozed["snoozes"][0]["until"]) - now
    fact("a week it is", snoozed["snoozes"][0]["type"] == "engagement"
        and abs(until - datetime.timedelta(days=7)) < datetime.timedelta(minutes=1), snoozed)
    quiet = app.expect("what is silenced shows in the feed only",
                       app.ask("POST", "/dev/notifications", {"type": "tickets-low", "recipientId": app.jane, "subject": "s1",
                                                              "facts": {"relations": ["favorited"]}}, as_=DEV), 201)
    fact("and says so", quiet["decision"] == "feed_only" and quiet["reasons"] == ["snoozed"], quiet)
    app.expect("it may speak again", app.ask("DELETE", "/notification-preferences/snooze/engagement", as_=JANE), 204)
    app.expect("no snooze is left", app.ask("GET", "/notification-preferences", as_=JANE), snoozes=[])
    simple = app.expect("the simple view", app.ask("GET", "/notification-preferences?view=simple", as_=JANE), isEnabled=True,
                        eventReminders24h=True, eventReminders2h=True, eventStartingSoon=False,
                        ticketPurchaseConfirmation=True, eventUpdates=True, recommendations=True, marketing=False, quietHoursEnabled=True,
                        quietHoursStart={"hour": 22, "minute": 0}, quietHoursEnd={"hour": 7, "minute": 0})
    app.expect("a switch of the simple view", put({"eventReminders24h": False}, view="?view=simple"), eventReminders24h=False)
    app.expect("is the document's", app.ask("GET", "/notification-preferences", as_=JANE), reminderOffsets=["PT2H"])
    for field in ("ticketPurchaseConfirmation", "eventUpdates"):
        app.expect(f"{field} cannot go", put({field: False}, view="?view=simple"), 422, errors=[field])
    channels = app.expect("the channels view", app.ask("GET", "/notification-preferences?view=channels", as_=JANE))
    fact("has eight lines of three switches", set(channels.body) == {"upcomingEventReminders", "eventUpdates",
        "ticketPurchaseConfirmations", "paymentUpdates", "ticketSales", "lowStock", "recommendations", "marketing"}
         and all(set(line) == {"push", "email", "sms"} for line in channels.body.values()), channels)
    app.expect("a switch of the channels view", put({"recommendations": {"push": False}}, view="?view=channels"))
    fact("is the category's", app.ask("GET", "/notification-preferences", as_=JANE)["categories"]["informational"]["push"] is False)
    app.expect("an unknown view is refused", app.ask("GET", "/notification-preferences?view=odd", as_=JANE), 422, errors=["view"])
    app.expect("everything as at first", app.ask("POST", "/notification-preferences/reset", as_=JANE), reminderOffsets=["P1D", "PT2H"],
               snoozes=[], categories=document["categories"])


def unsubscribing(app):
    """Alice has no device: the mail has the link."""
    attempt = lambda subject: app.ask("POST", "/dev/notifications", {"type": "tickets-low", "recipientId": app.alice, "subject": subject,
        "facts": {"relations": ["favorited"]}}, as_=DEV)
    app.clock(to=text(next_weekday(app.now(), 2, 12)))
    first = app.expect("a mail instead of a push", attempt("u1"), 201)
    fact("because there is no device", first["decision"] == "email_instead" and first["reasons"] == ["no_push"], first)
    mails = app.until("the mail", lambda: Answer("outbox", 200, {}, json.dumps(app.outbox("email", to=ALICE)).encode()),
                      lambda a: any("/unsubscribe/" in m["text"] for m in a.body))
    token = re.search(r"/unsubscribe/([A-Za-z0-9_-]+)", next(m["text"] for m in mails.body if "/unsubscribe/" in m["text"])).group(1)
    looked = app.expect("whoever fetches ahead changes nothing",
                        app.ask("GET", f"/unsubscribe/{token}", root=True, headers={"Sec-Purpose": "prefetch"}))
    app.ask("HEAD", f"/unsubscribe/{token}", root=True)
    app.expect("by no method", app.ask("POST", f"/unsubscribe/{token}", root=True, headers={"Sec-Purpose": "prefetch"}), unsubscribed=False)
    fact("nor does looking at the head", app.ask("GET", "/notification-preferences", as_=ALICE)["categories"]["engagement"]["push"] is True,
         looked)
    for _ in range(2):
        done = app.expect("one click turns the category off, twice too",
                          app.ask("POST", f"/unsubscribe/{token}", root=True, form="List-Unsubscribe=One-Click"), category="engagement",
                          unsubscribed=True)
    fact("an undo is offered", token in done["undo"], done)
    switches = app.ask("GET", "/notification-preferences", as_=ALICE)["categories"]["engagement"]
    fact("push, email and sms are off, the feed stays", switches == {"push": False, "email": False, "sms": False, "inApp": True}, switches)
    second = app.expect("the next one", attempt("u2"), 201)
    fact("is in the feed only", second["decision"] == "feed_only" and second["reasons"] == ["opted_out"], second)
    app.expect("a changed token is nobody's", app.ask("POST", f"/unsubscribe/{token[:-1]}{'A' if token[-1] != 'A' else 'B'}", root=True),
               404)
    app.expect("a page for people", page := app.ask("GET", f"/unsubscribe/{token}", root=True, headers={"Accept": "text/html"}))
    fact("is HTML", "text/html" in page.headers.get("Content-Type", "") and b"<" in page.data, page)
    app.expect("it was not meant", app.ask("POST", f"/unsubscribe/{token}/undo", root=True), unsubscribed=False)
    third = app.expect("so mails come again", attempt("u3"), 201)
    fact("as before", third["decision"] == "email_instead", third)
    for mail in app.outbox("email", to=ALICE):
        if mail["template"] == "ticket-purchased":
            fact("a mandatory mail has no such link", "/unsubscribe/" not in mail["text"], mail)


def administration(app):
    candidate = {"ref": "c1", "type": "tickets-low", "at": "2026-11-25T19:00:00Z", "subject": "evt_1",
                 "facts": {"relations": ["favorited"], "event": {"id": "evt_1", "startDate": "2026-11-28T16:00:00Z",
                     "endDate": "2026-11-28T20:00:00Z", "status": "published"}}}
    recipient = {"zone": "Africa/Kampala", "roles": ["attendee"], "createdAt": "2026-01-10T09:00:00Z",
                 "lastActivityAt": "2026-11-24T19:00:00Z", "ticketsLast30Days": 0, "maxTravelKm": 25,
                 "reach": {"push": True, "email": True, "sms": False}}
    body = {"recipient": recipient, "candidates": [candidate]}
    before = app.ask("GET", "/notifications/unread-count", as_=JOHN)["count"]
    dry = app.expect("a dry run (case 20)", app.ask("POST", "/admin/notifications/simulate", body, as_=DEV))
    first = dry["decisions"][0]
    fact("answers what would happen", first["decision"] == "delay" and first["until"] == "2026-11-26T04:00:00Z"
        and first["reasons"] == ["quiet_hours"] and "7:00 AM" in first["why"], dry)
    fact("and goes on to the end", [d["decision"] for d in dry["decisions"]] == ["delay", "send"]
        and dry["sent"][0]["at"] == "2026-11-26T04:00:00Z" and dry["summary"]["byDecision"], dry)
    again = app.ask("POST", "/admin/notifications/simulate", body, as_=DEV)
    fact("the same body gives the same bytes", again.data == dry.data)
    app.expect("not for John", app.ask("POST", "/admin/notifications/simulate", body, as_=JOHN), 403)
    app.expect("nor for strangers", app.ask("POST", "/admin/notifications/simulate", body), 401)
    app.expect("an unknown type is refused by its place",
               app.ask("POST", "/admin/notifications/simulate", {"recipient": recipient, "candidates": [{**candidate, "type": "nope"}]},
                       as_=DEV), 422, errors=["candidates.0.type"])
    app.expect("to may be 31 days on", app.ask("POST", "/admin/notifications/simulate", {**body, "to": "2026-12-28T19:00:00Z"}, as_=DEV),
               422, errors=["to"])
    odd = {"recipient": {**recipient, "zone": "Mars/Olympus", "reach": {"pigeon": True}},
           "preferences": {"quietHours": {"from": "08:00", "to": "08:00"}, "categories": {"nope": {"push": True}}},
           "candidates": [candidate, {**candidate, "at": "soon"}], "policy": {"types": {"tickets-low": {"cat": "nowhere"}}}}
    app.expect("what cannot be so is refused with every field", app.ask("POST", "/admin/notifications/simulate", odd, as_=DEV), 422,
               errors=["recipient.zone", "recipient.reach.pigeon", "preferences.quietHours", "preferences.categories.nope",
                       "candidates.1.ref", "candidates.1.at", "policy.types.tickets-low.cat"])
    app.expect("an end of the wrong form hides nothing else that is wrong",
               app.ask("POST", "/admin/notifications/simulate", {**odd, "to": "later"}, as_=DEV), 422,
               errors=["to", "recipient.zone", "recipient.reach.pigeon", "preferences.quietHours", "preferences.categories.nope",
                       "candidates.1.ref", "candidates.1.at", "policy.types.tickets-low.cat"])
    app.expect("a candidate of no type at no time about no text", app.ask("POST", "/dev/notifications",
               {"type": "nope", "at": "soon", "subject": 5}, as_=DEV), 422, errors=["type", "at", "subject"])
    loud = app.expect("a policy without a rule, by a merge patch",
                      app.ask("POST", "/admin/notifications/simulate", {**body, "policy": {"quietHours": None}}, as_=DEV))
    fact("has no quiet hours", loud["decisions"][0]["decision"] == "send", loud)
    far = {**candidate, "type": "popular-in-area", "at": "2026-11-27T14:00:00Z",
           "facts": {**candidate["facts"], "relations": [], "items": ["evt_2"], "distanceKm": 500}}
    dropped = app.ask("POST", "/admin/notifications/simulate", {"recipient": recipient, "candidates": [far]}, as_=DEV)
    fact("case 15 is too far", dropped["decisions"][0]["reasons"] == ["too_far"], dropped)
    many = {"recipient": recipient, "candidates": [{**candidate, "ref": f"c{n}", "subject": f"e{n}"} for n in range(1000)]}
    started = time.monotonic()
    app.expect("1,000 candidates", app.ask("POST", "/admin/notifications/simulate", many, as_=DEV))
    print(f"  ({time.monotonic() - started:.2f} s)")
    fact("nobody heard of any of it", app.ask("GET", "/notifications/unread-count", as_=JOHN)["count"] == before)
    app.expect("the policy in force", policy := app.ask("GET", "/admin/notifications/policy", as_=DEV))
    fact("has its version", policy["version"] >= 1, policy)
    records = app.expect("what was decided",
                         app.ask("GET", f"/admin/notifications/decisions?recipientId={app.jane}&decision=send", as_=DEV))
    fact("of one recipient and kind",
         records["data"] and all(r["recipientId"] == app.jane and r["decision"] == "send" for r in records["data"]), records)
    app.expect("an unknown decision is refused", app.ask("GET", "/admin/notifications/decisions?decision=maybe", as_=DEV), 422,
               errors=["decision"])
    metrics = app.expect("how messages do", app.ask("GET", "/admin/notifications/metrics?by=type", as_=DEV))
    fact("by type, with targets", metrics["rows"] and {"key", "decided", "sent", "delivered", "opened", "acted", "emailed", "feedOnly",
                                                       "dropped", "optOuts", "recipients", "optOutRate", "openRate", "targets", "met"}
         <= set(metrics["rows"][0]) and {"perUserAverage", "eventTriggeredShare", "complaintRate"} <= set(metrics.body), metrics)
    app.expect("93 days are too many",
               app.ask("GET", "/admin/notifications/metrics?from=2026-01-01T00:00:00Z&to=2026-05-01T00:00:00Z", as_=DEV), 422)
    app.expect("no alert is open", app.ask("GET", "/admin/notifications/alerts", as_=DEV), data=[])
    for method, path in (("GET", "/admin/notifications/policy"), ("GET", "/admin/notifications/decisions"),
                         ("GET", "/admin/notifications/metrics"), ("GET", "/admin/notifications/alerts"),
                         ("POST", "/admin/notifications/alerts/engagement/close")):
        app.expect(f"{path} is not John's", app.ask(method, path, as_=JOHN), 403)
    app.expect("a category that is not there has no alert", app.ask("POST", "/admin/notifications/alerts/nope/close", as_=DEV), 404)
    offer = {"endsAt": text(app.now() + datetime.timedelta(days=30))}
    texts = {"title": {"en": "Ten percent"}, "body": {"en": "Ten percent off until New Year."}}
    app.expect("a campaign of an unknown type", app.ask("POST", "/admin/notifications/campaigns", {"type": "nope", **texts}, as_=DEV), 422,
               errors=["type"])
    app.expect("nor one that starts at no time either",
               app.ask("POST", "/admin/notifications/campaigns", {"type": "nope", **texts, "startAt": "soon"}, as_=DEV), 422,
               errors=["type", "startAt"])
    app.expect("without words in a language",
               app.ask("POST", "/admin/notifications/campaigns", {"type": "promotion", "title": {"fr": "A"}, "body": {"fr": "B"},
                   "offer": offer}, as_=DEV), 422, errors=["title.en", "body.en"])
    app.expect("not by John", app.ask("POST", "/admin/notifications/campaigns", {"type": "promotion", **texts, "offer": offer}, as_=JOHN),
               403)
    app.expect("John asks for offers", app.ask("PUT", "/notification-preferences", {"categories": {"marketing": {"push": True}}}, as_=JOHN))
    device(app, "John's device", "device-john", JOHN)
    started = app.expect("a campaign for some",
                         app.ask("POST", "/admin/notifications/campaigns",
                                 {"type": "promotion", **texts, "offer": offer, "audience": {"userIds": [app.jane, app.john]}}, as_=DEV),
                                 201, recipients=2)
    path = f"/admin/notifications/campaigns/{started['id']}"
    app.until("John's is held for Thursday, Jane never asked for any", lambda: app.ask("GET", path, as_=DEV),
              lambda a: a["counts"] == {"delay": 1, "feed_only": 1})
    app.until("Jane's is a banner", lambda: app.ask("GET", "/notifications?presentation=banner", as_=JANE),
              lambda a: a["data"][0]["title"] == "Ten percent" and a["data"][0]["reasons"] == ["not_opted_in"])
    app.expect("called off", app.ask("DELETE", path, as_=DEV), 204)
    app.until("nothing of it waits", lambda: app.ask("GET", path, as_=DEV), lambda a: a["counts"] == {"drop": 1, "feed_only": 1})
    app.expect("an unknown one", app.ask("GET", "/admin/notifications/campaigns/nope", as_=DEV), 404)
    bare = app.expect("a campaign that offers nothing",
                      app.ask("POST", "/admin/notifications/campaigns", {"type": "promotion", **texts, "audience": {"userIds": [app.john]}},
                              as_=DEV), 201)
    app.until("stays in the feed", lambda: app.ask("GET", f"/admin/notifications/campaigns/{bare['id']}", as_=DEV),
              lambda a: a["counts"] == {"feed_only": 1})


def stats_and_preview(app):
    stats = app.expect("what came this week", app.ask("GET", "/notifications/stats", as_=JANE))
    line = next(c for c in stats["categories"] if c["category"] == "engagement")
    fact("by category with its limits", {"sent", "emailed", "feedOnly", "batched"} <= set(line)
        and line["limits"] == {"day": 3, "week": 12}, stats)
    fact("a Monday begins it, a sentence tells it", datetime.date.fromisoformat(stats["weekStart"]).weekday() == 0
        and f"{stats['total']} notification" in stats["sentence"], stats)
    preview = app.expect("samples of a category", app.ask("POST", "/notifications/preview", {"category": "engagement"}, as_=JANE))
    fact("each with words, reason and channels", preview["samples"]
        and all(s["title"] and s["body"] and s["why"] and "inApp" in s["channels"] for s in preview["samples"]), preview)
    fact("no placeholder is left", "{" not in preview.data.decode().replace('{"', "") or not re.search(r"\{[a-z]", preview.data.decode()),
         preview)
    app.expect("of a type", app.ask("POST", "/notifications/preview", {"type": "tickets-low"}, as_=JANE))
    app.expect("an unknown type", app.ask("POST", "/notifications/preview", {"type": "nope"}, as_=JANE), 422, errors=["type"])
    app.expect("an unknown category", app.ask("POST", "/notifications/preview", {"category": "nope"}, as_=JANE), 422, errors=["category"])
    app.expect("neither", app.ask("POST", "/notifications/preview", {}, as_=JANE), 422)
    app.expect("nor a number, whose language is named, too",
               app.ask("POST", "/notifications/preview", {"category": 7, "locale": "xx"}, as_=JANE), 422, errors=["category", "locale"])


def by_the_calendar(app):
    """Through the catalog: it knows what John likes (music and technology in Kampala)."""
    local = app.now() + datetime.timedelta(hours=3)
    evening = local.replace(hour=18, minute=0, second=0, microsecond=0) - datetime.timedelta(hours=3)
    fact("it is Wednesday before six", local.weekday() == 2 and app.now() < evening, local)
    app.clock(to=text(evening))
    found = app.until("Wednesday 18:00: events John may like", lambda: app.ask("GET", "/notifications?category=informational", as_=JOHN),
                      lambda a: a["data"][0]["type"] == "recommendations")
    titles = [e["event"]["title"] for e in app.ask("GET", "/recommendations?limit=10", as_=JOHN)["data"]]
    fact("are the best of his own list", any(title in found["data"][0]["body"] for title in titles[:3])
        and found["data"][0]["reasons"] == ["ok"], titles, found)
    app.clock(to=text(next_weekday(app.now(), 4, 17)))
    found = app.until("Friday 17:00: what many go to in his city", lambda: app.ask("GET", "/notifications?category=informational",
        as_=JOHN), lambda a: a["data"][0]["type"] == "popular-in-area")
    fact("sent, and says so", found["data"][0]["reasons"] == ["ok"] and "near you" in found["data"][0]["body"], found)


def held_and_released(app):
    app.clock(to=text(next_weekday(app.now(), 1, 23, 10)))
    device(app, "a device", "device-jane", JANE)
    held = app.expect("Tuesday 23:10: a friend goes there",
                      app.ask("POST", "/dev/notifications",
                              {"type": "friend-attending", "subject": "e1", "facts": {"relations": ["friend"]}}, as_=JANE), 201)
    wednesday = text(next_weekday(app.now() - datetime.timedelta(days=1), 2, 7))
    fact("held until Wednesday 07:00", held["decision"] == "delay" and held["until"] == wednesday and held["reasons"] == ["quiet_hours"],
         wednesday, held)
    item = app.ask("GET", f"/notifications/{held['notificationId']}", as_=JANE)
    fact("shown at once as scheduled", any(c["channel"] == "push" and c["state"] == "scheduled" for c in item["channels"])
        and item["scheduledFor"] == wednesday, item)
    fact("nothing has left", not [m for m in app.outbox("push", to="device-jane") if m["template"] == "friend-attending"])
    app.expect("quiet hours off", app.ask("PUT", "/notification-preferences", {"quietHours": {"enabled": False}}, as_=JANE))
    pushes = app.until("one push within 2 s", lambda: Answer("outbox", 200, {}, json.dumps(app.outbox("push", to="device-jane")).encode()),
                       lambda a: len([m for m in a.body if m["template"] == "friend-attending"]) == 1, seconds=2)
    push = next(m for m in pushes.body if m["template"] == "friend-attending")
    fact("it carries type, id and subject", push["data"]["type"] == "friend-attending"
        and push["data"]["notificationId"] == held["notificationId"] and push["data"]["subject"] == "e1", push)
    decisions = app.ask("GET", f"/notifications/{held['notificationId']}/decisions", as_=JANE)
    fact("delay, then send", [d["decision"] for d in decisions["data"]] == ["delay", "send"], decisions)


def three_sales(app):
    app.clock(to=text(next_weekday(app.now(), 2, 10)))
    device(app, "Bob's device", "device-bob", BOB)
    records = [app.ask("POST", "/dev/notifications",
                       {"type": "ticket-sold", "subject": "e1", "facts": {"relations": ["organizer"], "event": {"id": "e1", "title": "E"}}},
                       as_=BOB) for _ in range(3)]
    fact("three sales in a second: one is told, two wait", [r["decision"] for r in records] == ["send", "delay", "delay"]
        and records[1]["reasons"] == ["sale_rate"], *records)
    app.clock(advance="PT2M")
    pushes = app.until("one more push", lambda: Answer("outbox", 200, {}, json.dumps(app.outbox("push", to="device-bob")).encode()),
                       lambda a: len([m for m in a.body if m["template"] == "ticket-sold"]) == 2)
    second = next(m for m in pushes.body if m["template"] == "ticket-sold")
    fact("for two sales", second["data"].get("count") == 2, second)
    lines = app.ask("GET", f"/admin/notifications/decisions?recipientId={app.bob}&type=ticket-sold&perPage=100", as_=DEV)["data"]
    last = [next((l["decision"], l["reasons"][0]) for l in lines if l["notificationId"] == r["notificationId"]) for r in records]
    fact("they end as send, superseded, send", last == [("send", "ok"), ("drop", "superseded"), ("send", "ok")], lines)
    replaced = app.expect("Bob may read what became of the one that was replaced",
                          app.ask("GET", f"/notifications/{records[1]['notificationId']}/decisions", as_=BOB))
    fact("held, then dropped, each with a sentence", [d["decision"] for d in replaced["data"]] == ["delay", "drop"]
        and all(d["why"] for d in replaced["data"]), replaced)
    fact("times have second precision", "." not in records[1]["until"] and all("." not in d.get("until", "") for d in replaced["data"]),
         records[1], replaced)
    app.expect("it is in no feed", app.ask("GET", f"/notifications/{records[1]['notificationId']}", as_=BOB), 404)


# --- peez

AHMED, ADMIN, PEEZ_DEV = "ahmed@example.com", "admin@peez.dz", "dev@peez.dz"


def peez(app):
    answer = app.until("Ahmed was told four things or more", lambda: app.ask("GET", "/notifications", as_=AHMED),
                       lambda a: len(a["data"]) >= 4)
    items = answer["data"]
    fact("two of them are unread", sum(not i["read"] for i in items) == 2, answer)
    fact("in snake_case", all({"deep_link", "created_at"} <= set(i) for i in items) and "per_page" in answer["meta"], answer)
    fact("in French, with why and reasons", all(i["why"] and i["reasons"] for i in items)
        and any(i["title"] == "Adhésion activée" for i in items), answer)
    fact("links of the app", all(i["deep_link"].startswith("peez://") for i in items), answer)
    fact("types keep their names", {i["type"] for i in items} <= {"subscription_activated", "subscription_expired", "subscription_expiring",
        "campaign", "rating_request", "visit_recorded", "new_shop", "app_update"}, answer)
    app.expect("unread-count", app.ask("GET", "/notifications/unread-count", as_=AHMED), count=2)
    document = app.expect("preferences in snake_case", app.ask("GET", "/notification-preferences", as_=AHMED), timezone="Africa/Algiers",
                          quiet_hours={"enabled": True, "from": "22:00", "to": "08:00"})
    fact("in_app among the channels", set(document["categories"]) == {"security", "membership", "visits", "shops", "campaigns", "app"}
         and all(set(c) == {"push", "email", "sms", "in_app"} for c in document["categories"].values()), document)
    fact("no key of a rule the app does not have", "digest_mode" not in document.body and "reminder_offsets" not in document.body, document)
    app.expect("a mandatory category stays",
               app.ask("PUT", "/notification-preferences", {"categories": {"membership": {"push": False, "email": False, "sms": False}}},
                       as_=AHMED), 422, errors=["categories.membership"])
    app.expect("a switch",
               put := app.ask("PUT", "/notification-preferences", {"categories": {"campaigns": {"push": False}}, "lite_payload": False},
                              as_=AHMED), lite_payload=False)
    fact("is kept", put["categories"]["campaigns"]["push"] is False, put)
    typed = app.expect("a type by its own name",
                       app.ask("PUT", "/notification-preferences", {"types": {"rating_request": {"push": False}}}, as_=AHMED))
    fact("is shown under it", typed["types"].get("rating_request", {}).get("push") is False, typed)
    app.expect("a snooze", snoozed := app.ask("POST", "/notification-preferences/snooze", {"type": "rating_request"}, as_=AHMED))
    fact("names it as it is", snoozed["snoozes"][0]["type"] == "rating_request", snoozed)
    app.expect("its end", app.ask("DELETE", "/notification-preferences/snooze/rating_request", as_=AHMED), 204)
    reset = app.expect("everything as at first", app.ask("POST", "/notification-preferences/reset", as_=AHMED), snoozes=[])
    preview = app.expect("samples", app.ask("POST", "/notifications/preview", {"category": "shops", "locale": "ar"}, as_=AHMED))
    fact("in Arabic", re.search(r"[؀-ۿ]", preview["samples"][0]["title"]) is not None, preview)
    news = app.expect("samples of the app's own news",
                      app.ask("POST", "/notifications/preview", {"category": "app", "locale": "fr"}, as_=AHMED))
    fact("one of them", [s["type"] for s in news["samples"]] == ["app_update"], news)
    app.expect("a language the app does not speak",
               app.ask("POST", "/notifications/preview", {"category": "shops", "locale": "de"}, as_=AHMED), 422, errors=["locale"])
    stats = app.expect("what came this week", app.ask("GET", "/notifications/stats", as_=AHMED))
    fact("a Sunday begins it", datetime.date.fromisoformat(stats["week_start"]).weekday() == 6, stats)
    recipient = {"zone": "Africa/Algiers", "roles": ["member"], "created_at": "2026-01-10T09:00:00Z",
                 "last_activity_at": "2026-11-24T19:00:00Z", "reach": {"push": True, "email": True, "sms": False}}
    at = "2026-11-25T22:00:00Z"
    dry = app.expect("a dry run",
                     app.ask("POST", "/admin/notifications/simulate",
                             {"recipient": recipient, "candidates": [{"ref": "a", "type": "visit_recorded", "at": at, "facts": {}},
                     {"ref": "b", "type": "new_shop", "at": at, "subject": "shops/2", "facts": {"relations": ["same_neighbourhood"]}}]},
                     as_=PEEZ_DEV))
    by = {d["ref"]: d for d in reversed(dry["decisions"])}
    fact("a visit is told at once, a shop in the morning", by["a"]["decision"] == "send" and by["b"]["decision"] == "delay"
        and by["b"]["until"] == "2026-11-26T07:00:00Z" and by["b"]["reasons"] == ["quiet_hours"], dry)
    loud = app.expect("a patch on a type with an underscore",
                      app.ask("POST", "/admin/notifications/simulate",
                              {"recipient": recipient, "policy": {"types": {"new_shop": {"exempt": ["timing"]}}},
                      "candidates": [{"type": "new_shop", "at": at, "facts": {"relations": ["same_neighbourhood"]}}]}, as_=PEEZ_DEV))
    fact("holds", loud["decisions"][0]["decision"] == "send", loud)
    app.expect("not for members", app.ask("GET", "/admin/notifications/policy", as_=AHMED), 403)
    app.expect("for the admin", app.ask("GET", "/admin/notifications/policy", as_=ADMIN))
    texts = {"title": {"fr": "Nouvelle version", "ar": "نسخة جديدة"},
             "body": {"fr": "La carte se charge plus vite.", "ar": "البطاقة أسرع."}}
    app.expect("news in one language only",
               app.ask("POST", "/admin/announcements", {"title": {"fr": "A"}, "body": texts["body"], "audience": "all"}, as_=ADMIN), 422)
    app.expect("for a neighbourhood without saying which",
               app.ask("POST", "/admin/announcements", {**texts, "audience": "neighborhood"}, as_=ADMIN), 422, errors=["neighborhood_id"])
    news = app.expect("news for a neighbourhood",
                      app.ask("POST", "/admin/announcements", {**texts, "audience": "neighborhood", "neighborhood_id": 1}, as_=ADMIN), 201)
    fact("reaches those who live there", news["recipients"] >= 1, news)
    app.until("Ahmed reads it", lambda: app.ask("GET", "/notifications", as_=AHMED),
              lambda a: any(i["type"] == "app_update" and i["title"] == "Nouvelle version" for i in a["data"]))


def main():
    with tempfile.TemporaryDirectory() as folder:
        for name in ("eventpass", "peez"):
            shutil.copy(souk_platform.ROOT / "deploy" / "tenants" / f"{name}.yml", folder)
        platform = souk_platform.Platform(folder, seed=True)
        try:
            started = time.monotonic()
            app = App(platform, "eventpass")
            app.passwords = {JOHN: "password123", JANE: "password123", ALICE: "password123", BOB: "organizer123", SARAH: "organizer123",
                             DEV: "developer-kampala-8"}
            app.john, app.jane, app.alice, app.bob = (app.ask("GET", "/auth/me", as_=who)["id"] for who in (JOHN, JANE, ALICE, BOB))
            fact("Sarah has her sales in the morning", app.ask("GET", "/notification-preferences", as_=SARAH)["digestMode"] == "daily")
            fact("Alice likes offers", app.ask("GET", "/notification-preferences", as_=ALICE)["categories"]["marketing"]["push"] is True)
            for part in (feed, receipts, preferences, unsubscribing, administration, stats_and_preview, by_the_calendar, held_and_released,
                         three_sales):
                print(f"— eventpass: {part.__name__}")
                part(app)
            print("— peez")
            other = App(platform, "peez")
            other.passwords = {AHMED: "password123", ADMIN: "peez-demo-2026", PEEZ_DEV: "peez-demo-2026"}
            peez(other)
            fact("every shard is what its log says", not (wrong := platform.verify()), wrong)
            print(f"{facts} facts in {time.monotonic() - started:.0f} s, {failures} wrong")
        finally:
            platform.stop()
    sys.exit(1 if failures else 0)


main()
