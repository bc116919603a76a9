"""What every request at the door can rely on: common §1 and §7."""
import concurrent.futures, gzip, json, re, time, uuid

EVENT = "00000000-0000-4000-8000-00000e000001"
REGULAR = "00000000-0000-4000-8000-00000f001001"
INSTANT = re.compile(r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")


def addressing(walk):
    """§1 Addressing"""
    walk.expect("an app is found by path", walk.ask("GET", "/events"))
    walk.expect("an unknown app is 404", walk.ask("GET", "/t/nobody/api/v1/events"), 404, slug="not-found")
    walk.expect("an app is found by its host", walk.ask("GET", "/api/v1/events", headers={"Host": "api.eventpass.ug"}, plain=True))
    walk.expect("its host counts before a path", walk.ask("GET", "/t/peez/api/v1/shops", headers={"Host": "api.eventpass.ug"}), 404)
    walk.expect("a path that nobody has is 404", walk.ask("GET", "/nothing-here"), 404, slug="not-found")
    other = walk.expect("another method on a known path is 405", walk.ask("DELETE", "/events"), 405, slug="method-not-allowed")
    walk.fact("405 names the methods that are taken",
              {"GET", "POST"} <= {name.strip() for name in other.headers.get("Allow", "").split(",")}, other)


def bodies(walk):
    """§1 Bodies"""
    token = walk.token("bob@events.com", "organizer123")
    json_type = {"Content-Type": "application/json"}
    walk.expect("malformed JSON is 400", walk.ask("POST", "/events", raw=b'{"title":', token=token, headers=json_type), 400,
                slug="malformed-request")
    walk.expect("a second value behind the body is 400",
                walk.ask("POST", "/events", raw=b'{"title":"Test"} {}', token=token, headers=json_type), 400)
    walk.expect("bytes that are no UTF-8 are 400", walk.ask("POST", "/events", raw=b'{"title":"Te\xffst"}', token=token, headers=json_type),
                400)
    walk.expect("another content type is 415",
                walk.ask("POST", "/events", raw=b"title=Test", token=token, headers={"Content-Type": "text/plain"}), 415,
                slug="unsupported-media-type")
    walk.expect("a form where JSON belongs is 415", walk.ask("POST", "/events", raw=b"title=Test", token=token,
                                                             headers={"Content-Type": "application/x-www-form-urlencoded"}), 415)
    walk.expect("a body over 1 MiB is 413", walk.ask("POST", "/events", {"title": "Test", "description": "x" * (1 << 20)}, token), 413,
                slug="payload-too-large")
    walk.expect("deep nesting is no 500",
                walk.ask("POST", "/events", raw=b'{"title":' + b"[" * 5000 + b"]" * 5000 + b"}", token=token, headers=json_type), 400)
    made = walk.expect("unknown fields are ignored, text is trimmed",
                       walk.ask("POST", "/events", {"title": "  Trimmed title \n", "nobodyKnows": {"a": [1]}}, token), 201,
                       title="Trimmed title", status="draft")
    walk.expect("Location of what was made leads to it", walk.ask("GET", made.headers["Location"], token=token), id=made["id"])
    walk.expect("control characters are refused", walk.ask("POST", "/events", {"title": "Bell \u0007 rings"}, token), 422, errors=["title"])
    walk.expect("every failing field is named",
                walk.ask("POST", "/events", {"title": "x", "maxTicketsPerUser": 0, "category": "nonsense", "venue": {"name": "y"}}, token),
                422,
                errors=["title", "maxTicketsPerUser", "category", "venue.name"], slug="validation-failed")
    walk.expect("a number as text is refused", walk.ask("POST", "/events", {"title": "Test", "maxTicketsPerUser": "5"}, token), 422,
                errors=["maxTicketsPerUser"])
    walk.expect("a list as body is refused", walk.ask("POST", "/events", [1, 2], token), 422)
    walk.expect("an id that is none is 404", walk.ask("GET", "/events/%27%20OR%201=1"), 404, slug="not-found")
    walk.expect("an unknown id is 404", walk.ask("GET", f"/events/{uuid.uuid4()}"), 404, slug="not-found")


def refusals(walk):
    """§1 Errors"""
    answer = walk.expect("no token is 401", walk.ask("GET", "/auth/me"), 401, slug="sign-in-required")
    walk.fact("with WWW-Authenticate: Bearer", answer.headers["WWW-Authenticate"].startswith("Bearer"), answer)
    walk.expect("a token that is none is 401", walk.ask("GET", "/auth/me", token="abc.def.ghi"), 401, slug="invalid-token")
    walk.expect("also where guests may look", walk.ask("GET", "/events", token="abc.def.ghi"), 401, slug="invalid-token")
    john = walk.token("john@example.com", "password123")
    walk.expect("signed in but not allowed is 403", walk.ask("GET", "/users", token=john), 403)
    walk.expect("a token of another app is 401", walk.ask("GET", "/t/quartier/api/v1/auth/me", token=john), 401)
    given = str(uuid.uuid4())
    echoed = walk.expect("X-Request-Id is taken", walk.ask("GET", "/nothing", headers={"X-Request-Id": given}), 404, requestId=given)
    walk.fact("and returned", echoed.headers["X-Request-Id"] == given, echoed)
    fresh = [walk.ask("GET", "/categories").headers.get("X-Request-Id") for _ in range(2)]
    walk.fact("or made", all(fresh) and fresh[0] != fresh[1], fresh)
    walk.expect("a request id with line noise is replaced", walk.ask("GET", "/categories", headers={"X-Request-Id": "a" * 2000}))
    walk.expect("what the client does not take is 406", walk.ask("GET", "/categories", headers={"Accept": "image/png"}), 406,
                slug="not-acceptable")


def lists(walk):
    """§1 Lists, times, money"""
    first = walk.expect("a list has data and meta", walk.ask("GET", "/events"), fields=["data", "meta"])
    meta = first["meta"]
    walk.fact("meta counts from page 1, 20 a page", (meta["page"], meta["perPage"]) == (1, 20)
        and meta["lastPage"] == -(-meta["total"] // 20), meta)
    pages = [walk.ask("GET", f"/events?page={page}&perPage=7") for page in range(1, -(-meta["total"] // 7) + 1)]
    ids = [event["id"] for page in pages for event in page["data"]]
    walk.fact("pages are disjoint and complete", len(ids) == len(set(ids)) == meta["total"], len(ids), len(set(ids)), meta)
    walk.fact("in the same order", ids == [event["id"] for page in range(1, -(-meta["total"] // 100) + 1)
                                           for event in walk.ask("GET", f"/events?page={page}&perPage=100")["data"]])
    walk.fact("a page behind the last is empty", walk.ask("GET", "/events?page=999")["data"] == [])
    for query, field in [("perPage=101", "perPage"), ("perPage=0", "perPage"), ("page=0", "page"), ("page=x", "page"),
                         ("sort=sideways", "sort")]:
        walk.expect(f"{query} is 422", walk.ask("GET", f"/events?{query}"), 422, errors=[field])
    walk.expect("a wrong page hides nothing else", walk.ask("GET", "/events?perPage=101&sort=sideways&radius=0"), 422,
                errors=["perPage", "sort", "radius"])
    walk.expect("nor among payments", walk.ask("GET", "/transactions?page=0&from=yesterday&status=odd",
                                               token=walk.token("bob@events.com", "organizer123")), 422, errors=["page", "from", "status"])
    event = walk.ask("GET", f"/events/{EVENT}").body
    walk.fact("times are RFC 3339 in UTC, to the second",
              all(INSTANT.match(event[name]) for name in ("startDate", "endDate", "createdAt", "updatedAt")), event)
    price = event["ticketTypes"][0]["price"]
    walk.fact("money is an integer of minor units", price == {"amount": 50000, "currency": "UGX"} and isinstance(price["amount"], int),
              price)


def caching(walk):
    """§1 Caching, compression, methods of HTTP"""
    for path in (f"/events/{EVENT}", "/events", "/categories", "/config"):
        answer = walk.expect(f"GET {path.split('/')[1]} has an ETag", walk.ask("GET", path))
        tag = answer.headers.get("ETag")
        walk.fact("it is a quoted tag", bool(tag) and '"' in tag, answer.headers)
        again = walk.ask("GET", path, headers={"If-None-Match": tag})
        walk.fact("unchanged is 304 without a body", again.status == 304 and not again.data and again.headers.get("ETag") == tag, again)
        walk.expect("another tag gets it whole", walk.ask("GET", path, headers={"If-None-Match": '"other"'}))
    tags = {path: walk.ask("GET", path).headers["ETag"] for path in (f"/events/{EVENT}", "/events")}
    walk.advance(advance="PT2S")
    for path, tag in tags.items():
        walk.fact("two seconds later nothing has changed", walk.ask("GET", path, headers={"If-None-Match": tag}).status == 304, path)
    john = walk.token("john@example.com", "password123")
    before = walk.ask("GET", f"/events/{EVENT}", token=john).headers["ETag"]
    walk.expect("(John likes it)", walk.ask("PUT", f"/events/{EVENT}/favorite", token=john))
    after = walk.ask("GET", f"/events/{EVENT}", token=john, headers={"If-None-Match": before})
    walk.expect("what changed has another tag", after)
    walk.expect("(and not any more)", walk.ask("DELETE", f"/events/{EVENT}/favorite", token=john))
    small = walk.ask("GET", "/events", headers={"Accept-Encoding": "gzip"})
    walk.fact("a long answer comes as gzip where it is taken", small.headers.get("Content-Encoding") == "gzip"
        and json.loads(gzip.decompress(small.data))["data"], small.headers)
    head = walk.ask("HEAD", "/events")
    walk.fact("HEAD is GET without the body", head.status == 200 and not head.data and int(head.headers.get("Content-Length", 1)) > 0, head)
    cors = walk.ask("OPTIONS", "/events", headers={"Origin": "https://app.example", "Access-Control-Request-Method": "POST",
                                                   "Access-Control-Request-Headers": "authorization,content-type,idempotency-key"})
    walk.fact("a browser may ask first",
              cors.status == 204 and cors.headers.get("Access-Control-Allow-Origin") in ("*", "https://app.example")
              and "POST" in cors.headers.get("Access-Control-Allow-Methods", ""), cors)
    walk.fact("every answer says nosniff", walk.ask("GET", "/events").headers.get("X-Content-Type-Options") == "nosniff")


def idempotency(walk):
    """§1 Idempotency-Key"""
    token, key = walk.token("bob@events.com", "organizer123"), str(uuid.uuid4())
    body = {"title": "Made once"}
    first = walk.expect("a key is taken", walk.ask("POST", "/events", body, token, {"Idempotency-Key": key}), 201)
    walk.fact("the first answer is no replay", "Idempotency-Replayed" not in first.headers, first.headers)
    second = walk.expect("the same again is the same answer", walk.ask("POST", "/events", body, token, {"Idempotency-Key": key}), 201,
                         id=first["id"])
    walk.fact("and says so", second.headers.get("Idempotency-Replayed") == "true" and second.data == first.data
              and second.headers.get("Location") == first.headers.get("Location"), second)
    walk.expect("another body under it is 422", walk.ask("POST", "/events", {"title": "Made twice"}, token, {"Idempotency-Key": key}), 422,
                slug="idempotency-key-reused")
    walk.expect("another path under it, too", walk.ask("POST", "/support/none", body, token, {"Idempotency-Key": key}), 404)
    other = walk.expect("somebody else's key is another",
                        walk.ask("POST", "/events", body, walk.token("sarah@events.com", "organizer123"), {"Idempotency-Key": key}), 201)
    walk.fact("with an answer of its own", other["id"] != first["id"] and "Idempotency-Replayed" not in other.headers, other)
    for bad in ("x" * 256, "caf\u00e9", "two words"):
        walk.expect("a key that is none is 400", walk.ask("POST", "/events", body, token, {"Idempotency-Key": bad.encode("latin-1")}), 400,
                    slug="malformed-request")
    key = str(uuid.uuid4())
    order = {"eventId": EVENT, "items": [{"ticketTypeId": REGULAR, "quantity": 1}]}
    buyer = walk.token("load20@example.com", "load-kampala-2026")
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: walk.ask("POST", "/orders", order, buyer, {"Idempotency-Key": key}), range(8)))
    walk.fact("eight at once are one order", {answer.status for answer in answers} == {201}
        and len({answer["id"] for answer in answers}) == 1, *answers)
    refused = {"Idempotency-Key": str(uuid.uuid4())}
    walk.expect("a refusal is kept, too", walk.ask("POST", f"/orders/{answers[0]['id']}/cancel", token=buyer, headers=refused), 200,
                status="cancelled")
    again = walk.expect("(asked again)", walk.ask("POST", f"/orders/{answers[0]['id']}/cancel", token=buyer, headers=refused), 200,
                        status="cancelled")
    walk.fact("replayed", again.headers.get("Idempotency-Replayed") == "true", again)
    for method, path, body in [("PUT", f"/events/{EVENT}/favorite", None), ("DELETE", f"/events/{EVENT}/favorite", None),
                               ("PATCH", f"/events/{first['id']}", {"title": "Patched"})]:
        key = {"Idempotency-Key": str(uuid.uuid4())}
        walk.ask(method, path, body, token, key)
        walk.fact(f"{method} takes keys", walk.ask(method, path, body, token, key).headers.get("Idempotency-Replayed") == "true")


def operations(walk):
    """§1 Prefer and operations"""
    token = walk.token("bob@events.com", "organizer123")
    taken = walk.expect("respond-async answers at once",
                        walk.ask("POST", "/events", {"title": "Answered later"}, token, {"Prefer": "respond-async"}), 202)
    place = taken.headers.get("Location", "")
    walk.fact("with the operation's place", "/operations/" in place, taken)
    done = walk.eventually("it becomes succeeded", lambda: walk.ask("GET", place, token=token),
                           lambda answer: answer["status"] == "succeeded")
    walk.fact("with the answer inside", done["response"]["status"] == 201 and done["response"]["body"]["title"] == "Answered later"
        and done["id"] == place.split("/")[-1], done)
    walk.expect("nobody else sees it", walk.ask("GET", place, token=walk.token("john@example.com", "password123")), 404)
    walk.expect("no guest either", walk.ask("GET", place), 404)
    walk.expect("an operation that never was is 404", walk.ask("GET", f"/operations/{uuid.uuid4()}", token=token), 404)
    failed = walk.ask("POST", "/events", {"title": "Answered later", "category": "nonsense"}, walk.token("john@example.com", "password123"),
                      {"Prefer": "respond-async"})
    if failed.status == 202:
        over = walk.eventually("a refused one becomes failed",
                               lambda: walk.ask("GET", failed.headers["Location"], token=walk.token("john@example.com", "password123")),
                               lambda answer: answer["status"] == "failed")
        walk.fact("with the problem inside", over["response"]["status"] in (403, 422) and over["response"]["body"]["slug"], over)
    walk.fact("wait=0 may answer 202",
              walk.ask("POST", "/events", {"title": "Not waited for"}, token, {"Prefer": "wait=0"}).status in (201, 202))
    # A busy machine may need longer than five seconds: then 202 is right, and no sooner.
    asked = time.monotonic()
    waited = walk.ask("POST", "/events", {"title": "Waited for"}, token, {"Prefer": "wait=5"})
    took = time.monotonic() - asked
    walk.fact("wait=5 the resource, if it is there in time", waited.status == 201 or (waited.status == 202 and took >= 5), took, waited)


def prompts(walk):
    """EventPass R1: the way to sign in is part of the refusal"""
    favorite = walk.expect("a guest who likes is asked to sign in", walk.ask("PUT", f"/events/{EVENT}/favorite"), 401,
                           slug="sign-in-required", action="favorite",
                           title="Sign in required", message="Sign in to like events")
    walk.fact("with the prompt", favorite["prompt"]["title"] == "Sign in to like events" and 1 <= len(favorite["prompt"]["benefits"]) <= 3,
              favorite)
    walk.fact("and what to repeat", favorite["resume"] == {"method": "PUT", "path": f"/api/v1/events/{EVENT}/favorite"}, favorite["resume"])
    for method, path, action, title in [
        ("PUT", "/organizers/00000000-0000-4000-8000-00000a000004/follow", "follow", "Sign in to follow organizers"),
        ("POST", "/orders", "purchase", "Sign in to buy tickets"), ("GET", "/orders", "purchase", "Sign in to buy tickets"),
        ("GET", "/tickets", "tickets", "Sign in to view your tickets"), ("GET", "/waitlist", "tickets", "Sign in to view your tickets"),
        ("PUT", f"/events/{EVENT}/rating", "rate", "Sign in to rate events"), ("POST", "/reports", "report", "Sign in to report events"),
        ("GET", "/auth/me", "profile", "Sign in to access your profile"), ("POST", "/events", "organize", "Become an Organizer"),
        ("GET", "/organizer/events", "organize", "Become an Organizer"), ("GET", "/notifications", "continue", "Sign in to continue"),
    ]:
        answer = walk.expect(f"{method} {path.split('/')[1]} says {action}", walk.ask(method, path), 401, slug="sign-in-required",
                             action=action)
        walk.fact(f"“{title}”", answer["prompt"]["title"] == title and answer["message"] == title, answer)
    config = walk.ask("GET", "/config")
    walk.fact("the same words are in /config", config["prompts"]["favorite"]["title"] == "Sign in to like events", config)


def languages(walk):
    """§1 Languages (PEEZ: French first, Arabic)"""
    peez = "/t/peez/api/v1"
    body = {"name": "x", "email": "no address", "phone": "12", "password": "short"}
    for header, language in [(None, "fr"), ("ar", "ar"), ("fr-CA,fr;q=0.8", "fr"), ("de, ar;q=0.5", "ar"), ("de", "fr"),
                             ("fr;q=0.1, ar", "ar")]:
        answer = walk.ask("POST", peez + "/auth/register", body, headers={"Accept-Language": header} if header else None)
        walk.fact(f"Accept-Language {header}: {language}", answer.status == 422 and answer.headers.get("Content-Language") == language,
                  answer)
        arabic = [any("\u0600" <= letter <= "\u06ff" for letter in text) for text in [answer["message"]]
            + [text for texts in answer["errors"].values() for text in texts]]
        walk.fact("the message and those of the fields are in it", all(arabic) if language == "ar" else not any(arabic), answer)
    french = walk.ask("POST", peez + "/auth/register", body)
    walk.fact("French fields are no English",
              not any(word in text for texts in french["errors"].values() for text in texts for word in ("must", "required", "is not")),
              french)
    walk.fact("the slug stays", french.slug == "validation-failed" and "password_confirmation" in french["errors"], french)
    theatre = "/t/quartier/api/v1"
    fan = walk.ask("POST", theatre + "/auth/register", {"name": "Camille", "email": f"c{uuid.uuid4().hex[:10]}@example.com",
                                                        "password": "Rue-des-Artisans-12"})["token"]
    walk.expect("a missing role is named, in the app's language", walk.ask("GET", theatre + "/organizer/events", token=fan), 403,
                slug="role-required", requiredRole="organizer", message="Votre rôle ne permet pas de faire cela.")
    walk.expect("and in another one that is asked for",
                walk.ask("GET", theatre + "/organizer/events", token=fan, headers={"Accept-Language": "en"}), 403,
                message="You are not allowed to do this.")
    english = walk.ask("GET", "/auth/me", headers={"Accept-Language": "fr"})
    walk.fact("an app speaks its own languages only", english.headers.get("Content-Language") == "en", english)


PARTS = [addressing, bodies, refusals, lists, caching, idempotency, operations, prompts, languages]
