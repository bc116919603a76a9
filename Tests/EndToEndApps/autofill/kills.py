"""R12 and "Fuel that adds up" when `orders` dies (SIGKILL) at each step of a delivery, before the answer or after it."""

import http.client, json, os, pathlib, signal, threading, time, uuid
import depot, people

LOADED, DELIVERED, CORRECTED = 100.5, 12.345, -0.25


def kill_orders(walk):
    """The supervisor starts it again."""
    process = json.loads(pathlib.Path(walk.platform.folder, "data", "run.json").read_text())["processes"]["orders"]
    try:
        os.kill(process, signal.SIGKILL)
    except ProcessLookupError:
        pass


def sure(walk, person, path, body, raw=None):
    """Asks with one key until there is an answer, as a phone does that lost one."""
    headers, end = {"Idempotency-Key": uuid.uuid4().hex}, time.monotonic() + 60
    while time.monotonic() < end:
        try:
            if raw:
                answer = walk.ask("POST", path, raw=raw, token=person.token, headers={**headers, "Content-Type": "image/png"})
            else:
                answer = person.ask("POST", path, body, headers)
        except (OSError, http.client.HTTPException):
            answer = None
        if answer is not None and answer.status not in (202, 429, 502, 503) and answer.slug != "idempotency-request-in-progress":
            return answer
        time.sleep(0.05)
    raise AssertionError(f"no answer: {path}")


class Staff:
    """A dispatcher whose requests look like a person's."""

    def __init__(self, walk):
        self.walk = walk

    @property
    def token(self):
        return people.token(self.walk, "dispatch")

    def ask(self, method, path, body=None, headers=None):
        return self.walk.ask(method, path, body, self.token, headers)


def books(walk, home, title, delivered):
    """What the ledger of the truck says, by its kinds, is what the truck shows."""
    staff = Staff(walk)
    lines = walk.expect(title, staff.ask("GET", f"/trucks/{home.truck}/ledger?perPage=100"))["data"]
    sums = {kind: sum(round(1000 * line["gallons"]) for line in lines if line["kind"] == kind)
            for kind in ("load", "adjustment", "delivery")}
    balance = 0
    for line in reversed(lines):
        balance += round(1000 * line["gallons"])
        walk.fact(f"{title}: each balance is the sum of the lines before", round(1000 * line["balance"]) == balance, line)
    on_hand = round(1000 * home.regular()["onHand"])
    walk.fact(f"{title}: ledger = on hand = loads + adjustments − delivered", balance == on_hand == sum(sums.values()), sums, on_hand)
    walk.fact(f"{title}: delivered", sums["delivery"] == -round(1000 * delivered), sums)
    return sums


def ledger(walk):
    """A truck's ledger = on hand = loads + adjustments − delivered, while `orders` dies at every step of a delivery"""
    home = depot.Depot(walk, load=0)
    staff, driver = Staff(walk), home.driver()

    def at_death(title, person, path, body, status=200, raw=None, early=False):
        """The process dies before it can answer, or right after it did."""
        if early:
            threading.Timer(0.004, kill_orders, [walk]).start()
        answer = sure(walk, person, path, body, raw)
        walk.fact(title, answer.status == status, answer)
        if not early:
            kill_orders(walk)
    at_death("a load", staff, f"/trucks/{home.truck}/loads", {"fuelType": "regular", "gallons": LOADED, "ticket": uuid.uuid4().hex[:12]},
             201, early=True)
    order, customer = home.order()
    path = f"/deliveries/{order}"
    at_death("claimed", driver, f"{path}/claim", {})
    at_death("started", driver, f"{path}/start", {}, early=True)
    walk.expect("arrived", sure(walk, driver, f"{path}/arrive", {"override": True, "reason": "No signal"}))
    at_death("fuelling", driver, f"{path}/start-fueling", {"plate": customer.plate})
    walk.expect("the meter", sure(walk, driver, f"{path}/meter-reading", {"meterStart": 10, "meterEnd": 10 + DELIVERED}))
    walk.expect("a photo", sure(walk, driver, f"{path}/photos?kind=meter", None, raw=depot.PNG), 201)
    books(walk, home, "before the end", 0)
    at_death("completed", driver, f"{path}/complete", {}, early=True)
    walk.expect("a correction", sure(walk, staff, f"/trucks/{home.truck}/adjustments", {
        "fuelType": "regular", "gallonsDelta": CORRECTED, "reason": "gauge read by hand"}), 201)
    sums = books(walk, home, "in the end", DELIVERED)
    walk.fact("each step counted once", sums == {"load": round(1000 * LOADED), "adjustment": round(1000 * CORRECTED),
                                                 "delivery": -round(1000 * DELIVERED)}, sums)
    fuel = home.regular()
    walk.fact("nothing stays set aside", fuel["reserved"] == 0 and fuel["available"] == fuel["onHand"], fuel)
    paid = walk.eventually("the money came", lambda: customer.ask("GET", f"/orders/{order}"),
                           lambda shown: shown["final"]["captured"]["amount"] > 0)
    walk.fact("once, in full", paid["final"]["captured"] == paid["final"]["total"], paid["final"])


PARTS = [ledger]
