"""Accounts, roles and permissions: what each of the nine roles may, as far as no restaurant or order is needed."""

import re, time, uuid
import people

NOBODY = "00000000-0000-4000-8000-000000000000"
USER = ["id", "name", "email", "phone", "role", "roles", "locale", "timezone", "emailVerified", "phoneVerified", "createdAt", "photoId",
        "addresses"]
HOME = {"label": "البيت", "line": "شارع العليا ١٢", "details": "الدور الثاني", "location": {"lat": 24.7040, "lng": 46.6890}}


def demo(walk):
    """The demo accounts"""
    names = {"customer": "نورة العتيبي", "customer2": "فهد القحطاني", "owner": "سلمان الدوسري", "owner2": "هند الشهري",
             "courier1": "ياسر الحربي", "courier4": "تركي المطيري", "rider20": "مندوب ٢٠", "admin": "ريم السبيعي",
             "developer": "عمر باوزير", "supervisor": "ليان الشمري", "social": "دانة العنزي", "support": "خالد العمري",
             "accountant": "منى الجهني"}
    for account, name in names.items():
        walk.expect(f"{account} signs in and is {name}", walk.ask("GET", "/auth/me", token=people.token(walk, account)), name=name)
    for account in ("customer", "customer2"):
        times = [row["createdAt"] for row in walk.ask("GET", "/orders", token=people.token(walk, account))["data"]]
        walk.fact(f"{account} has ordered before, and sees the newest first", times and times == sorted(times, reverse=True), times)
    for role, account in people.ROLES.items():
        answer = walk.ask("GET", "/auth/me", token=people.token(walk, account))
        walk.fact(f"{account} has one role, {role}", (answer["role"], answer["roles"]) == (role, [role]), answer)
    order = ["customer", "customer2", "owner", "owner2", *(f"courier{n}" for n in range(1, 5)), *(f"rider{n:02d}" for n in range(1, 21)),
             "admin", "developer", "supervisor", "social", "support", "accountant"]
    for place in (0, 3, 7, 8, 27, 28, 33):
        walk.expect(f"the phone of {order[place]} follows from its place",
                    walk.ask("GET", "/auth/me", token=people.token(walk, order[place])), phone=f"+966500000{101 + place}")


def registering(walk):
    """Registration and sign-in"""
    body = people.particulars(phone="٠٥" + "".join(chr(0x660 + int(digit)) for digit in f"{next(people.NUMBERS):08d}"))
    answer = walk.expect("a stranger registers with Arabic-Indic digits", walk.ask("POST", "/auth/register", body), 201,
                         fields=["user", "token", "refreshToken", "expiresIn"])
    user = answer["user"]
    plain = "+9665" + "".join(str(ord(digit) - 0x660) for digit in body["phone"][2:])
    walk.fact("05… became +9665…", user["phone"] == plain, user)
    walk.fact("a customer, speaking Arabic", (user["role"], user["roles"], user["locale"]) == ("customer", ["customer"], "ar"), user)
    walk.fact("the user has every field", not [name for name in USER if name not in user], user)
    walk.fact("no photo, no addresses", user["photoId"] is None and user["addresses"] == [], user)
    for role in ("owner", "courier"):
        joined = walk.expect(f"another as {role}", walk.ask("POST", "/auth/register", people.particulars(role)), 201)
        walk.fact(f"has the role {role}", joined["user"]["roles"] == [role], joined)
    for role in ("admin", "developer", "support", "king", ""):
        walk.expect(f"nobody registers as {role or 'nothing'}", walk.ask("POST", "/auth/register", {**people.particulars(), "role": role}),
                    422, errors=["role"])
    walk.expect("both e-mail and phone are needed", walk.ask("POST", "/auth/register", people.particulars(email=..., phone=...)), 422,
                errors=["email", "phone"])
    for phone in ("0512", "+9665000", "05000001011", "abc", "+966 05 000"):
        walk.expect(f"{phone} is not a phone number", walk.ask("POST", "/auth/register", people.particulars(phone=phone)), 422,
                    errors=["phone"])
    walk.expect("a number counts once, however it is written",
                walk.ask("POST", "/auth/register", people.particulars(phone=plain.replace("+966", "00966"))), 422, errors=["phone"])
    for login in ({"email": body["email"]}, {"phone": plain}, {"phone": body["phone"]}, {"login": "0" + plain[4:]}):
        walk.expect(f"signs in by {login}", walk.ask("POST", "/auth/login", {**login, "password": body["password"]}),
                    fields=["token", "refreshToken"])
    walk.expect("a wrong password", walk.ask("POST", "/auth/login", {"phone": plain, "password": "wrong"}), 401,
                slug="invalid-credentials")
    for provider in ("apple", "google", "facebook"):
        walk.expect(f"no sign-in by {provider}", walk.ask("POST", f"/auth/social/{provider}", {"idToken": "x"}), 404)


