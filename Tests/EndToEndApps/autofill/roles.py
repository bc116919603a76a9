"""Accounts, roles and password reset: common §2 as this app has it."""

import re, uuid
import people

USER = ["id", "name", "email", "phone", "role", "roles", "locale", "timezone", "emailVerified", "phoneVerified", "createdAt",
        "marketingOptIn"]
NOBODY = "00000000-0000-4000-8000-000000000000"


def demo(walk):
    """The demo accounts"""
    names = {"maya": "Maya Torres", "daniel": "Daniel Cho", "nina": "Nina Walsh", "luis": "Luis Ortega", "aisha": "Aisha Grant",
             "kenji": "Kenji Mori", "dispatch": "Priya Nair", "pricing": "Tom Becker", "admin": "Elena Ruiz"}
    for account, name in names.items():
        walk.expect(f"{account} is {name}", people.as_(walk, account)("GET", "/auth/me"), name=name)
    for place, account in enumerate(["maya", "daniel", "nina"]):
        walk.expect(f"the phone of {account}", people.as_(walk, account)("GET", "/auth/me"), phone=f"+1305555010{place + 1}")
    for role, account in people.ROLES.items():
        answer = people.as_(walk, account)("GET", "/auth/me")
        walk.fact(f"{account} has one role, {role}", (answer["role"], answer["roles"]) == (role, [role]), answer)
    cards = people.as_(walk, "maya")("GET", "/payment-methods")["data"]
    walk.fact("Maya's cards", {(one["last4"], one["isDefault"]) for one in cards} == {("4242", True), ("0002", False)}, cards)
    walk.fact("Nina keeps none", people.as_(walk, "nina")("GET", "/payment-methods")["data"] == [])


def registering(walk):
    """Registration: an e-mail address or a phone number, and always a customer"""
    body = people.particulars()
    answer = walk.expect("with both", walk.ask("POST", "/auth/register", {**body, "passwordConfirmation": body["password"]}), 201,
                         fields=["user", "token", "refreshToken"], expiresIn=900)
    user = answer["user"]
    walk.fact("the user has every field", not [name for name in USER if name not in user], user)
    walk.fact("ten digits became +1…", user["phone"] == "+1" + body["phone"], user)
    walk.fact("no offers unless one agrees", user["marketingOptIn"] is False, user)
    walk.expect("by e-mail alone", walk.ask("POST", "/auth/register", people.particulars(phone=...)), 201)
    walk.expect("by phone alone", walk.ask("POST", "/auth/register", people.particulars(email=...)), 201)
    neither = walk.expect("by neither", walk.ask("POST", "/auth/register", people.particulars(email=..., phone=...)), 422,
                          errors=["email", "phone"])
    walk.fact("nothing else is wrong", set(neither["errors"]) == {"email", "phone"}, neither)
    mixed = {"name": 5, "email": "x", "phone": "1", "password": 12345678901, "marketingOptIn": "yes"}
    walk.expect("types and rules at once", walk.ask("POST", "/auth/register", mixed), 422, errors=list(mixed))
    walk.expect("a role that is no text counts for nothing", walk.ask("POST", "/auth/register", people.particulars(role=5)), 201)
    walk.expect("the profile too", people.join(walk).ask("PUT", "/auth/profile", {**mixed, "locale": "fr"}), 422,
                errors=[*mixed, "locale", "currentPassword"])
    for extra in ({"role": "admin"}, {"roles": ["admin", "driver"]}, {"role": "king"}, {"role": "driver", "roles": ["dispatcher"]}):
        made = walk.expect(f"{extra} counts for nothing", walk.ask("POST", "/auth/register", people.particulars(**extra)), 201)["user"]
        walk.fact("a customer", (made["role"], made["roles"]) == ("customer", ["customer"]), made)
    agrees = walk.expect("who agrees to offers", walk.ask("POST", "/auth/register", people.particulars(marketingOptIn=True)), 201)
    walk.fact("is asked for none but that", agrees["user"]["marketingOptIn"] is True, agrees)
    walk.eventually("and gets pushes of that category",
                    lambda: walk.ask("GET", "/notification-preferences", token=agrees["token"]),
                    lambda answer: answer["categories"]["marketing"]["push"] is True)
    walk.expect("yes is not true", walk.ask("POST", "/auth/register", people.particulars(marketingOptIn="yes")), 422,
                errors=["marketingOptIn"])
    walk.expect("another confirmation", walk.ask("POST", "/auth/register", people.particulars(passwordConfirmation="Coral-garden-58")), 422,
                errors=["passwordConfirmation"])
    for phone in ("305555", "0555123456", "+1305555010", "abc"):
        walk.expect(f"{phone} is not a phone number", walk.ask("POST", "/auth/register", people.particulars(phone=phone)), 422,
                    errors=["phone"])
    for login in ({"email": body["email"].upper()}, {"phone": body["phone"]}, {"login": "+1" + body["phone"]}):
        walk.expect(f"signs in by {next(iter(login))}", walk.ask("POST", "/auth/login", {**login, "password": body["password"]}),
                    fields=["token"])
    for provider in ("apple", "google", "facebook"):
        walk.expect(f"no sign-in by {provider}", walk.ask("POST", f"/auth/social/{provider}", {"idToken": "x"}), 404)
    stranger = f"+1305{9_000_000 + next(people.NUMBERS) % 900_000:07d}"
    walk.expect("a code is asked for by a stranger", walk.ask("POST", "/auth/otp/request", {"phone": stranger}), 202)
    answer = walk.ask("POST", "/auth/otp/verify", {"phone": stranger, "code": "123456", "name": "Stranger"})
    walk.fact("no account comes of it", answer.status in (401, 422), answer)


