#!/usr/bin/env python3
"""An hour of Sofra: 12 restaurants, 16 couriers, 24 customers and as many orders. `sofra_evening.py 500` plays a whole evening of 40
couriers and 100 customers. Outcomes and misbehaviour are drawn, time is the tenant's virtual clock. Afterwards every order has ended as
its story planned, and the books agree: the ledger adds up to 0, cash equals settlements and cash in hand, stock equals what was cooked,
payments equal what orders say.

`--kill` plays the same evening a second time while services die at random (SIGKILL): the books must be the same, order by order."""

import collections, concurrent.futures, os, pathlib, random, sys, time

FOLDER = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(FOLDER / "support"), str(FOLDER / "sofra")]
import people, play, riding, walk
from play import Person

SEED = int(os.environ.get("SOUK_EVENING_SEED", "7"))
TICK_MINUTES, LAST_TICK = 3, 110
ORDERS, COURIERS, CUSTOMERS, ORDERS_PER_TICK = 24, (16, 40), 100, 4
CARD = {"type": "card", "expMonth": 12, "expYear": 2030, "cvc": "123"}
GOOD, BAD = "4242424242424242", "4000000000000002"
ADDRESS = {"line": "شارع العليا ١٢"}
STOCK = 900
# What happens to an order, how often, and how it ends: status and reason.
OUTCOMES = {
    "delivered": (46, ("delivered", None)),
    "released once": (6, ("delivered", None)),
    "changed his mind": (6, ("cancelled", "changed_mind")),
    "too slow": (6, ("cancelled", "too_slow")),
    "rejected": (6, ("cancelled", "too_busy")),
    "nobody accepts": (4, ("cancelled", "not_accepted")),
    "undeliverable": (5, ("cancelled", "undeliverable")),
    "cancelled by staff": (6, ("cancelled", "fraud")),
    "no courier": (3, ("cancelled", "no_courier")),
    "declined, then paid": (4, ("delivered", None)),
    "never paid": (4, ("cancelled", "payment_timeout")),
    "paid late": (3, ("cancelled", "payment_timeout")),
    "result lost": (2, ("cancelled", "payment_timeout")),
    "result twice": (3, ("delivered", None)),
    "out of order": (3, ("delivered", None)),
}
SANDBOX = {"paid late": "late", "result lost": "never", "result twice": "duplicate", "out of order": "out-of-order"}
BY_CARD = {"declined, then paid", "never paid", "too slow", *SANDBOX}
# Cooked before it was cancelled: the stock is gone.
COOKED = {"undeliverable", "cancelled by staff", "no courier"}
BOOKS = {}


def money(amount):
    return {"amount": amount, "currency": "SAR"}


