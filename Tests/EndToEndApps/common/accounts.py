"""Accounts and sessions: common §2, as EventPass has them (e-mail required, phone optional, +256)."""
import concurrent.futures, json, re, struct, time, uuid, zlib

PASSWORD = "Nakasero-hill-42"
JOHN = ("john@example.com", "password123")
USER = ["id", "name", "email", "phone", "role", "roles", "locale", "timezone", "emailVerified", "phoneVerified", "createdAt",
        "dateOfBirth", "age", "avatarUrl", "activeRole", "identityStatus", "organizerStatus"]
PAIR = ["token", "refreshToken", "expiresIn"]


def png(width, height):
    """A grey picture, as an encoder of somebody else's would write it."""
    chunk = lambda kind, data: struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    rows = (b"\x00" + b"\x80" * width) * height
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)) + chunk(b"IDAT",
        zlib.compress(rows)) + chunk(b"IEND", b"")


def somebody():
    """Nobody has this address and number yet."""
    number = uuid.uuid4().int % 10**7
    return {"name": "Grace Nambi", "email": f"grace{uuid.uuid4().hex[:10]}@example.com", "phone": f"+25677{number:07d}",
            "password": PASSWORD}


def registered(walk, **fields):
    body = {**somebody(), **fields}
    answer = walk.ask("POST", "/auth/register", body)
    assert answer.status == 201, answer
    return body, answer


def six_digits(walk, channel, to):
    """The code of the newest message to this address."""
    deadline = time.monotonic() + 60
    while True:
        for message in walk.ask("GET", f"/dev/outbox?channel={channel}&to={to.replace('+', '%2B')}")["data"]:
            found = re.findall(r"(?<!\d)\d{6}(?!\d)", message["text"])
            if found:
                assert len(found) == 1, message
                return found[0]
        assert time.monotonic() < deadline, f"no code for {to}"
        time.sleep(0.1)


def registration(walk):
    """POST /auth/register"""
    body = somebody()
    answer = walk.expect("a stranger registers",
                         walk.ask("POST", "/auth/register", {**body, "passwordConfirmation": PASSWORD, "dateOfBirth": "2001-02-03"}), 201,
                         fields=["user", *PAIR])
    user = answer["user"]
    walk.fact("the user has every field", not [name for name in USER if name not in user], user)
    walk.fact("with what was typed", (user["name"], user["email"], user["phone"], user["dateOfBirth"]) == (body["name"], body["email"],
        body["phone"], "2001-02-03"), user)
    walk.fact("an attendee, not verified", user["roles"] == ["attendee"] and user["role"] == "attendee" and not user["emailVerified"]
        and not user["phoneVerified"], user)
    walk.fact("aged by its birthday", user["age"] in (25, 26), user)
    walk.fact("nothing is cached", "no-store" in answer.headers.get("Cache-Control", ""), answer.headers)
    walk.expect("the token works", walk.ask("GET", "/auth/me", token=answer["token"]), id=user["id"])
    walk.expect("the address is taken, whatever its case",
                walk.ask("POST", "/auth/register", {**somebody(), "email": body["email"].upper()}), 422, errors=["email"])
    walk.expect("the number is taken", walk.ask("POST", "/auth/register", {**somebody(), "phone": body["phone"]}), 422, errors=["phone"])
    walk.expect("also in its national form", walk.ask("POST", "/auth/register", {**somebody(), "phone": "0" + body["phone"][4:]}), 422,
                errors=["phone"])
    wrong = walk.expect("every failing field is named",
                        walk.ask("POST", "/auth/register", {"name": "x", "email": "nobody", "phone": "12", "password": "short"}), 422,
                        errors=["name", "email", "phone", "password"])
    walk.fact("and no other", set(wrong["errors"]) == {"name", "email", "phone", "password"}, wrong)
    walk.expect("an empty form names what is required", walk.ask("POST", "/auth/register", {}), 422, errors=["name", "email", "password"])
    for password, why in [("password123", "common"), ("12345678", "common"), ("a" * 129, "longer than 128"),
                          (body["email"], "the e-mail address"), ("Grace Nambi", "the name")]:
        form = {**somebody(), "password": password}
        if why == "the e-mail address":
            form["email"] = "p" + body["email"]
            form["password"] = form["email"]
        walk.expect(f"a password that is {why} is refused", walk.ask("POST", "/auth/register", form), 422, errors=["password"])
    walk.expect("a password of 128 characters is taken", walk.ask("POST", "/auth/register", {**somebody(), "password": "Kx9-" * 32}), 201)
    walk.expect("a confirmation that differs is refused",
                walk.ask("POST", "/auth/register", {**somebody(), "passwordConfirmation": "Another-one-42"}), 422,
                errors=["passwordConfirmation"])
    walk.expect("a birthday in the future is refused", walk.ask("POST", "/auth/register", {**somebody(), "dateOfBirth": "2999-01-01"}), 422,
                errors=["dateOfBirth"])
    walk.expect("one before 1900, too", walk.ask("POST", "/auth/register", {**somebody(), "dateOfBirth": "1899-12-31"}), 422,
                errors=["dateOfBirth"])
    walk.expect("30 February is no day", walk.ask("POST", "/auth/register", {**somebody(), "dateOfBirth": "2001-02-30"}), 422,
                errors=["dateOfBirth"])
    organizer = walk.expect("an organizer begins as attendee", walk.ask("POST", "/auth/register", {**somebody(), "role": "organizer"}),
                            201)["user"]
    walk.fact("whose application is in progress", organizer["roles"] == ["attendee"] and organizer["organizerStatus"] == "in-progress",
              organizer)
    walk.expect("nobody registers as moderator", walk.ask("POST", "/auth/register", {**somebody(), "role": "moderator"}), 422,
                errors=["role"])
    alone = somebody()
    del alone["phone"]
    walk.expect("the phone is optional", walk.ask("POST", "/auth/register", alone), 201)
    form = somebody()
    with concurrent.futures.ThreadPoolExecutor(6) as pool:
        answers = list(pool.map(lambda _: walk.ask("POST", "/auth/register", form), range(6)))
    walk.fact("six at once are one account", sorted(answer.status for answer in answers) == [201] + [422] * 5, *answers)


