"""Accounts, roles, and what every route has in common."""

import concurrent.futures, re

USER = (
    "id",
    "uuid",
    "name",
    "email",
    "phone",
    "role",
    "roles",
    "locale",
    "timezone",
    "email_verified",
    "phone_verified",
    "created_at",
    "membership_id",
    "member_since",
    "neighborhood_id",
)
PASSWORD = "oran-31-corniche"
NUMBERS = iter(range(70_000_000, 79_999_999))
NOBODY = "00000000-0000-4000-8000-000000000000"


def particulars(name, **changes):
    """A registration of somebody new; the number is used by nobody else."""
    address = re.sub("[^a-z]", ".", str(name).lower()) + "@example.com"
    person = {"name": name, "phone": f"+2136{next(NUMBERS)}", "email": address, "password": PASSWORD, "password_confirmation": PASSWORD}
    person.update(changes)
    return {key: value for key, value in person.items() if value is not ...}


def join(walk, name, **changes):
    """A new member: `uuid`, `token`, `email`, `id` of the membership."""
    answer = walk.ask("POST", "/auth/register", particulars(name, **changes))
    assert answer.status == 201, answer
    return {"uuid": answer["user"]["uuid"], "token": answer["token"], "email": answer["user"]["email"],
            "number": answer["user"]["membership_id"]}


def again(walk, member):
    """A session of a member after the clock moved."""
    member["token"] = walk.token(member["email"], PASSWORD)
    return member["token"]


def admin(walk):
    return walk.token("admin@peez.dz", "peez-demo-2026")


def vendor(walk):
    return walk.token("vendor@peez.dz", "password")


def registering(walk):
    """① registering"""
    answer = walk.expect(
        "① answers user, token, refresh_token, expires_in",
        walk.ask(
            "POST",
            "/auth/register",
            particulars(
                "Lina Saadi",
                phone="0550 11-22.(33)",
                fcm_token="token-of-lina",
                terms_accepted=True,
                locale="ar",
                neighborhood_id=7,
                role="admin",
                roles=["admin"],
            ),
        ),
        201,
        fields=("user", "token", "refresh_token", "expires_in"),
    )
    user = answer["user"]
    walk.fact("① the user has every field", set(USER) <= set(user), set(USER) - set(user))
    walk.fact(
        "① phone in E.164, e-mail, locale, neighbourhood as sent; a sent role counts for nothing",
        (user["phone"], user["email"], user["locale"], user["neighborhood_id"], user["role"], user["roles"])
        == ("+213550112233", "lina.saadi@example.com", "ar", 7, "member", ["member"])
        and user["uuid"] == user["id"],
        user,
    )
    walk.fact(
        "① membership id and local date",
        re.fullmatch(r"PEEZ-\d{8}-\d{5,}", user["membership_id"]) and user["membership_id"][5:13] == user["member_since"].replace("-", ""),
        user,
    )
    for title, change, fields in (
        (
            "nothing at all",
            dict(name=..., phone=..., email=..., password=..., password_confirmation=...),
            ["name", "phone", "email", "password", "password_confirmation"],
        ),
        ("a name of one letter", dict(name="A"), ["name"]),
        ("a name of 101", dict(name="A" * 101), ["name"]),
        ("a landline", dict(phone="041 33 00 00"), ["phone"]),
        ("a foreign phone", dict(phone="+33612345678"), ["phone"]),
        ("a short phone", dict(phone="066120304"), ["phone"]),
        ("no e-mail", dict(email="lina"), ["email"]),
        ("a short password", dict(password="a7f-k2q", password_confirmation="a7f-k2q"), ["password"]),
        ("a common password (R3)", dict(password="password123", password_confirmation="password123"), ["password"]),
        ("no confirmation", dict(password_confirmation=...), ["password_confirmation"]),
        ("another confirmation", dict(password_confirmation=PASSWORD + "x"), ["password_confirmation"]),
        ("terms refused", dict(terms_accepted=False), ["terms_accepted"]),
        ("an unknown language", dict(locale="en"), ["locale"]),
        ("an unknown neighbourhood", dict(neighborhood_id=17), ["neighborhood_id"]),
        ("a neighbourhood as text", dict(neighborhood_id="1"), ["neighborhood_id"]),
        ("a broken neighbourhood", dict(neighborhood_id=1.5), ["neighborhood_id"]),
        ("an endless push token", dict(fcm_token="x" * 4097), ["fcm_token"]),
        ("two wrong fields: both are named", dict(name="", phone="12"), ["name", "phone"]),
        (
            "the document's own sample",
            dict(name="Ahmed Mohamed", phone="+213555123456", email="ahmed@example.com", password="password123",
                 password_confirmation="password123"),
            ["email", "phone", "password"],
        ),
    ):
        walk.expect(f"① {title} is 422", walk.ask("POST", "/auth/register", particulars(**{"name": "Some Body", **change})), 422,
                    errors=fields)
    for written, wanted in (
        ("0661 20 40 40", "+213661204040"),
        ("00213661204041", "+213661204041"),
        ("+213-661.20 (40)42", "+213661204042"),
        ("0771204043", "+213771204043"),
    ):
        answer = walk.ask("POST", "/auth/register", particulars("Format Er", phone=written, email=f"f{wanted[-4:]}@example.com"))
        walk.fact(f"① {written} → {wanted}", answer.status == 201 and answer["user"]["phone"] == wanted, answer)
    walk.expect(
        "① the same number written otherwise is taken",
        walk.ask("POST", "/auth/register", particulars("Format Er", phone="00213 661 20 40 40")),
        422,
        errors=["phone"],
    )
    walk.expect(
        "① the same e-mail in capitals is taken",
        walk.ask("POST", "/auth/register", particulars("Format Er", email="LINA.saadi@Example.com")),
        422,
        errors=["email"],
    )
    token = join(walk, "Right Away")
    walk.expect("⑫ answers right after ①", walk.ask("GET", "/subscriptions/status", token=token["token"]))
    walk.expect("⑯ too", walk.ask("GET", f"/users/{token['uuid']}/card", token=token["token"]))