def granting(walk):
    """PUT /users/{id}/roles: an admin gives and takes all five"""
    everything = ["customer", "driver", "dispatcher", "pricing_manager", "admin"]
    person = people.join(walk)
    path = f"/users/{person.id}/roles"
    admin = people.as_(walk, "admin")
    given = walk.expect("all five at once", admin("PUT", path, {"roles": everything}))
    walk.fact("the set is replaced", given["roles"] == everything, given)
    given = walk.expect("and again", admin("PUT", path, {"roles": ["driver"]}))
    walk.fact("without customer", (given["role"], given["roles"]) == ("driver", ["driver"]), given)
    for body in ({"roles": []}, {"roles": ["king"]}, {}):
        walk.expect(f"not {body}", admin("PUT", path, body), 422, errors=["roles"])
    for body in ({"roles": ["driver"]}, {"roles": ["king"]}, {"roles": 5}, {}):
        walk.expect(f"nobody's, whatever is sent: {body}", admin("PUT", f"/users/{NOBODY}/roles", body), 404)
    for body in ({"reason": "Late"}, {"amount": -1}, {}):
        walk.expect(f"nobody's payment: {body}", admin("POST", f"/payments/{NOBODY}/refunds", body), 404)
    own = people.as_(walk, "admin")("GET", "/auth/me")["id"]
    walk.expect("not one's own", admin("PUT", f"/users/{own}/roles", {"roles": ["admin", "customer"]}), 409, slug="own-roles")
    for role, account in people.ROLES.items():
        if role != "admin":
            walk.expect(f"{role} gives nobody a role", people.as_(walk, account)("PUT", path, {"roles": ["driver"]}), 403, slug="forbidden",
                        requiredPermission="users:manage")
            walk.expect(f"{role} lists nobody", people.as_(walk, account)("GET", "/users"), 403, slug="forbidden",
                        requiredPermission="users:manage")
    walk.expect("a guest neither", walk.ask("PUT", path, {"roles": ["driver"]}), 401)
    found = walk.expect("the admin finds drivers", admin("GET", "/users?role=driver&perPage=100"))["data"]
    walk.fact("all three of the demo among them", {"Luis Ortega", "Aisha Grant", "Kenji Mori"} <= {one["name"] for one in found}, found)