def signing_in(walk):
    """POST /auth/login"""
    body, first = registered(walk)
    for name, value in [("email", body["email"]), ("email", body["email"].upper()), ("phone", body["phone"]),
                        ("phone", "0" + body["phone"][4:]),
                        ("login", body["email"]), ("login", body["phone"])]:
        answer = walk.expect(f"by {name} {value.translate(str.maketrans('', '', '0123456789'))[:6]}…",
                             walk.ask("POST", "/auth/login", {name: value, "password": PASSWORD}),
                             fields=["user", *PAIR])
        walk.fact("it is the same person", answer["user"]["id"] == first["user"]["id"], answer)
    walk.expect("/auth/signin is the same", walk.ask("POST", "/auth/signin", {"email": body["email"], "password": PASSWORD}),
                fields=["user", *PAIR])
    wrong = walk.expect("a wrong password is 401",
                        walk.ask("POST", "/auth/login", {"email": body["email"], "password": "Something-else-1"}), 401,
                        slug="invalid-credentials")
    nobody = walk.expect("so is an unknown address", walk.ask("POST", "/auth/login", {"email": "nobody@example.com", "password": PASSWORD}),
                         401, slug="invalid-credentials")
    without = lambda answer: {name: value for name, value in answer.body.items() if name != "requestId"}
    walk.fact("in the same words", without(wrong) == without(nobody), wrong, nobody)
    walk.expect("an address that is no text hides no password", walk.ask("POST", "/auth/login", {"email": 5}), 422,
                errors=["email", "password"])
    walk.expect("without a password it is 422", walk.ask("POST", "/auth/login", {"email": body["email"]}), 422, errors=["password"])
    walk.expect("the seeded password works, although nobody could choose it",
                walk.ask("POST", "/auth/login", {"email": JOHN[0], "password": JOHN[1]}))