def one_of_many(walk):
    """Ten at once with one e-mail"""
    with concurrent.futures.ThreadPoolExecutor(10) as pool:
        answers = list(pool.map(lambda _: walk.ask("POST", "/auth/register", particulars("Ten Times")), range(10)))
    walk.fact(
        "exactly one 201, nine 422 on email",
        sorted(a.status for a in answers) == [201] + [422] * 9 and all(a["errors"].get("email") for a in answers if a.status == 422),
        *answers,
    )
    with concurrent.futures.ThreadPoolExecutor(10) as pool:
        answers = list(
            pool.map(lambda n: walk.ask("POST", "/auth/register",
                                        particulars("One Phone", phone="0660000001", email=f"one.phone{n}@example.com")), range(10))
        )
    walk.fact(
        "the same with one phone",
        sorted(a.status for a in answers) == [201] + [422] * 9 and all(a["errors"].get("phone") for a in answers if a.status == 422),
        *answers,
    )


def signing_in(walk):
    """② ⑩ ⑪ signing in and out"""
    someone = join(walk, "Sami Nassim", phone="0660000002")
    for body in (
        {"email": "sami.nassim@example.com"},
        {"email": "SAMI.NASSIM@example.com "},
        {"email": "0660 00 00 02"},
        {"phone": "+213660000002"},
        {"phone": "0660000002"},
        {"login": "sami.nassim@example.com"},
        {"login": "0660000002"},
    ):
        answer = walk.expect(
            f"② {body}",
            walk.ask("POST", "/auth/login", {**body, "password": PASSWORD, "fcm_token": "t"}),
            fields=("user", "token", "refresh_token", "expires_in"),
        )
    walk.fact("② … the user has every field", set(USER) <= set(answer["user"]) and answer["user"]["uuid"] == someone["uuid"], answer)
    walk.expect("② a wrong password", walk.ask("POST", "/auth/login", {"email": someone["email"], "password": "wrong-password"}), 401,
                "invalid-credentials")
    walk.expect("② nobody", walk.ask("POST", "/auth/login", {"email": "nobody@example.com", "password": "wrong-password"}), 401,
                "invalid-credentials")
    walk.expect("② without a password", walk.ask("POST", "/auth/login", {"email": someone["email"]}), 422, errors=["password"])
    refreshed = walk.expect(
        "refresh", walk.ask("POST", "/auth/refresh", {"refresh_token": answer["refresh_token"]}),
        fields=("token", "refresh_token", "expires_in")
    )
    token = refreshed["token"]
    walk.expect("⑩ a push token", walk.ask("POST", "/auth/fcm-token", {"fcm_token": "another"}, token), 204)
    walk.expect("⑩ an empty one", walk.ask("POST", "/auth/fcm-token", {"fcm_token": ""}, token), 422, errors=["fcm_token"])
    walk.expect("⑩ another platform too", walk.ask("POST", "/auth/fcm-token", {"platform": "odd"}, token), 422,
                errors=["fcm_token", "platform"])
    walk.expect("⑩ none", walk.ask("POST", "/auth/fcm-token", {}, token), 422, errors=["fcm_token"])
    walk.expect("⑪ signing out", walk.ask("POST", "/auth/logout", token=token), 204)
    walk.eventually("⑪ the token is dead within a second", lambda: walk.ask("GET", "/auth/me", token=token), lambda a: a.status == 401, 1)
    for _ in range(5):
        walk.ask("POST", "/auth/login", {"email": "locked@example.com", "password": "wrong-password"})
    walk.expect("② after five wrong ones", walk.ask("POST", "/auth/login", {"email": "locked@example.com", "password": PASSWORD}), 429)
    walk.expect("forgotten password of anybody", walk.ask("POST", "/auth/password/forgot", {"email": "nobody@example.com"}), 202)
    walk.expect("forgotten password", walk.ask("POST", "/auth/password/forgot", {"email": someone["email"]}), 202)
    mail = walk.eventually(
        "the code goes out by e-mail",
        lambda: walk.ask("GET", f"/dev/outbox?channel=email&to={someone['email']}"),
        lambda a: re.search(r"\b\d{6}\b", a["data"][0]["text"]),
    )
    code = re.search(r"\b\d{6}\b", mail["data"][0]["text"]).group()
    card = walk.ask("GET", f"/users/{someone['uuid']}/card", token=walk.token(someone["email"], PASSWORD))
    walk.fact("reset", walk.ask("POST", "/auth/password/reset", {"email": someone["email"], "code": code, "password": "another-one-31"})
        .status in (200, 204))
    fresh = walk.ask("POST", "/auth/login", {"email": someone["email"], "password": "another-one-31"})
    walk.eventually(
        "R14 … rotates the card",
        lambda: walk.ask("GET", f"/users/{someone['uuid']}/card", token=fresh["token"]),
        lambda a: a["card_version"] == card["card_version"] + 1,
    )