class Evening(play.Play):
    def __init__(self, walk, kills, count):
        super().__init__(walk, kills, SEED)
        self.count = count
        self.orders, self.rides, self.active = [], {}, collections.Counter()

    def open(self, pool):
        """Restaurants, their dishes, couriers, customers."""
        self.staff = {name: Person(self, f"{name}@sofra.test", people.PASSWORD)
                      for name in ("admin", "supervisor", "accountant", "support")}
        self.restaurants = list(pool.map(lambda number: Restaurant(self, number), range(12)))
        # Nobody rides so far out.
        self.remote = Restaurant(self, 40, far=True)
        self.couriers = list(pool.map(lambda number: Courier(self, number), range(COURIERS[self.count > ORDERS])))
        self.customers = list(pool.map(lambda number: Customer(self), range(min(CUSTOMERS, self.count))))

    def join(self, role):
        particulars = people.particulars(role)
        answer = self.ask("POST", "/auth/register", particulars)
        assert answer.status == 201, answer
        person = Person(self, particulars["email"], particulars["password"], answer)
        person.id = answer["user"]["id"]
        return person

    def run(self):
        """Every tick: stories go on, couriers act, three minutes pass."""
        weights = [weight for weight, _ in OUTCOMES.values()]
        plans = self.drawn.choices(list(OUTCOMES), weights, k=self.count)
        last = min(LAST_TICK // 2, self.count // ORDERS_PER_TICK)
        starts = sorted((self.drawn.randrange(last), number) for number in range(self.count))
        waiting = collections.deque((tick, Order(self, number, plans[number])) for tick, number in starts)
        tick = 0
        with concurrent.futures.ThreadPoolExecutor(12) as pool:
            stories = play.Stories(pool)
            while waiting or stories.waiting:
                assert tick < 3 * LAST_TICK, "stories without an end"
                while waiting and waiting[0][0] <= tick:
                    order = waiting.popleft()[1]
                    self.orders.append(order)
                    stories.add(order.story(), tick)
                stories.go_on(tick)
                list(pool.map(lambda courier: courier.act(tick), self.couriers))
                self.pass_time(TICK_MINUTES)
                tick += 1
        for _ in range(20):
            # Results of the sandbox, polls and repeats of refunds.
            self.pass_time(15)


class Restaurant:
    """With two dishes that are counted."""

    def __init__(self, evening, number, far=False):
        self.owner = evening.join("owner")
        self.place = {"lat": (17.0 if far else 20.0) + 0.001 * number, "lng": 42.0}
        made = self.do("POST", "/restaurants", {
            "names": {"ar": f"مطعم {number}"}, "cuisines": ["saudi"], "phone": "0500009999", "location": self.place,
            "addressLine": "طريق الملك فهد ١", "prepMinutes": 10, **({"maxActiveOrders": 6} if number % 4 == 0 else {})}, 201)
        self.id = made["id"]
        self.do("PUT", f"/restaurants/{self.id}/hours", {"hours": riding.HOURS, "exceptions": []})
        self.do("PUT", f"/restaurants/{self.id}/zones", {"zones": [{
            "name": "قريب", "shape": {"type": "Circle", "center": self.place, "radiusMeters": 5000}, "fee": money(900),
            "minimumOrder": money(0)}]})
        category = self.do("POST", f"/restaurants/{self.id}/categories", {"names": {"ar": "أطباق"}}, 201)["id"]
        self.dishes = [self.do("POST", f"/restaurants/{self.id}/menu-items", {
            "categoryId": category, "names": {"ar": name}, "price": money(price), "stock": STOCK}, 201)["id"]
            for name, price in (("كبسة", 2800), ("لبن", 350))]
        approve = lambda: evening.staff["admin"]("POST", f"/restaurants/{self.id}/approve")
        evening.walk.eventually(f"restaurant {number} opens", approve, lambda answer: answer.status == 200)

    def do(self, method, path, body=None, status=200):
        answer = self.owner(method, path, body)
        assert answer.status == status, answer
        return answer

    def stock(self):
        return [self.do("GET", f"/menu-items/{dish}")["stock"] for dish in self.dishes]


class Customer:
    def __init__(self, evening):
        self.person = evening.join(None)
        self.cards = {number: self.person("POST", "/payment-methods", {**CARD, "number": number})["id"] for number in (GOOD, BAD)}
        self.active = 0


class Courier:
    def __init__(self, evening, number):
        self.evening, self.person, self.jobs, self.settled = evening, evening.join("courier"), [], 0
        self.place = {"lat": 20.005 + 0.0003 * number, "lng": 42.0}
        staff = evening.staff["supervisor"]
        evening.walk.eventually(f"courier {number} is approved", lambda: staff("POST", f"/admin/couriers/{self.person.id}/approve"),
                                lambda answer: answer.status == 200)
        answer = self.person("PUT", "/courier/availability", {"online": True, "location": self.place})
        assert answer.status == 200, answer

    def act(self, tick):
        """Says where he is every twelve minutes, takes what is offered, goes on with his jobs."""
        if tick % 4 == 0:
            answer = self.person("POST", "/courier/location", {"location": self.place})
            assert answer.status == 204, answer
        for job in list(self.jobs):
            self.ride(job)
        if len(self.jobs) < 2:
            for offer in self.person("GET", "/deliveries/offers")["data"]:
                order = self.evening.rides.get(offer["deliveryId"])
                if len(self.jobs) < 2 and order and self.step(order, "claim", {}, lost=True):
                    self.jobs.append(order)
                    order.since = self.evening.minute

    def step(self, order, name, body=None, lost=False):
        answer = self.person("POST", f"/deliveries/{order.id}/{name}", body if body is not None else {})
        if lost and answer.status == 409 or answer.slug == "not-assigned":
            return False
        assert answer.status == 200, answer
        return True

    def ride(self, order):
        """One step of a job."""
        job = self.person("GET", f"/deliveries/{order.id}")
        if job["status"] in ("cancelled", "delivered", "failed", "searching"):
            return self.jobs.remove(order)
        if order.plan == "released once" and not order.was_released:
            order.was_released = True
            self.step(order, "release", {"reason": "إطار مثقوب"})
            return self.jobs.remove(order)
        if job["status"] in ("assigned", "at_restaurant"):
            if order.is_ready:
                self.step(order, "pickup", lost=True)
        elif job["status"] == "picked_up":
            self.step(order, "arrive-customer")
            order.arrived = self.evening.minute
        elif order.plan == "undeliverable":
            if self.evening.minute >= order.arrived + 12:
                self.step(order, "fail", {"reason": "customer_unreachable"})
                self.jobs.remove(order)
        else:
            cash = {} if order.by_card else {"cashCollected": money(order.total)}
            self.step(order, "complete", {"code": order.read()["deliveryCode"], **cash})
            order.collected = 0 if order.by_card else order.total
            self.jobs.remove(order)


class Order:
    """One order and what its people do, step by step. A step ends with the number of ticks until the next one. What it costs is drawn
    before it begins, so that an evening with kills has the same orders."""

    def __init__(self, evening, number, plan):
        self.drawn = drawn = random.Random(SEED * 1_000_003 + number)
        self.evening, self.number, self.plan, self.id, self.total = evening, number, plan, None, 0
        self.by_card = plan in BY_CARD or drawn.random() < 0.5
        self.is_ready, self.was_released, self.arrived, self.collected = False, False, 0, 0
        self.count, self.tip = [drawn.randint(1, 3), drawn.randint(0, 3)], drawn.choice((0, 300, 500))
        self.pays_restaurant = drawn.random() < 0.5

    def read(self):
        return self.customer.person("GET", f"/orders/{self.id}")

    def ordered(self):
        """False: not now; a kitchen is full or paused."""
        restaurants = [self.evening.remote] if self.plan == "no courier" else self.evening.restaurants
        self.restaurant = self.drawn.choice(restaurants)
        self.customer = self.drawn.choice([one for one in self.evening.customers if self.evening.active[one] < 2])
        items = [{"menuItemId": dish, "quantity": count, "options": []} for dish, count in zip(self.restaurant.dishes, self.count) if count]
        quote = self.customer.person("POST", "/quotes", {
            "restaurantId": self.restaurant.id, "items": items, "location": riding.near(self.restaurant.place, 1500),
            "tip": money(self.tip)})
        assert quote.status == 201, quote
        if not quote["orderable"]:
            return False
        method = self.customer.cards[BAD if self.plan in ("declined, then paid", "never paid") else GOOD]
        payment = {"method": "card", "paymentMethodId": method} if self.by_card else {"method": "cash"}
        header = {"X-Sandbox-Payment": SANDBOX[self.plan]} if self.plan in SANDBOX else {}
        placed = self.customer.person("POST", "/orders", {"quoteId": quote["id"], "payment": payment, "address": ADDRESS}, **header)
        # "cash-not-allowed": to this customer, for now. Another one orders it.
        if placed.status == 409 and placed.slug in ("quote-not-orderable", "quote-expired", "too-many-active-orders", "cash-not-allowed"):
            return False
        assert placed.status == 201, placed
        self.id, self.total, self.payment = placed["id"], placed["totals"]["total"]["amount"], placed["payment"]["id"]
        self.evening.rides[self.id] = self
        self.evening.active[self.customer] += 1
        return True

    def story(self):
        while not self.ordered():
            yield 1
        yield from self.fate()
        while self.read()["status"] not in ("delivered", "cancelled"):
            yield 1
        self.evening.active[self.customer] -= 1

    def fate(self):
        owner, customer, path = self.restaurant.owner, self.customer.person, f"/orders/{self.id}"
        if self.plan in ("never paid", "paid late", "result lost", "nobody accepts"):
            return
        if self.plan == "declined, then paid":
            while self.read()["payment"]["status"] != "failed":
                yield 0.01
            answer = customer("POST", f"/payments/{self.payment}/confirm", {"paymentMethodId": self.customer.cards[GOOD]})
            assert answer.status in (200, 202), answer
        if self.plan == "changed his mind":
            return self.did(customer("POST", path + "/cancel", {"reason": "changed_mind"}))
        while self.by_card and self.read()["payment"]["status"] != "paid":
            yield 0.01
        if self.plan == "rejected":
            return self.did(owner("POST", path + "/reject", {"reason": "too_busy"}))
        self.did(owner("POST", path + "/accept", {}))
        if self.plan == "too slow":
            yield 1
            fee = customer("GET", path)["cancellationFee"]
            return self.did(customer("POST", path + "/cancel", {"reason": "too_slow", "acceptedFee": fee}))
        self.did(owner("POST", path + "/prepare"))
        yield 2
        self.did(owner("POST", path + "/ready"))
        if self.plan == "cancelled by staff":
            body = {"reason": "fraud", "note": "اختبار", "payRestaurant": self.pays_restaurant}
            return self.did(self.evening.staff["supervisor"]("POST", path + "/cancel", body))
        self.is_ready = True

    def did(self, answer):
        assert answer.status == 200, (self.plan, str(answer))


def judge(evening):
    """Every order has ended as planned; the books agree."""
    walk, accountant = evening.walk, evening.staff["accountant"]
    ends, wrong, payments = collections.Counter(), [], collections.Counter()
    for order in evening.orders:
        seen = order.read()
        end = (seen["status"], (seen["cancellation"] or {}).get("reason"))
        ends[order.plan] += 1
        payments[seen["payment"]["status"]] += 1
        order.seen = seen
        if end != OUTCOMES[order.plan][1]:
            wrong.append((order.plan, end, order.id))
    walk.fact(f"{len(evening.orders)} orders ended as planned: {dict(ends)}", not wrong, *wrong[:20])
    settled = {"paid", "void", "canceled", "failed", "refunded", "partially_refunded", "requires_payment_method"}
    walk.fact(f"no payment is under way: {dict(payments)}", set(payments) <= settled, payments)

    by_order, sums = collections.defaultdict(list), []
    ledger, transactions, page = None, [], 0
    while ledger is None or len(transactions) < ledger["meta"]["total"]:
        page += 1
        ledger = accountant("GET", f"/admin/reports/ledger?from=2020-01-01&page={page}")
        assert ledger["transactions"], ledger
        transactions += ledger["transactions"]
    for transaction in transactions:
        sums.append(sum(entry["amount"]["amount"] for entry in transaction["entries"]))
        kind, _, name = transaction["id"].partition(":")
        if kind in ("delivered", "cancelled"):
            by_order[name].append(kind)
    walk.fact(f"{len(sums)} transactions add up to 0, each of them", ledger["sum"] == money(0) and not any(sums), ledger["sum"])
    twice = {order.id: by_order[order.id] for order in evening.orders if by_order[order.id] not in ([], [order.seen["status"]])}
    walk.fact("no outcome is posted twice", not twice, twice)
    missing = [(order.plan, order.id) for order in evening.orders if order.seen["status"] == "delivered" and not by_order[order.id]]
    walk.fact("every delivery is posted", not missing, missing[:5])

    collected = sum(order.collected for order in evening.orders)
    settled = in_hand = 0
    for courier in evening.couriers:
        held = courier.person("GET", "/courier/me")["cashInHand"]["amount"]
        if held and evening.drawn.random() < 0.5:
            part = evening.drawn.randint(1, held)
            answer = accountant("POST", f"/admin/wallets/{courier.person.id}/cash-settlements", {"amount": money(part)})
            assert answer.status == 201, answer
            settled += part
    hands = lambda: sum(courier.person("GET", "/courier/me")["cashInHand"]["amount"] for courier in evening.couriers)
    deadline = time.monotonic() + 60
    while hands() + settled != collected and time.monotonic() < deadline:
        time.sleep(0.2)
    in_hand = hands()
    walk.fact(f"cash: {collected} collected = {settled} settled + {in_hand} in hand", collected == settled + in_hand)
    idle = [courier.person("GET", "/courier/me")["activeDeliveries"] for courier in evening.couriers]
    walk.fact("no courier has a job", not any(idle), idle)

    for number, restaurant in enumerate([*evening.restaurants, evening.remote]):
        gone = [0, 0]
        for order in evening.orders:
            if order.restaurant is restaurant and (order.seen["status"] == "delivered" or order.plan in COOKED):
                gone = [a + b for a, b in zip(gone, order.count)]
        left = restaurant.stock()
        walk.fact(f"restaurant {number} cooked {gone}", left == [STOCK - gone[0], STOCK - gone[1]], left)

    fees = refunds = 0
    for order in evening.orders:
        order.book = (order.number, order.plan, order.seen["status"], order.total, order.collected)
        if not order.by_card:
            continue
        paid = order.customer.person("GET", f"/payments/{order.payment}")
        back = paid["amount"] if paid["status"] == "refunded" else order.seen["totals"]["refunded"]["amount"]
        kept = 0 if paid["status"] in ("failed", "canceled", "requires_payment_method") else paid["amount"] - back
        cancellation = order.seen["cancellation"]
        is_kept = order.seen["status"] == "delivered" or order.plan == "undeliverable"
        due = order.total if is_kept else (cancellation["fee"] or money(0))["amount"]
        if kept != due:
            wrong.append((order.plan, order.id, paid["status"], kept, due))
        fees, refunds, order.book = fees + kept, refunds + back, (*order.book, kept, back)
    walk.fact(f"cards: {fees} kept, {refunds} given back, as the orders say", not wrong, *wrong[:10])
    BOOKS[evening.kills] = sorted(order.book for order in evening.orders)


def evening(walk, kills=False):
    """An evening of orders"""
    counts = [int(argument) for argument in sys.argv[1:] if argument.isdigit()]
    it, started = Evening(walk, kills, counts[0] if counts else ORDERS), time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(12) as pool:
        it.open(pool)
    print(f"open after {time.monotonic() - started:.0f} s", flush=True)
    it.run_killed(it.run)
    judge(it)


def killed_evening(walk):
    """The same evening while services die"""
    evening(walk, kills=True)
    walk.fact("the books are those of the evening without kills", BOOKS[True] == BOOKS[False],
              *[pair for pair in zip(BOOKS[True], BOOKS[False]) if pair[0] != pair[1]][:10])


if __name__ == "__main__":
    part = lambda part: walk.Walk("sofra", "/api/v1", changes=play.CHEAP_PASSWORDS).run([part])
    sys.exit(part(evening) or ("--kill" in sys.argv and part(killed_evening)))