def lockout(walk):
    """Five failures, and the right password has to wait"""
    body, _ = registered(walk)
    for number in range(5):
        walk.expect(f"failure {number + 1}",
                    walk.ask("POST", "/auth/login", {"email": body["email"], "password": f"Wrong-number-{number}"}), 401)
    locked = walk.expect("then even the right one is 429", walk.ask("POST", "/auth/login", {"email": body["email"], "password": PASSWORD}),
                         429, slug="too-many-requests")
    first = int(locked.headers["Retry-After"])
    walk.fact("with a wait", 0 < first <= 900, first)
    unknown = f"nobody{uuid.uuid4().hex[:8]}@example.com"
    statuses = [walk.ask("POST", "/auth/login", {"email": unknown, "password": PASSWORD}).status for _ in range(6)]
    walk.fact("an unknown address locks alike", statuses == [401] * 5 + [429], statuses)
    walk.expect("nobody else waits", walk.ask("POST", "/auth/login", {"email": JOHN[0], "password": JOHN[1]}))
    walk.advance(advance=f"PT{first + 1}S")
    walk.expect("one more failure after the wait", walk.ask("POST", "/auth/login", {"email": body["email"], "password": "Wrong-again-1"}),
                401)
    second = int(walk.expect("waits again", walk.ask("POST", "/auth/login", {"email": body["email"], "password": PASSWORD}), 429)
        .headers["Retry-After"])
    walk.fact("longer", second > first, first, second)
    walk.advance(advance=f"PT{second + 1}S")
    walk.expect("then the right one works", walk.ask("POST", "/auth/login", {"email": body["email"], "password": PASSWORD}))
    statuses = [walk.ask("POST", "/auth/login", {"email": body["email"], "password": "Wrong-again-1"}).status for _ in range(4)]
    walk.fact("and the count begins anew", statuses == [401] * 4
        and walk.ask("POST", "/auth/login", {"email": body["email"], "password": PASSWORD}).status == 200, statuses)


def one_time_codes(walk):
    """/auth/otp"""
    phone = f"+25678{uuid.uuid4().int % 10**7:07d}"
    asked = walk.expect("a code is asked for", walk.ask("POST", "/auth/otp/request", {"phone": phone}), 202)
    again = walk.expect("again within a minute is 429", walk.ask("POST", "/auth/otp/request", {"phone": phone}), 429)
    walk.fact("with the seconds to wait", 0 < int(again.headers["Retry-After"]) <= 60, again)
    code = six_digits(walk, "sms", phone)
    wrong = f"{(int(code) + 1) % 10**6:06d}"
    walk.expect("another code is 401", walk.ask("POST", "/auth/otp/verify", {"phone": phone, "code": wrong}), 401,
                slug="invalid-credentials")
    answer = walk.expect("the right one makes the account",
                         walk.ask("POST", "/auth/otp/verify", {"phone": phone, "code": code, "name": "Okot Peter"}), fields=["user", *PAIR])
    walk.fact("with the number verified", answer["user"]["phone"] == phone and answer["user"]["phoneVerified"]
        and answer["user"]["name"] == "Okot Peter", answer)
    walk.expect("a code works once", walk.ask("POST", "/auth/otp/verify", {"phone": phone, "code": code}), 401)
    walk.expect("a number that is none is 422", walk.ask("POST", "/auth/otp/request", {"phone": "12"}), 422, errors=["phone"])
    walk.advance(advance="PT61S")
    walk.expect("after a minute another is sent", walk.ask("POST", "/auth/otp/request", {"phone": phone}), 202)
    code = six_digits(walk, "sms", phone)
    walk.advance(advance="PT5M1S")
    walk.expect("after five minutes it is void", walk.ask("POST", "/auth/otp/verify", {"phone": phone, "code": code}), 401)
    walk.ask("POST", "/auth/otp/request", {"phone": phone})
    code = walk.eventually("(a third)", lambda: walk.ask("GET", f"/dev/outbox?channel=sms&to={phone.replace('+', '%2B')}"),
                           lambda answer: code not in answer["data"][0]["text"])["data"][0]["text"]
    code = re.search(r"\d{6}", code).group()
    wrong = f"{(int(code) + 1) % 10**6:06d}"
    statuses = [walk.ask("POST", "/auth/otp/verify", {"phone": phone, "code": wrong}).status for _ in range(5)]
    walk.fact("five wrong tries", set(statuses) <= {401, 429}, statuses)
    walk.fact("kill the code", walk.ask("POST", "/auth/otp/verify", {"phone": phone, "code": code}).status in (401, 429))
    phone = f"+25675{uuid.uuid4().int % 10**7:07d}"
    statuses = []
    for _ in range(6):
        statuses.append(walk.ask("POST", "/auth/otp/request", {"phone": phone}).status)
        walk.advance(advance="PT61S")
    walk.fact("five an hour, the sixth is 429", statuses == [202] * 5 + [429], statuses)
    seeded = "+256700123456"
    walk.expect("the seeded number asks", walk.ask("POST", "/auth/otp/request", {"phone": seeded}), 202)
    walk.expect("any other code is wrong", walk.ask("POST", "/auth/otp/verify", {"phone": seeded, "code": "654321"}), 401)
    peter = walk.expect("its fixed code works", walk.ask("POST", "/auth/otp/verify", {"phone": seeded, "code": "123456"}))
    walk.fact("it is Peter, aged 16", peter["user"]["id"] == "00000000-0000-4000-8000-00000a000006" and peter["user"]["age"] == 16, peter)


