"""The accounts of the demo and people who have just come, for every part."""

import itertools, uuid

PASSWORD = "Sofra-Demo-2026!"
ROLES = {
    "customer": "customer",
    "owner": "owner",
    "courier": "courier1",
    "support": "support",
    "supervisor": "supervisor",
    "accountant": "accountant",
    "social_media": "social",
    "admin": "admin",
    "developer": "developer",
}
NUMBERS = itertools.count(uuid.uuid4().int % 40_000_000)


def token(walk, account):
    """A session of a demo account: `customer`, `courier1`, `rider07`."""
    return walk.token(f"{account}@sofra.test", PASSWORD)


def me(walk, account):
    """Its id."""
    return walk.ask("GET", "/auth/me", token=token(walk, account))["id"]


def particulars(role=None, **changes):
    """A registration of somebody new; address and number are used by nobody else."""
    person = {"name": "سارة الغامدي", "email": f"s{uuid.uuid4().hex[:12]}@example.sa", "phone": f"05{next(NUMBERS):08d}",
              "password": "Malaz-garden-57"}
    if role:
        person["role"] = role
    person.update(changes)
    return {key: value for key, value in person.items() if value is not ...}


def join(walk, role=None, **changes):
    """Somebody new: `id`, `token`, `email`, `phone`."""
    answer = walk.ask("POST", "/auth/register", particulars(role, **changes))
    assert answer.status == 201, answer
    return {"id": answer["user"]["id"], "token": answer["token"], "email": answer["user"]["email"], "phone": answer["user"]["phone"]}


def give(walk, user, *roles):
    """The developer gives a new account these roles; they count from its next token on."""
    answer = walk.ask("PUT", f"/users/{user['id']}/roles", {"roles": list(roles)}, token=token(walk, "developer"))
    assert answer.status == 200, answer
    user["token"] = again(walk, user)


def again(walk, user):
    """A session of somebody new after the clock moved."""
    answer = walk.ask("POST", "/auth/login", {"email": user["email"], "password": "Malaz-garden-57"})
    assert answer.status == 200, answer
    return answer["token"]