def profile(walk):
    """⑧ ⑨ profile"""
    someone = join(walk, "Profil Mourad")
    token = someone["token"]
    before = walk.expect("⑧ me", walk.ask("GET", "/auth/me", token=token), fields=USER).body
    answer = walk.expect("⑨ only the name", walk.ask("PUT", "/auth/profile", {"name": "Profil Nouveau"}, token), name="Profil Nouveau",
                         fields=USER)
    walk.fact(
        "⑨ absent fields stay",
        {k: v for k, v in answer.body.items() if k in USER and k != "name"} == {k: v for k, v in before.items() if k in USER
            and k != "name"},
        answer,
        before,
    )
    walk.expect("⑨ language and neighbourhood", walk.ask("PUT", "/auth/profile", {"locale": "ar", "neighborhood_id": 5}, token),
                locale="ar", neighborhood_id=5)
    walk.eventually("R5 the account's language counts without a header", lambda: walk.ask("GET", "/shops/1", token=token),
                    lambda a: a["name"] == "مخبزة المركز", 2)
    walk.fact("R5 the header wins",
              walk.ask("GET", "/shops/1", token=token, headers={"Accept-Language": "fr-FR,fr;q=0.9"})["name"] == "Boulangerie du Centre")
    walk.eventually(
        "stats follow the neighbourhood",
        lambda: walk.ask("GET", "/home/stats", token=token),
        lambda a: (a["neighborhood_id"], a["shops_in_neighborhood"]) == (5, 8),
        2,
    )
    walk.expect("⑨ no neighbourhood", walk.ask("PUT", "/auth/profile", {"neighborhood_id": None}, token), neighborhood_id=None)
    walk.eventually(
        "stats: null without a neighbourhood",
        lambda: walk.ask("GET", "/home/stats", token=token),
        lambda a: a["neighborhood_id"] is None and a["shops_in_neighborhood"] is None,
        2,
    )
    for title, body, field in (
        ("unknown neighbourhood", {"neighborhood_id": 99}, "neighborhood_id"),
        ("neighbourhood 0", {"neighborhood_id": 0}, "neighborhood_id"),
        ("language en", {"locale": "en"}, "locale"),
        ("phone", {"phone": "123"}, "phone"),
        ("e-mail", {"email": "x"}, "email"),
        ("somebody's e-mail", {"email": "ahmed@example.com"}, "email"),
        ("somebody's phone", {"phone": "0555123456"}, "phone"),
        ("name", {"name": "x"}, "name"),
        ("password alone", {"password": "new-password-31"}, "current_password"),
        ("wrong current password", {"password": "new-password-31", "current_password": "wrong-one"}, "current_password"),
    ):
        walk.expect(f"⑨ {title}: 422", walk.ask("PUT", "/auth/profile", body, token), 422, errors=[field])
    card = walk.ask("GET", f"/users/{someone['uuid']}/card", token=token)
    walk.expect("⑨ a new password", walk.ask("PUT", "/auth/profile", {"password": "new-password-31", "current_password": PASSWORD}, token))
    walk.expect("… signs in", walk.ask("POST", "/auth/login", {"email": someone["email"], "password": "new-password-31"}))
    walk.eventually(
        "R14 … and rotates the card",
        lambda: walk.ask("GET", f"/users/{someone['uuid']}/card", token=token),
        lambda a: a["card_version"] == card["card_version"] + 1,
    )
    walk.eventually(
        "⑯ the card follows the name",
        lambda: walk.ask("GET", f"/users/{someone['uuid']}/card", token=token),
        lambda a: a["user"]["name"] == "Profil Nouveau",
        2,
    )