def refreshing(walk):
    """POST /auth/refresh"""
    _, start = registered(walk)
    ask = lambda token: walk.ask("POST", "/auth/refresh", {"refreshToken": token})
    first = start["refreshToken"]
    second = walk.expect("a refresh token is traded", ask(first), fields=PAIR)
    walk.fact("for another", second["refreshToken"] != first, second)
    walk.expect("its access token works", walk.ask("GET", "/auth/me", token=second["token"]))
    repeated = walk.expect("one step behind is answered again", ask(first), fields=PAIR)
    walk.fact("with the current pair", repeated["refreshToken"] == second["refreshToken"], second, repeated)
    third = walk.expect("the newest goes on", ask(second["refreshToken"]), fields=PAIR)
    stolen = walk.expect("two steps behind is theft", ask(first), 401, slug="session-revoked")
    walk.expect("the session ended for all", ask(third["refreshToken"]), 401, slug="session-revoked")
    walk.eventually("its access token, too, within a second", lambda: walk.ask("GET", "/auth/me", token=third["token"]),
                    lambda answer: answer.status == 401, 1.5)
    walk.expect("a token that is none is 401", ask("nonsense"), 401)
    walk.expect("none at all is 422", walk.ask("POST", "/auth/refresh", {}), 422, errors=["refreshToken"])
    _, other = registered(walk)
    walk.advance(advance="PT16M")
    walk.fact("an access token expires by the app's clock", walk.ask("GET", "/auth/me", token=other["token"]).status == 401)
    walk.expect("the refresh token goes on", ask(other["refreshToken"]), fields=PAIR)


def sessions(walk):
    """Sessions and sign-out"""
    body, first = registered(walk)
    login = lambda agent: walk.ask("POST", "/auth/login", {"email": body["email"], "password": PASSWORD}, headers={"User-Agent": agent})
    phone, laptop = login("EventPass/2.1 (iPhone)"), login("EventPass/2.1 (Mac)")
    listed = walk.expect("three devices are signed in", walk.ask("GET", "/auth/sessions", token=laptop["token"]))
    rows = listed["data"]
    walk.fact("the newest first, with its last use", len(rows) == 3 and [row["current"] for row in rows] == [True, False, False]
        and all(row["lastUsedAt"] for row in rows), listed)
    walk.fact("and its device", rows[0]["device"] == "EventPass/2.1 (Mac)", rows)
    walk.expect("one is ended", walk.ask("DELETE", f"/auth/sessions/{rows[1]['id']}", token=laptop["token"]), 204)
    walk.eventually("it is out within a second", lambda: walk.ask("GET", "/auth/me", token=phone["token"]),
                    lambda answer: answer.status == 401, 1.5)
    walk.expect("nobody ends another's", walk.ask("DELETE", f"/auth/sessions/{rows[2]['id']}", token=walk.token(*JOHN)), 404)
    walk.expect("signing out is 204", walk.ask("POST", "/auth/logout", token=laptop["token"]), 204)
    walk.eventually("the access token stops within a second", lambda: walk.ask("GET", "/auth/me", token=laptop["token"]),
                    lambda answer: answer.status == 401, 1.5)
    walk.expect("so does the refresh token", walk.ask("POST", "/auth/refresh", {"refreshToken": laptop["refreshToken"]}), 401,
                slug="session-revoked")
    walk.expect("the first device stays", walk.ask("GET", "/auth/me", token=first["token"]))


