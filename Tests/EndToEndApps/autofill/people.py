"""The accounts of the demo and people who have just come, for every part."""

import itertools, uuid

PASSWORD = "Fuel-Demo-2026"
OWN_PASSWORD = "Coral-garden-57"
# Role → a demo account that has it alone.
ROLES = {"customer": "maya", "driver": "luis", "dispatcher": "dispatch", "pricing_manager": "pricing", "admin": "admin"}
NUMBERS = itertools.count(uuid.uuid4().int % 4_000_000)
# https://docs.stripe.com/testing; 0341 is authorised and refuses every capture.
CARDS = {"good": "4242424242424242", "declined": "4000000000000002", "three_d_secure": "4000002500003155",
         "capture_declined": "4000000000000341"}


def token(walk, account):
    """A session of a demo account: `maya`, `luis`, `dispatch`."""
    return walk.token(f"{account}@autofill.test", PASSWORD)


def as_(walk, account):
    """A caller with a demo account's session: method, path, body → answer."""
    return lambda method, path, body=None, headers=None: walk.ask(method, path, body, token(walk, account), headers)


def particulars(**changes):
    """A registration of somebody new; address and number are used by nobody else."""
    person = {"name": "Rosa Delgado", "email": f"r{uuid.uuid4().hex[:12]}@example.com", "phone": f"305{2_000_000 + next(NUMBERS):07d}",
              "password": OWN_PASSWORD}
    person.update(changes)
    return {key: value for key, value in person.items() if value is not ...}


class Person:
    """Somebody new, with a session that outlives a jump of the clock."""

    def __init__(self, walk, answer):
        self.walk, self.id, self.email, self.phone = walk, answer["user"]["id"], answer["user"]["email"], answer["user"]["phone"]
        walk.sessions[self.email] = answer["token"]

    @property
    def token(self):
        return self.walk.token(self.email, OWN_PASSWORD)

    def ask(self, method, path, body=None, headers=None, **more):
        return self.walk.ask(method, path, body, self.token, headers, **more)

    def keep(self, number="good"):
        """Keeps a card; answers its id."""
        answer = self.ask("POST", "/payment-methods", {"type": "card", "number": CARDS[number], "expMonth": 12, "expYear": 2030,
                                                      "cvc": "123"})
        assert answer.status == 201, answer
        return answer["id"]


def join(walk, *roles, **changes):
    """Somebody new. `roles`: given by the admin in place of `customer`."""
    answer = walk.ask("POST", "/auth/register", particulars(**changes))
    assert answer.status == 201, answer
    person = Person(walk, answer)
    if roles:
        given = as_(walk, "admin")("PUT", f"/users/{person.id}/roles", {"roles": list(roles)})
        assert given.status == 200, given
        # A new role counts from the next token on.
        del walk.sessions[person.email]
    return person