MEMBERS = [
    "GET /auth/me",
    "PUT /auth/profile",
    "POST /auth/fcm-token",
    "POST /auth/logout",
    "POST /ratings",
    "GET /ratings/my-ratings",
    "PUT /ratings/1",
    "DELETE /ratings/1",
    "GET /favorites",
    "PUT /favorites/1",
    "DELETE /favorites/1",
    "GET /subscriptions/status",
    "GET /subscriptions/history",
    f"GET /users/{NOBODY}/card",
    f"GET /users/{NOBODY}/card/proof",
    f"POST /users/{NOBODY}/card/rotate",
    "POST /subscriptions",
    f"GET /orders/{NOBODY}",
    f"POST /orders/{NOBODY}/cancel",
    "POST /subscriptions/interest",
    "GET /home/stats",
    "GET /redemptions",
    "GET /notifications",
    "GET /notifications/unread-count",
    "POST /notifications/read-all",
    "GET /notification-preferences",
    "PUT /notification-preferences",
    "GET /payment-methods",
    "GET /transactions",
    "GET /auth/sessions",
    "DELETE /auth/me",
]
VENDORS = [
    "GET /vendor/shops",
    "PUT /vendor/shops/11",
    "POST /vendor/scans",
    "POST /vendor/activations",
    f"POST /vendor/activations/{NOBODY}/void",
    "GET /vendor/activations?shop_id=11",
    "GET /vendor/redemptions?shop_id=11",
    "POST /vendor/redemptions",
    f"POST /vendor/redemptions/{NOBODY}/void",
    "POST /vendor/redemptions/offline",
    "GET /vendor/cash?shop_id=11",
]
ADMINS = [
    "POST /admin/shops",
    "PUT /admin/shops/1",
    "POST /admin/shops/1/publish",
    "POST /admin/shops/1/suspend",
    "POST /admin/shops/1/resume",
    "POST /admin/shops/1/close",
    "GET /admin/campaigns",
    "POST /admin/campaigns",
    f"PUT /admin/campaigns/{NOBODY}",
    f"POST /admin/campaigns/{NOBODY}/publish",
    f"POST /admin/campaigns/{NOBODY}/cancel",
    "GET /admin/analytics/summary?from=2026-01-01&to=2026-01-02",
    "POST /admin/subscriptions/1/cancel",
    "GET /admin/shops/1/cash",
    "POST /admin/shops/1/settlements",
    "POST /admin/announcements",
    "GET /users",
    f"PUT /users/{NOBODY}/roles",
    f"POST /payments/{NOBODY}/refunds",
]