def profile(walk):
    """GET /auth/me, PUT /auth/profile"""
    body, start = registered(walk)
    token = start["token"]
    walk.expect("a name is changed", walk.ask("PUT", "/auth/profile", {"name": " Grace N. "}, token), name="Grace N.", email=body["email"])
    walk.expect("a language of the app", walk.ask("PUT", "/auth/profile", {"locale": "en", "timezone": "Africa/Nairobi"}, token),
                locale="en", timezone="Africa/Nairobi")
    walk.expect("no other", walk.ask("PUT", "/auth/profile", {"locale": "xx", "timezone": "Mars/Base"}, token), 422,
                errors=["locale", "timezone"])
    walk.expect("a role one has", walk.ask("PUT", "/auth/profile", {"activeRole": "attendee"}, token), activeRole="attendee")
    walk.expect("no other role", walk.ask("PUT", "/auth/profile", {"activeRole": "organizer"}, token), 422, errors=["activeRole"])
    walk.expect("a birthday", walk.ask("PUT", "/auth/profile", {"dateOfBirth": "1999-12-31"}, token), dateOfBirth="1999-12-31")
    walk.expect("somebody's address is taken", walk.ask("PUT", "/auth/profile", {"email": JOHN[0]}, token), 422, errors=["email"])
    walk.expect("a code to my address", walk.ask("POST", "/auth/verify/email/request", token=token), 202)
    code = six_digits(walk, "email", body["email"])
    walk.expect("another code is wrong", walk.ask("POST", "/auth/verify/email", {"code": f"{(int(code) + 1) % 10**6:06d}"}, token), 422)
    walk.expect("the right one verifies it", walk.ask("POST", "/auth/verify/email", {"code": code}, token), emailVerified=True)
    walk.expect("a code to my number", walk.ask("POST", "/auth/verify/phone/request", token=token), 202)
    walk.expect("verifies it", walk.ask("POST", "/auth/verify/phone", {"code": six_digits(walk, "sms", body["phone"])}, token),
                phoneVerified=True)
    walk.expect("no pigeons", walk.ask("POST", "/auth/verify/pigeon/request", token=token), 404)
    new = f"new{body['email']}"
    walk.expect("a new address is not verified", walk.ask("PUT", "/auth/profile", {"email": new}, token), email=new, emailVerified=False,
                phoneVerified=True)
    other = walk.ask("POST", "/auth/login", {"email": new, "password": PASSWORD})
    walk.expect("a new password needs the current one", walk.ask("PUT", "/auth/profile", {"password": "Kampala-road-77"}, token), 422,
                errors=["currentPassword"])
    wrong = walk.ask("PUT", "/auth/profile", {"password": "Kampala-road-77", "currentPassword": "not-this-one"}, token)
    walk.fact("the right one", wrong.status in (401, 403, 422) and wrong.slug, wrong)
    walk.expect("and keeps the rules", walk.ask("PUT", "/auth/profile", {"password": "password", "currentPassword": PASSWORD}, token), 422,
                errors=["password"])
    walk.expect("it is changed", walk.ask("PUT", "/auth/profile", {"password": "Kampala-road-77", "currentPassword": PASSWORD}, token))
    walk.eventually("other devices are out", lambda: walk.ask("GET", "/auth/me", token=other["token"]), lambda answer: answer.status == 401,
                    1.5)
    walk.expect("this one is not", walk.ask("GET", "/auth/me", token=token))
    walk.expect("the old password is void", walk.ask("POST", "/auth/login", {"email": new, "password": PASSWORD}), 401)
    walk.expect("the new one works", walk.ask("POST", "/auth/login", {"email": new, "password": "Kampala-road-77"}))