def codes(walk):
    """One-time codes: only for people who have an account"""
    known = people.join(walk)
    walk.expect("a code for a known number", walk.ask("POST", "/auth/otp/request", {"phone": known["phone"]}), 202)
    code = six_digits(walk, known["phone"])
    walk.expect("signs in", walk.ask("POST", "/auth/otp/verify", {"phone": known["phone"], "code": code}), 200, fields=["token"])
    stranger = f"+9665{next(people.NUMBERS):08d}"
    walk.expect("the same answer for a stranger", walk.ask("POST", "/auth/otp/request", {"phone": stranger}), 202)
    time.sleep(1)
    sent = walk.ask("GET", f"/dev/outbox?channel=sms&to={stranger.replace('+', '%2B')}")["data"]
    guess = re.findall(r"(?<!\d)\d{6}(?!\d)", sent[0]["text"])[0] if sent else "123456"
    answer = walk.ask("POST", "/auth/otp/verify", {"phone": stranger, "code": guess, "name": "غريب"})
    walk.fact("no account comes of it", answer.status in (401, 422), answer)


def six_digits(walk, to):
    answer = walk.eventually("the code arrives", lambda: walk.ask("GET", f"/dev/outbox?channel=sms&to={to.replace('+', '%2B')}"),
                             lambda answer: re.search(r"(?<!\d)\d{6}(?!\d)", answer["data"][0]["text"]))
    return re.findall(r"(?<!\d)\d{6}(?!\d)", answer["data"][0]["text"])[0]


def profile(walk):
    """Photo and addresses"""
    user = people.join(walk)
    def put(body):
        return walk.ask("PUT", "/auth/profile", body, token=user["token"])
    answer = walk.expect("two addresses", put({"addresses": [HOME, {key: HOME[key] for key in ("label", "line", "location")}]}))
    first, second = answer["addresses"]
    walk.fact("have ids", first["id"] and second["id"] and first["id"] != second["id"], answer)
    walk.fact("and what was sent", {key: first[key] for key in HOME} == HOME, first)
    kept = walk.expect("replaced as a whole, an id that is sent stays", put({"addresses": [{**first, "label": "العمل"}]}))
    walk.fact("one is left", [(one["id"], one["label"]) for one in kept["addresses"]] == [(first["id"], "العمل")], kept)
    walk.expect("ten are allowed, and details may be empty", put({"addresses": [{**HOME, "details": ""}] + [HOME] * 9}))
    walk.expect("eleven are not", put({"addresses": [HOME] * 11}), 422, errors=["addresses"])
    for name in ("label", "line", "location"):
        without = {key: value for key, value in HOME.items() if key != name}
        walk.expect(f"an address needs its {name}", put({"addresses": [without]}), 422, errors=[f"addresses.0.{name}"])
    walk.expect("41 characters are too long for a label", put({"addresses": [{**HOME, "label": "ب" * 41}]}), 422,
                errors=["addresses.0.label"])
    for bad in ({"lat": 90.1, "lng": 0}, {"lat": 0, "lng": -180.5}, {"lat": "24", "lng": 46}, {"lat": 24}):
        answer = put({"addresses": [HOME, {**HOME, "location": bad}]})
        walk.fact(f"{bad} lies nowhere", answer.status == 422 and all(name.startswith("addresses.1.location") for name in answer["errors"]),
                  answer)
    walk.fact("what was refused changed nothing", len(walk.ask("GET", "/auth/me", token=user["token"])["addresses"]) == 10)
    photo = str(uuid.uuid4())
    walk.expect("a photo", put({"photoId": photo}), photoId=photo)
    walk.expect("must be an id", put({"photoId": "me.jpg"}), 422, errors=["photoId"])
    walk.expect("and goes with null", put({"photoId": None}), photoId=None)
    walk.expect("no address is left", put({"addresses": []}), addresses=[])