def doors(walk):
    """Who may call what"""
    member = join(walk, "Simple Membre")["token"]
    for line in MEMBERS + VENDORS + ADMINS:
        method, path = line.split(" ")
        walk.expect(f"401 without a token: {line}", walk.ask(method, path, None if method in ("GET", "DELETE") else {}), 401,
                    "unauthenticated")
    for line in VENDORS + ADMINS:
        method, path = line.split(" ")
        walk.expect(f"403 for a member: {line}", walk.ask(method, path, None if method == "GET" else {"reason": "because"}, member), 403)
    walk.expect("which names the role", walk.ask("GET", "/vendor/redemptions", token=member), 403, "role-required", required_role="vendor")
    for line in ADMINS:
        method, path = line.split(" ")
        walk.expect(f"403 for a vendor: {line}", walk.ask(method, path, None if method == "GET" else {"reason": "because"}, vendor(walk)),
                    403)
    walk.expect("a broken token is 401", walk.ask("GET", "/auth/me", token="broken"), 401)
    walk.expect("another member's card is 404", walk.ask("GET", f"/users/{NOBODY}/card", token=member), 404)
    walk.expect("Ahmed's too", walk.ask("GET", "/users/7eb37919-a105-4854-be79-26e93e953eb2/card", token=member), 404)
    walk.expect("a malformed uuid too", walk.ask("GET", "/users/7/card", token=member), 404)
    walk.expect("Ahmed's proof too", walk.ask("GET", "/users/7eb37919-a105-4854-be79-26e93e953eb2/card/proof", token=admin(walk)), 404)
    answer = walk.expect(
        "an admin sees Ahmed's card without the proof's key",
        walk.ask("GET", "/users/7eb37919-a105-4854-be79-26e93e953eb2/card", token=admin(walk)), proof=None
    )
    someone = join(walk, "Sans Boutique")
    walk.expect("an admin gives the role vendor", walk.ask("PUT", f"/users/{someone['uuid']}/roles", {"roles": ["vendor"]}, admin(walk)))
    token = walk.ask("POST", "/auth/login", {"email": someone["email"], "password": PASSWORD})["token"]
    walk.eventually(
        "a vendor without a binding keeps no shop", lambda: walk.ask("GET", "/vendor/shops", token=token), lambda a: a.status == 200
            and a["data"] == []
    )
    for method, path, body in (
        ("PUT", "/vendor/shops/11", {"phone": "041330000"}),
        ("POST", "/vendor/scans", {"payload": "x", "shop_id": 11}),
        ("GET", "/vendor/cash?shop_id=11", None),
        ("GET", "/vendor/activations?shop_id=11", None),
        ("GET", "/vendor/redemptions?shop_id=11", None),
        (
            "POST",
            "/vendor/redemptions/offline",
            {
                "shop_id": 11,
                "items": [{"nonce": "n", "payload": "p", "scanned_at": "2026-01-01T00:00:00Z",
                           "purchase_amount": {"amount": 1, "currency": "DZD"}}],
            },
        ),
    ):
        walk.expect(f"403 not-your-shop: {method} {path}", walk.ask(method, path, body, token), 403, "not-your-shop")
    users = walk.expect("GET /users?search=", walk.ask("GET", "/users?search=ahmed@example.com", token=admin(walk)))
    walk.fact("… finds Ahmed", users["meta"]["total"] == 1 and users["data"][0]["name"] == "Ahmed Mohamed", users)
    walk.fact("GET /users?role=vendor", walk.ask("GET", "/users?role=vendor", token=admin(walk))["meta"]["total"] == 4)