def code(walk, channel, to):
    """The code of the newest message to this address, and the token of its link."""
    path = f"/dev/outbox?channel={channel}&to={to.replace('+', '%2B')}"
    answer = walk.eventually("the code arrives", lambda: walk.ask("GET", path),
                             lambda answer: re.search(r"(?<!\d)\d{6}(?!\d)", answer["data"][0]["text"]))
    message = answer["data"][0]
    return re.findall(r"(?<!\d)\d{6}(?!\d)", message["text"])[0], (message.get("data") or {}).get("token")


def resetting(walk):
    """Password reset by a code with its identifier, or by the link alone"""
    NEW = "Another-garden-58"
    def reset(**body):
        return walk.ask("POST", "/auth/password/reset", body)
    for channel, name in (("email", "email"), ("sms", "phone")):
        person = people.join(walk)
        to, session = getattr(person, name), person.token
        walk.expect(f"asked for by {name}", walk.ask("POST", "/auth/password/forgot", {name: to}), 202)
        digits, _ = code(walk, channel, to)
        wrong = f"{(int(digits) + 1) % 1_000_000:06d}"
        walk.expect("a wrong code", reset(**{name: to}, code=wrong, password=NEW), 422, slug="invalid-code")
        other = people.join(walk)
        walk.expect("another account's code", reset(**{name: getattr(other, name)}, code=digits, password=NEW), 422, slug="invalid-code")
        walk.expect("a bad new password", reset(**{name: to}, code=digits, password="short"), 422, errors=["password"])
        walk.expect("another confirmation", reset(**{name: to}, code=digits, password=NEW, passwordConfirmation=NEW + "x"), 422,
                    errors=["passwordConfirmation"])
        walk.expect("the code needs its identifier", reset(code=digits, password=NEW), 422)
        walk.expect("with the right code", reset(**{name: to}, code=digits, password=NEW, passwordConfirmation=NEW), 204)
        walk.expect("the new password signs in", walk.ask("POST", "/auth/login", {name: to, "password": NEW}), fields=["token"])
        walk.expect("the old one does not", walk.ask("POST", "/auth/login", {name: to, "password": people.OWN_PASSWORD}), 401)
        walk.eventually("old sessions have ended", lambda: walk.ask("GET", "/auth/me", token=session), lambda answer: answer.status == 401)
        walk.expect("the code works once", reset(**{name: to}, code=digits, password=NEW + "9"), 422, slug="invalid-code")
    stranger = f"nobody{uuid.uuid4().hex[:8]}@example.com"
    walk.expect("the same answer for a stranger", walk.ask("POST", "/auth/password/forgot", {"email": stranger}), 202)
    walk.expect("and the same refusal", reset(email=stranger, code="123456", password=NEW), 422, slug="invalid-code")
    linked = people.join(walk)
    walk.ask("POST", "/auth/password/forgot", {"email": linked.email})
    _, link = code(walk, "email", linked.email)
    walk.expect("the link needs no identifier", reset(token=link, password=NEW), 204)
    walk.expect("and works once", reset(token=link, password=NEW), 422, slug="invalid-code")


def tries(walk):
    """A code ends after five wrong tries, and after fifteen minutes"""
    person = people.join(walk)
    def reset(digits):
        return walk.ask("POST", "/auth/password/reset", {"email": person.email, "code": digits, "password": "Another-garden-58"})
    walk.ask("POST", "/auth/password/forgot", {"email": person.email})
    digits, _ = code(walk, "email", person.email)
    for number in range(1, 6):
        walk.expect(f"wrong try {number}", reset(f"{(int(digits) + number) % 1_000_000:06d}"), 422, slug="invalid-code")
    walk.expect("then the right one is too late", reset(digits), 422, slug="invalid-code")
    walk.advance(advance="PT61S")
    walk.expect("another code", walk.ask("POST", "/auth/password/forgot", {"email": person.email}), 202)
    walk.eventually("comes", lambda: walk.ask("GET", f"/dev/outbox?channel=email&to={person.email}"),
                    lambda answer: len(answer["data"]) > 1)
    digits, _ = code(walk, "email", person.email)
    walk.advance(advance="PT15M")
    walk.expect("is dead after fifteen minutes", reset(digits), 422, slug="invalid-code")


PARTS = [demo, registering, granting, resetting, tries]