def picture(walk):
    """POST /auth/avatar (EventPass)"""
    body, start = registered(walk)
    put = lambda data, kind="image/png": walk.ask("POST", "/auth/avatar", token=start["token"], raw=data, headers={"Content-Type": kind})
    walk.expect("127 pixels are too few", put(png(127, 200)), 422, errors=["file"])
    walk.expect("text is no picture", put(b"hello " * 50), 415, slug="unsupported-image")
    walk.expect("guests have none", walk.ask("POST", "/auth/avatar", raw=png(128, 128), headers={"Content-Type": "image/png"}), 401)
    first = put(png(128, 128))
    walk.fact("128 × 128 are taken", first.status in (200, 201) and first["avatarUrl"], first)
    walk.expect("it is in the profile", walk.ask("GET", "/auth/me", token=start["token"]), avatarUrl=first["avatarUrl"])
    shown = walk.ask("GET", first["avatarUrl"], plain=True)
    walk.fact("and its address leads to it", shown.status == 200 and shown.headers["Content-Type"] == "image/png"
        and shown.data[:4] == b"\x89PNG", shown.headers)
    second = put(png(200, 150))
    walk.fact("another replaces it", second["avatarUrl"] != first["avatarUrl"] and walk.ask("GET", first["avatarUrl"], plain=True)
        .status == 404, second)
    walk.ask("DELETE", "/auth/me", token=start["token"])
    walk.expect("it goes with the account", walk.ask("GET", second["avatarUrl"], plain=True), 404)


def forgotten(walk):
    """/auth/password"""
    body, start = registered(walk)
    known = walk.expect("a forgotten password is 202", walk.ask("POST", "/auth/password/forgot", {"email": body["email"]}), 202)
    unknown = walk.expect("for nobody, too", walk.ask("POST", "/auth/password/forgot", {"email": f"x{body['email']}"}), 202)
    walk.fact("in the same words", known.data == unknown.data, known, unknown)
    code = six_digits(walk, "email", body["email"])
    reset = {"email": body["email"], "code": code, "password": "Jinja-road-2026"}
    walk.expect("another code is refused", walk.ask("POST", "/auth/password/reset", {**reset, "code": f"{(int(code) + 1) % 10**6:06d}"}),
                422)
    walk.expect("the rules hold", walk.ask("POST", "/auth/password/reset", {**reset, "password": "password"}), 422, errors=["password"])
    done = walk.ask("POST", "/auth/password/reset", reset)
    walk.fact("the code sets a new one", done.status in (200, 204), done)
    walk.fact("once", walk.ask("POST", "/auth/password/reset", {**reset, "password": "Jinja-road-2027"}).status in (401, 410, 422))
    walk.eventually("every device is out", lambda: walk.ask("GET", "/auth/me", token=start["token"]), lambda answer: answer.status == 401,
                    1.5)
    walk.expect("the new password works", walk.ask("POST", "/auth/login", {"email": body["email"], "password": "Jinja-road-2026"}))
    walk.ask("POST", "/auth/password/forgot", {"phone": body["phone"]})
    code = six_digits(walk, "sms", body["phone"])
    walk.advance(advance="PT15M1S")
    late = walk.ask("POST", "/auth/password/reset", {"phone": body["phone"], "code": code, "password": "Jinja-road-2028"})
    walk.fact("a code lives 15 minutes", late.status in (401, 410, 422), late)


def push_tokens(walk):
    """POST /auth/fcm-token"""
    _, one = registered(walk, fcmToken="device-a-" + uuid.uuid4().hex)
    _, two = registered(walk)
    for path, body in [("/auth/fcm-token", {"fcmToken": "device-b"}), ("/auth/push-token", {"pushToken": "device-c"})]:
        answer = walk.ask("POST", path, body, two["token"])
        walk.fact(f"{path} takes a device", answer.status in (200, 204), answer)
    walk.expect("without a token it is 422", walk.ask("POST", "/auth/push-token", {}, two["token"]), 422)
    walk.expect("guests have none", walk.ask("POST", "/auth/push-token", {"pushToken": "x"}), 401)