def wire(walk):
    """What every route has in common"""
    walk.expect("an unknown route", walk.ask("GET", "/nothing"), 404, "not-found")
    answer = walk.expect("a wrong method", walk.ask("DELETE", "/shops"), 405, "method-not-allowed")
    walk.fact("… with Allow", "GET" in answer.headers.get("Allow", ""), answer)
    walk.expect("malformed JSON", walk.ask("POST", "/auth/login", raw=b"{", headers={"Content-Type": "application/json"}), 400,
                "malformed-request")
    walk.expect(
        "another content type",
        walk.ask("POST", "/auth/login", raw=b"a=b", headers={"Content-Type": "application/x-www-form-urlencoded"}),
        415,
        "unsupported-media-type",
    )
    walk.expect("a body above 1 MiB", walk.ask("POST", "/auth/login", {"email": "x" * 1_100_000, "password": "x"}), 413,
                "payload-too-large")
    walk.expect("page 0", walk.ask("GET", "/shops?page=0"), 422, errors=["page"])
    walk.expect("per_page 101", walk.ask("GET", "/shops?per_page=101"), 422, errors=["per_page"])
    walk.expect("per_page 0", walk.ask("GET", "/shops?per_page=0"), 422, errors=["per_page"])
    answer = walk.expect("a page past the end", walk.ask("GET", "/shops?page=99"), data=[])
    walk.fact("… still knows the total", answer["meta"] == {"page": 99, "per_page": 20, "total": 120, "last_page": 6}, answer)
    for path in (
        "/shops",
        "/shops/1",
        "/categories",
        "/neighborhoods",
        "/app-config",
        "/campaigns",
        "/pages/about",
        "/plans",
        f"/shops/nearby?latitude=35.7&longitude=-0.64",
    ):
        answer = walk.ask("GET", path)
        again_ = walk.ask("GET", path, headers={"If-None-Match": answer.headers.get("ETag", "")})
        walk.fact(f"ETag and 304 on {path}", answer.headers.get("ETag") and again_.status == 304 and not again_.data, answer, again_)
    token = join(walk, "Rien Garder")
    for path in ("/subscriptions/status", f"/users/{token['uuid']}/card", f"/users/{token['uuid']}/card/proof"):
        walk.fact(f"no-store on {path}", "no-store" in walk.ask("GET", path, token=token["token"]).headers.get("Cache-Control", ""))
    answer = walk.ask("GET", "/shops/121", headers={"X-Request-Id": "11111111-2222-4333-8444-555555555555"})
    walk.fact("the request id comes back", answer.headers["X-Request-Id"] == "11111111-2222-4333-8444-555555555555" == answer["request_id"],
              answer)
    french, arabic, english = (walk.ask("GET", "/shops/121", headers={"Accept-Language": code})["message"] for code in ("fr", "ar", "en"))
    walk.fact(
        "messages in French and Arabic; English answers French",
        french == english != arabic and any("\u0600" <= letter <= "\u06ff" for letter in arabic),
        french,
        arabic,
        english,
    )
    answer = walk.ask("GET", "/shops?sort=what&per_page=0", headers={"Accept-Language": "ar"})
    walk.fact(
        "texts of failing fields are Arabic too",
        all(any("\u0600" <= letter <= "\u06ff" for letter in text) for texts in answer["errors"].values() for text in texts),
        answer,
    )
    document = walk.expect("openapi.json", walk.ask("GET", "/openapi.json")).body
    known = {
        (method.upper(), re.sub(r"\{\w+\}", "{}", path))
        for path, item in document["paths"].items()
        for method in item
        if method in ("get", "post", "put", "delete", "patch")
    }
    walk.fact(
        "openapi.json knows the 16 endpoints of the shipped app",
        len(
            [
                1
                for method, path in (
                    ("POST", "/auth/register"),
                    ("POST", "/auth/login"),
                    ("GET", "/neighborhoods"),
                    ("GET", "/categories"),
                    ("GET", "/shops"),
                    ("GET", "/shops/{}"),
                    ("GET", "/shops/nearby"),
                    ("GET", "/auth/me"),
                    ("PUT", "/auth/profile"),
                    ("POST", "/auth/fcm-token"),
                    ("POST", "/auth/logout"),
                    ("GET", "/subscriptions/status"),
                    ("GET", "/subscriptions/history"),
                    ("POST", "/ratings"),
                    ("GET", "/ratings/my-ratings"),
                    ("GET", "/users/{}/card"),
                )
                if (method, "/api/v1" + path) in known
            ]
        )
        == 16,
        sorted(known),
    )
    walk.fact("/docs is a page", walk.ask("GET", "/docs").status == 200)
    body = {"name": "Clé Unique"}
    first = walk.ask("PUT", "/auth/profile", body, token["token"], {"Idempotency-Key": "key-1"})
    second = walk.ask("PUT", "/auth/profile", body, token["token"], {"Idempotency-Key": "key-1"})
    walk.fact(
        "Idempotency-Key replays",
        first.status == second.status == 200 and first.body == second.body and second.headers.get("Idempotency-Replayed") == "true",
        first,
        second,
    )
    walk.expect(
        "another request under that key",
        walk.ask("PUT", "/auth/profile", {"name": "Autre Nom"}, token["token"], {"Idempotency-Key": "key-1"}),
        422,
        "idempotency-key-reused",
    )