def granting(walk):
    """Who gives which role"""
    user = people.join(walk)
    def put(roles, account, whom=user["id"]):
        return walk.ask("PUT", f"/users/{whom}/roles", {"roles": roles}, token=people.token(walk, account))
    given = walk.expect("an admin gives staff roles", put(["customer", "support", "social_media"], "admin"))
    walk.fact("role is the first", (given["role"], given["roles"]) == ("customer", ["customer", "support", "social_media"]), given)
    for role in ("admin", "developer"):
        walk.expect(f"but not {role}", put([role], "admin"), 403, slug="forbidden")
        walk.expect(f"a developer gives {role}", put(["customer", role], "developer"))
        walk.expect(f"and an admin does not take {role}", put(["customer"], "admin"), 403, slug="forbidden")
        walk.expect(f"a developer takes {role}", put(["customer"], "developer"))
    walk.expect("nor gives it to nobody", put(["developer"], "admin", NOBODY), 403, slug="forbidden")
    walk.expect("nor to himself", put(["admin", "developer"], "admin", people.me(walk, "admin")), 403, slug="forbidden")
    walk.expect("an unknown role", put(["king"], "developer"), 422, errors=["roles"])
    walk.expect("no role", put([], "developer"), 422, errors=["roles"])
    walk.expect("an unknown user", put(["customer"], "developer", NOBODY), 404)
    walk.expect("the last developer stays one", put(["customer"], "developer", people.me(walk, "developer")), 409, slug="last-developer")
    walk.expect("and changes no other role of his own", put(["developer", "customer"], "developer", people.me(walk, "developer")), 409,
                slug="own-roles")
    walk.expect("nor does an admin", put(["admin", "customer"], "admin", people.me(walk, "admin")), 409, slug="own-roles")
    for account in ("customer", "owner", "courier1", "support", "supervisor", "accountant", "social"):
        walk.expect(f"{account} gives none", put(["customer"], account), 403, slug="forbidden", requiredPermission="users:manage")
    people.give(walk, user, "customer", "support")
    walk.expect("a new role works", walk.ask("GET", "/users", token=user["token"]))
    walk.expect("and is taken away", put(["customer"], "admin"))
    walk.eventually("it ends on the live token", lambda: walk.ask("GET", "/users", token=user["token"]),
                    lambda answer: answer.status == 403, seconds=1)


def reading(walk):
    """Who lists accounts, and what only a developer may"""
    for role, account in people.ROLES.items():
        answer = walk.ask("GET", "/users?search=نورة", token=people.token(walk, account))
        if role in ("support", "supervisor", "admin", "developer"):
            found = walk.expect(f"{role} lists accounts", answer)
            walk.fact("and finds one by name", [one["name"] for one in found["data"]] == ["نورة العتيبي"], found)
        else:
            walk.expect(f"{role} does not list accounts", answer, 403, slug="forbidden", requiredPermission="users:read")
        letters = walk.ask("GET", "/admin/dead-letters", token=people.token(walk, account))
        if role == "developer":
            walk.expect("a developer reads dead letters", letters)
        else:
            walk.expect(f"{role} does not read dead letters", letters, 403, slug="forbidden", requiredPermission="platform:operate")
    walk.expect("a guest lists nothing", walk.ask("GET", "/users"), 401, slug="unauthenticated")


PARTS = [demo, registering, codes, profile, granting, reading]