def administration(walk):
    """GET /users, PUT /users/{id}/roles"""
    moderator = walk.token("moderator@eventpass.ug", "moderator-kampala-7")
    body, start = registered(walk, name="Findable Person")
    found = walk.expect("people are found by name", walk.ask("GET", "/users?search=findable", token=moderator))
    walk.fact("with their roles", found["data"][0]["id"] == start["user"]["id"] and found["data"][0]["roles"] == ["attendee"], found)
    organizers = walk.expect("or by role", walk.ask("GET", "/users?role=organizer", token=moderator))
    walk.fact("only these", {"bob@events.com", "sarah@events.com"} <= {user["email"] for user in organizers["data"]}
        and all("organizer" in user["roles"] for user in organizers["data"]), organizers)
    path = f"/users/{start['user']['id']}/roles"
    walk.expect("an unknown one is 422", walk.ask("PUT", path, {"roles": ["emperor"]}, moderator), 422)
    walk.expect("nobody else gives them", walk.ask("PUT", path, {"roles": ["moderator"]}, start["token"]), 403)
    for role in ("operator", "developer", "moderator"):
        walk.expect(f"a moderator makes nobody {role} (12.F36)", walk.ask("PUT", path, {"roles": ["attendee", role]}, moderator), 403,
                    slug="forbidden")
    myself = walk.ask("GET", "/auth/me", token=moderator)["id"]
    walk.expect("and changes no roles of his own (12.F36)",
                walk.ask("PUT", f"/users/{myself}/roles", {"roles": ["attendee", "organizer"]}, moderator), 409, slug="own-roles")
    walk.expect("nor makes himself an operator",
                walk.ask("PUT", f"/users/{myself}/roles", {"roles": ["attendee", "operator"]}, moderator), 403, slug="forbidden")
    answer = walk.ask("PUT", path, {"roles": ["attendee", "organizer"]}, moderator)
    walk.expect("roles are given", answer, roles=["attendee", "organizer"])
    walk.fact("and the application is approved with it (12.F40)", answer["organizerStatus"] == "approved", answer)
    fresh = walk.ask("POST", "/auth/refresh", {"refreshToken": start["refreshToken"]})
    walk.expect("the next token has them", walk.ask("GET", "/organizer/events", token=fresh["token"]))
    walk.expect("the old one does not", walk.ask("GET", "/organizer/events", token=start["token"]), 403)
    walk.expect("roles are taken", walk.ask("PUT", path, {"roles": ["attendee"]}, moderator), roles=["attendee"])
    walk.eventually(
        "a role that was taken ends on live tokens within a second (12.F30)",
        lambda: walk.ask("GET", "/organizer/events", token=fresh["token"]),
        lambda answer: answer.status == 403,
        1.5,
    )
    walk.expect("and the person stays signed in", walk.ask("GET", "/auth/me", token=fresh["token"]))


def leaving(walk):
    """DELETE /auth/me"""
    body, start = registered(walk)
    answer = walk.ask("DELETE", "/auth/me", token=start["token"])
    walk.fact("an account is erased", answer.status in (200, 202, 204), answer)
    walk.eventually("its token is void", lambda: walk.ask("GET", "/auth/me", token=start["token"]), lambda answer: answer.status == 401,
                    1.5)
    walk.expect("nobody signs in", walk.ask("POST", "/auth/login", {"email": body["email"], "password": PASSWORD}), 401,
                slug="invalid-credentials")
    walk.expect("the address is free", walk.ask("POST", "/auth/register", {**somebody(), "email": body["email"], "phone": body["phone"]}),
                201)
    body, key = somebody(), {"Idempotency-Key": str(uuid.uuid4())}
    first = walk.expect("a registration with a key", walk.ask("POST", "/auth/register", body, headers=key), 201)
    walk.expect("the person leaves", walk.ask("DELETE", "/auth/me", token=first["token"]), 204)
    again = walk.expect("the same again makes a new account", walk.ask("POST", "/auth/register", body, headers=key), 201)
    walk.fact("and repeats nothing of the erased one",
              again["user"]["id"] != first["user"]["id"] and again["token"] != first["token"], again)
    walk.expect("an organizer cannot leave like that", walk.ask("DELETE", "/auth/me", token=walk.token("sarah@events.com", "organizer123")),
                409, slug="organizer-account")


PARTS = [registration, signing_in, lockout, one_time_codes, refreshing, sessions, profile, picture, forgotten, push_tokens, administration,
         leaving]
