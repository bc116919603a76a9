#!/usr/bin/env python3
"""Days of AutoFill: 8 trucks with their drivers, up to 50 customers, 24 orders on one day. `autofill_week.py 300` plays a whole week.
Outcomes, misbehaviour of the provider, phones without a network and late uploads are drawn; time is the tenant's virtual clock.
Afterwards every order has ended as its story planned and cost what an independent computation says, and the books agree: receipts have
no gaps, ledgers of trucks equal what was delivered, wallets equal tips, no authorisation is open, no stop of a truck is held.

`--kill` plays the same days a second time while services die at random (SIGKILL): the books must be the same, order by order."""

import collections, concurrent.futures, datetime, os, pathlib, random, struct, sys, threading, time, uuid, zlib

FOLDER = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(FOLDER / "support"), str(FOLDER / "autofill")]
import people, play, vehicles, walk
from play import Person

SEED = int(os.environ.get("SOUK_WEEK_SEED", "11"))
LOCAL = datetime.timezone(datetime.timedelta(hours=-5))
FIRST_HOUR, LAST_HOUR, DRIVERS, CUSTOMERS, STOPS = 6, 21, 8, 50, 2
# So many orders fit easily into a day.
ORDERS, ORDERS_PER_DAY, DAYS_MAX = 24, 45, 7
PRICES, DELIVERY, TAX_BPS, TIERS = {"regular": 3399, "diesel": 3899}, 499, 700, ((15_000, 30), (30_000, 60))
# What happens to an order, how often, and how it ends: status and reason.
OUTCOMES = {
    "delivered": (40, ("completed", None)),
    "by geofence": (8, ("completed", None)),
    "uploaded late": (8, ("completed", None)),
    "ordered offline": (7, ("completed", None)),
    "more than the cap": (5, ("completed", None)),
    "tipped later": (5, ("completed", None)),
    "refunded": (3, ("completed", None)),
    "released once": (4, ("completed", None)),
    "moved": (4, ("completed", None)),
    "declined, then paid": (4, ("completed", None)),
    "approved": (3, ("completed", None)),
    "capture declined": (3, ("completed", None)),
    "result twice": (3, ("completed", None)),
    "out of order": (3, ("completed", None)),
    "paid late": (3, ("failed", "payment-timeout")),
    "result lost": (2, ("failed", "payment-timeout")),
    "never paid": (3, ("failed", "payment-timeout")),
    "cancelled in time": (5, ("cancelled", None)),
    "cancelled late": (4, ("cancelled", None)),
    "nobody there": (4, ("failed", "customer-absent")),
    "not served": (3, ("failed", "not-served")),
}
SANDBOX = {"paid late": "late", "result lost": "never", "result twice": "duplicate", "out of order": "out-of-order"}
CARDS = {"declined, then paid": "declined", "never paid": "declined", "approved": "three_d_secure", "capture declined": "capture_declined"}
UNPAID = {"paid late", "result lost", "never paid"}
# They keep their driver busy for an hour or more.
SLOW = {"uploaded late", "nobody there"}
BOOKS = {}


def usd(amount):
    return {"amount": amount, "currency": "USD"}


def cents(numerator, denominator):
    """Rounded half up."""
    return (2 * numerator + denominator) // (2 * denominator)


def price(fuel, thousandths, tip):
    """What an order costs by the specification (R3), computed here once more."""
    marks = [0, *(mark for mark, _ in TIERS), thousandths]
    off = [0, *(discount for _, discount in TIERS)]
    mills = sum(max(0, min(thousandths, upper) - lower) * (PRICES[fuel] - discount)
                for lower, upper, discount in zip(marks, [*marks[1:-1], thousandths], off))
    return cents(mills, 10_000) + DELIVERY + cents(DELIVERY * TAX_BPS, 10_000) + tip


def picture():
    """A PNG of one pixel."""
    part = lambda name, data: struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
    header = struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + part(b"IHDR", header) + part(b"IDAT", zlib.compress(b"\0\xff\xff\xff")) + part(b"IEND", b"")


PICTURE = picture()


def text(moment):
    return moment.astimezone(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


class Week(play.Play):
    def __init__(self, walk, kills, count):
        super().__init__(walk, kills, SEED)
        self.count, self.days = count, min(DAYS_MAX, -(-count // ORDERS_PER_DAY))
        self.orders, self.hour, self.samples = [], 0, 0

    # Setting

    def open(self, pool):
        """A zone, two areas, trucks, drivers and customers of its own."""
        self.staff = {name: Person(self, f"{name}@autofill.test", people.PASSWORD) for name in ("dispatch", "pricing", "admin")}
        name = f"w{uuid.uuid4().hex[:10]}"
        tiers = [{"minGallons": mark // 1000, "discountMills": discount} for mark, discount in TIERS]
        zone = self.do("pricing", "POST", "/price-zones", {
            "code": name, "name": "Week", "fees": {"delivery": usd(DELIVERY), "asap": usd(500)}, "salesTaxBps": TAX_BPS,
            "tiers": tiers}, 201)
        for fuel, mills in PRICES.items():
            self.do("pricing", "POST", "/prices", {"zoneId": zone["id"], "fuelType": fuel, "mills": mills}, 201)
        self.base = {"lat": 35.0 + self.drawn.random(), "lng": -97.0 - self.drawn.random()}
        self.area = self.make_area(name, zone["id"], self.base)
        # Nobody works so far out.
        self.far = {"lat": self.base["lat"] + 2, "lng": self.base["lng"]}
        self.far_area = self.make_area(name + "-far", zone["id"], self.far)
        self.trucks = [self.make_truck(number, self.area) for number in range(DRIVERS)]
        self.make_truck(DRIVERS, self.far_area)
        self.drivers = list(pool.map(lambda number: Driver(self, number), range(DRIVERS)))
        self.customers = list(pool.map(lambda number: Customer(self), range(min(CUSTOMERS, self.count))))

    def do(self, staff, method, path, body=None, status=200):
        answer = self.staff[staff](method, path, body)
        assert answer.status == status, answer
        return answer

    def make_area(self, code, zone, place):
        west, east, south, north = place["lng"] - 0.1, place["lng"] + 0.1, place["lat"] - 0.1, place["lat"] + 0.1
        ring = [[west, south], [east, south], [east, north], [west, north], [west, south]]
        area = self.do("pricing", "POST", "/service-areas", {"code": code, "name": code, "priceZoneId": zone, "priority": 100,
                                                             "geometry": {"type": "Polygon", "coordinates": [ring]}}, 201)["id"]
        days = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
        schedule = {"weekly": {day: [["07:00", "21:00"]] for day in days}, "windowMinutes": 120, "cutoffMinutes": 60, "exceptions": []}
        put = lambda: self.staff["dispatch"]("PUT", f"/service-areas/{area}/schedule", schedule)
        self.walk.eventually(f"{code} has windows", put, lambda answer: answer.status == 200)
        return area

    def make_truck(self, number, area):
        """With two tanks; 1,500 gallons in each."""
        body = {"code": f"T-{900 + number}", "plate": f"WEEK {number}", "areaId": area,
                "compartments": [{"fuelType": fuel, "capacityGallons": 2500} for fuel in PRICES]}
        make = lambda: self.staff["dispatch"]("POST", "/trucks", body)
        truck = self.walk.eventually(f"truck {number}", make, lambda answer: answer.status == 201)["id"]
        for fuel in PRICES:
            filled = {"fuelType": fuel, "gallonsDelta": 1500, "reason": "first fill"}
            self.do("dispatch", "POST", f"/trucks/{truck}/adjustments", filled, 201)
        roster = [{"areaId": area, "weekdays": ["mon", "tue", "wed", "thu", "fri", "sat", "sun"], "stopsPerWindow": STOPS}]
        put = lambda: self.staff["dispatch"]("PUT", f"/trucks/{truck}/roster", roster)
        self.walk.eventually(f"roster of truck {number}", put, lambda answer: answer.status == 200)
        return truck

    def join(self, **changes):
        particulars = people.particulars(**changes)
        answer = self.ask("POST", "/auth/register", particulars)
        assert answer.status == 201, answer
        person = Person(self, particulars["email"], particulars["password"], answer)
        person.id = answer["user"]["id"]
        return person

    # Time

    def start(self):
        """Jumps to six in the morning of the next day; hours count from its midnight."""
        now = self.now().astimezone(LOCAL)
        self.midnight = (now + datetime.timedelta(days=1)).replace(hour=0, minute=0, second=0, microsecond=0)
        self.go_to(FIRST_HOUR)

    def moment(self, hour):
        return self.midnight + datetime.timedelta(hours=hour)

    def go_to(self, hour):
        super().go_to(self.moment(hour))
        self.hour, self.minute = hour, 60 * hour + 10_000

    def next_hour(self):
        return self.hour + 1 if self.hour % 24 < LAST_HOUR else (self.hour // 24 + 1) * 24 + FIRST_HOUR

    # The week

    def draw(self, pool):
        """What will be ordered, by whom. Who will owe something has no other orders: they would be refused meanwhile."""
        weights = [weight for weight, _ in OUTCOMES.values()]
        plans = self.drawn.choices(list(OUTCOMES), weights, k=self.count)
        self.orders = [Order(self, number, plan) for number, plan in enumerate(plans)]
        for order in self.orders:
            order.customer = self.customers[order.number % len(self.customers)]
        owing = [order for order in self.orders if order.plan == "capture declined"]
        for order, customer in zip(owing, pool.map(lambda _: Customer(self), owing)):
            order.customer = customer

    def run(self):
        self.start()
        with concurrent.futures.ThreadPoolExecutor(12) as pool:
            stories = play.Stories(pool)
            for order in self.orders:
                stories.add(order.story(), order.places_at)
            while stories.waiting or self.hour < self.days * 24:
                endless = [order.plan for order in self.orders if not order.is_over]
                assert self.hour < (self.days + 4) * 24, f"stories without an end: {endless}"
                if self.hour % 24 == 7:
                    list(pool.map(Driver.begin, self.drivers))
                stories.go_on(self.hour)
                self.sample()
                self.go_to(self.next_hour())
        for _ in range(3):
            # Repeats of captures, polls, ends of shifts.
            self.go_to(self.hour + 8)

    def windows(self, place, date, fuel="regular"):
        answer = self.ask("GET", f"/delivery-windows?lat={place['lat']:.6f}&lng={place['lng']:.6f}&fuelType={fuel}&date={date}")
        assert answer.status == 200 and answer["serviceable"], answer
        return answer["data"]

    def sample(self):
        """At every hour: nobody has more stops than there are."""
        for window in self.windows(self.base, (self.moment(self.hour)).date()):
            self.samples += 1
            assert 0 <= window["remaining"] <= window["capacity"] == DRIVERS * STOPS, window


class Driver:
    def __init__(self, week, number):
        self.week, self.number, self.truck = week, number, week.trucks[number]
        self.person, self.lock, self.tips = week.join(name=f"Driver {number}"), threading.Lock(), 0
        self.meter, self.last_point = dict.fromkeys(PRICES, 10_000_000), week.walk.now()
        answer = week.staff["admin"]("PUT", f"/users/{self.person.id}/roles", {"roles": ["driver"]})
        assert answer.status == 200, answer
        # A new role counts from the next token on.
        self.person.sign_in()

    def begin(self):
        """A shift ends by itself after 14 hours."""
        start = lambda: self.person("POST", "/shifts", {"truckId": self.truck})
        begun = lambda answer: answer.status == 201 or answer.slug == "shift-already-open"
        self.week.walk.eventually(f"driver {self.number} begins", start, begun)

    def step(self, order, name, body=None, may=()):
        """False: not now, for one of these reasons."""
        answer = self.person("POST", f"/deliveries/{order.id}/{name}", body or {})
        if answer.slug in may:
            return False
        assert answer.status == 200, (order.plan, str(answer))
        return True

    def stand(self, order, count):
        """Positions at the pin, each a second after the one before; answers what they prove."""
        points = []
        for _ in range(count):
            self.last_point = max(self.last_point + datetime.timedelta(seconds=1), self.week.now())
            points.append({**order.place, "recordedAt": text(self.last_point), "accuracyMeters": 12})
        answer = self.person("POST", "/shifts/current/locations", {"points": points})
        assert answer.status == 200, answer
        return answer["arrived"]

    def claim(self, order):
        return self.step(order, "claim", may=("too-many-deliveries", "shift-required", "delivery-not-available"))

    def drive(self, order):
        """To the car: its pin is proved by a position, or by two."""
        if not self.step(order, "start", may=("another-delivery-active",)):
            return False
        if order.plan == "by geofence":
            arrived = self.stand(order, 2)
            assert arrived == [order.id] or order.read()["status"] == "arrived", arrived
        else:
            self.stand(order, 1)
            self.step(order, "arrive")
        return True

    def fuel(self, order, **times):
        at = lambda name: {"occurredAt": times[name]} if name in times else {}
        self.step(order, "start-fueling", {"plate": order.plate, **at("start-fueling")})
        first = self.meter[order.fuel]
        last = first + order.thousandths
        answer = self.person("POST", f"/deliveries/{order.id}/meter-reading", {"meterStart": first / 1000, "meterEnd": last / 1000})
        assert answer.status == 200 and round(answer["gallons"] * 1000) == order.thousandths, answer
        answer = self.person("POST", f"/deliveries/{order.id}/photos?kind=meter", raw=PICTURE, **{"Content-Type": "image/png"})
        assert answer.status == 201, answer
        self.step(order, "complete", at("complete"))
        self.meter[order.fuel] = last
        self.tips += order.tip

    def upload(self, order):
        """Everything of an hour in a garage, when the network is back."""
        times = {name: text(self.week.moment(self.week.hour) - datetime.timedelta(minutes=minutes))
                 for name, minutes in (("start", 50), ("arrive", 40), ("start-fueling", 35), ("complete", 25))}
        if not self.step(order, "start", {"occurredAt": times["start"]}, may=("another-delivery-active",)):
            return False
        self.step(order, "arrive", {"override": True, "reason": "garage without a network", "occurredAt": times["arrive"]})
        self.fuel(order, **times)
        return True


class Customer:
    def __init__(self, week):
        self.person, self.cards = week.join(), {}

    def card(self, kind):
        if kind not in self.cards:
            answer = self.person("POST", "/payment-methods", {"type": "card", "number": people.CARDS[kind], "expMonth": 12,
                                                              "expYear": 2035, "cvc": "123"})
            assert answer.status == 201, answer
            self.cards[kind] = answer["id"]
        return self.cards[kind]


class Order:
    """One order and what its people do, step by step. A step ends with the number of hours until the next one. Everything is drawn
    before it begins, so that a week with kills has the same orders."""

    def __init__(self, week, number, plan):
        self.week, self.number, self.plan, drawn = week, number, plan, random.Random(SEED * 1_000_003 + number)
        self.fuel, self.thousandths_max = drawn.choice(("regular", "regular", "diesel")), drawn.choice((10_000, 15_800, 20_000, 32_500))
        share = drawn.randint(550, 1000)
        self.thousandths = self.thousandths_max * (1300 if plan == "more than the cap" else share) // 1000
        self.tip, self.late_tip = drawn.choice((0, 0, 300, 500)), 0
        if plan == "tipped later":
            self.tip, self.late_tip = 0, 450
        spread = lambda: drawn.uniform(-0.08, 0.08)
        base = week.far if plan == "not served" else week.base
        self.place = {"lat": round(base["lat"] + spread(), 6), "lng": round(base["lng"] + spread(), 6)}
        day, index = drawn.randrange(week.days), drawn.randrange(6)
        self.starts_at = day * 24 + 7 + 2 * (max(index, 3) if day == 0 else index)
        hours = [hour for hour in range(max(FIRST_HOUR, self.starts_at - 30), self.starts_at - 3) if FIRST_HOUR <= hour % 24 <= LAST_HOUR]
        self.places_at = drawn.choice(hours)
        self.driver_number = number % 2 + DRIVERS - 2 if plan in SLOW else number % (DRIVERS - 2)
        self.client_id, self.id, self.is_over = str(uuid.UUID(int=drawn.getrandbits(128), version=4)), None, False
        self.authorized = price(self.fuel, self.thousandths_max, self.tip)
        self.cap = self.authorized * 110 // 100

    @property
    def driver(self):
        return self.week.drivers[self.driver_number]

    def read(self):
        return self.customer.person("GET", f"/orders/{self.id}")

    # Placing

    def begin(self):
        """A car for the order."""
        plate = vehicles.plate(self.number + 1)
        made = self.customer.person("POST", "/vehicles", {"make": "Own", "model": "Truck", "year": 2020, "fuelType": self.fuel,
                                                          "plate": plate, "tankCapacityGallons": 40})
        assert made.status == 201, made
        self.vehicle, self.plate = made["id"], plate["number"]

    def window(self, after):
        """The first free window that begins at that hour or later, of those that end by seven in the evening."""
        for day in range(after // 24, after // 24 + 3):
            for window in self.week.windows(self.place, self.week.moment(day * 24).date(), self.fuel):
                hour = round((walk.moment(window["startsAt"]) - self.week.midnight).total_seconds() / 3600)
                if hour >= after and hour % 24 <= 17 and window["available"]:
                    return window["id"], hour
        raise AssertionError("every window is full for three days")

    def ordered(self):
        """False: somebody was faster; the next window then."""
        window, self.starts_at = self.window(max(self.starts_at, self.week.hour + 3))
        wish = {"location": self.place, "vehicleId": self.vehicle, "amount": {"type": "gallons", "gallons": self.thousandths_max / 1000},
                "scheduleType": "window"}
        body = {"schedule": {"type": "window", "windowId": window}, "tip": usd(self.tip), "clientOrderId": self.client_id,
                "paymentMethodId": self.customer.card(CARDS.get(self.plan, "good"))}
        if self.plan == "ordered offline":
            # Written on a phone without a network forty minutes ago, with a ceiling.
            made = text(self.week.moment(self.week.hour) - datetime.timedelta(minutes=40))
            body |= {"draft": wish, "createdAt": made, "maxTotal": usd(self.authorized + 1000)}
        else:
            quote = self.customer.person("POST", "/quotes", wish)
            assert quote.status == 201 and quote["total"]["amount"] == self.authorized - self.tip, quote
            body["quoteId"] = quote["id"]
        header = {"X-Sandbox-Payment": SANDBOX[self.plan]} if self.plan in SANDBOX else {}
        placed = self.customer.person("POST", "/orders", body, **header)
        while placed.slug == "order-in-progress":
            # An answer was lost, and its window is still being claimed.
            time.sleep(0.2)
            placed = self.customer.person("POST", "/orders", body, **header)
        if placed.slug in ("window-full", "window-closed"):
            return False
        # After a kill the first answer may be lost: the same clientOrderId finds the order.
        assert placed.status in (201, 200), (self.plan, str(placed))
        self.id = placed["id"]
        if self.plan == "ordered offline":
            again = self.customer.person("POST", "/orders", body)
            assert again.status == 200 and again["id"] == self.id and again["queuedOffline"], again
        return True

    def settled(self):
        """Waits for the card: it answers at once, in real time."""
        deadline = time.monotonic() + 60
        while self.read()["status"] == "pending":
            assert time.monotonic() < deadline, (self.plan, str(self.read()))
            payment = self.read()["payment"]
            if self.plan == "declined, then paid" and payment["status"] == "failed":
                answer = self.customer.person("POST", f"/orders/{self.id}/payment", {"paymentMethodId": self.customer.card("good")})
                assert answer.status in (200, 201) or answer.slug == "payment-not-expected", answer
            if self.plan == "approved" and payment["status"] == "requires_action":
                answer = self.customer.person("POST", f"/payments/{payment['id']}/approve")
                assert answer.status in (200, 202, 409), answer
            time.sleep(0.05)

    # Stories

    def story(self):
        self.begin()
        while not self.ordered():
            yield 0
        if self.plan in UNPAID:
            yield 1
        else:
            self.settled()
            yield from self.fate()
        while self.read()["status"] not in ("completed", "cancelled", "failed"):
            yield 1
        self.is_over = True

    def until_start(self, before=0):
        return max(0, self.starts_at - before - self.week.hour)

    def fate(self):
        path, customer = f"/orders/{self.id}", self.customer.person
        if self.plan == "not served":
            return
        if self.plan == "cancelled in time":
            return self.did(customer("POST", path + "/cancel", {"reason": "changed my mind"}))
        if self.plan == "cancelled late":
            yield self.until_start(before=1)
            fee = customer("GET", path)["cancellation"]["fee"]
            assert fee == usd(500), fee
            refused = customer("POST", path + "/cancel", {"reason": "too late"})
            assert refused.slug == "cancellation-fee-changed", refused
            return self.did(customer("POST", path + "/cancel", {"reason": "too late", "acceptedFee": fee}))
        if self.plan == "moved":
            window, hour = self.window(self.starts_at + 20)
            answer = customer("POST", path + "/reschedule", {"windowId": window})
            if answer.slug not in ("window-full", "window-closed"):
                self.did(answer)
                self.starts_at = hour
        yield self.until_start()
        yield from self.delivered()

    def delivered(self):
        driver = self.driver
        while not driver.claim(self):
            yield 1
        if self.plan == "released once":
            driver.step(self, "release", {"reason": "flat tyre"})
            self.driver_number = (self.driver_number + 1) % (DRIVERS - 2)
            driver = self.driver
            yield 1
            while not driver.claim(self):
                yield 1
        if self.plan == "uploaded late":
            yield 1
        while True:
            with driver.lock:
                if self.plan == "uploaded late":
                    if driver.upload(self):
                        break
                elif driver.drive(self):
                    if self.plan != "nobody there":
                        driver.fuel(self)
                    break
            yield 1
        if self.plan == "nobody there":
            yield 1
            driver.step(self, "fail", {"reason": "customer-absent"})
        yield from self.afterwards()

    def afterwards(self):
        customer = self.customer.person
        if self.plan == "capture declined":
            # At once, after 5 and 30 minutes; then the sum is due, and another card pays it.
            while self.read()["final"]["balanceDue"]["amount"] == 0:
                yield 1
            refused = customer("POST", "/orders", {"quoteId": str(uuid.uuid4()), "schedule": {"type": "asap"}})
            assert refused.slug == "balance-due", refused
            answer = customer("POST", f"/orders/{self.id}/payment", {"paymentMethodId": self.customer.card("good")})
            assert answer.status == 201, answer
        if self.plan in ("tipped later", "refunded"):
            while self.read()["final"]["captured"]["amount"] == 0:
                yield 1
        if self.plan == "tipped later":
            self.did(customer("POST", f"/orders/{self.id}/tip", {"amount": usd(self.late_tip)}))
            with self.driver.lock:
                self.driver.tips += self.late_tip
        if self.plan == "refunded":
            payment = self.read()["payment"]["id"]
            answer = self.week.staff["dispatch"]("POST", f"/payments/{payment}/refunds", {"reason": "water in the fuel"})
            assert answer.status in (200, 201, 202), answer

    def did(self, answer):
        assert answer.status == 200, (self.plan, str(answer))

    # What it should have cost

    def expected(self):
        """Captured in the end, refunded, delivered in thousandths."""
        if self.plan in UNPAID or self.plan in ("cancelled in time", "not served"):
            return 0, 0, 0
        if self.plan == "cancelled late":
            return 500, 0, 0
        if self.plan == "nobody there":
            return 1500, 0, 0
        captured = min(price(self.fuel, self.thousandths, self.tip), self.cap)
        return captured, captured if self.plan == "refunded" else 0, self.thousandths


def judge(week):
    """Every order has ended as planned; the books agree."""
    facts = week.walk.fact
    wrong, ends = [], collections.Counter()

    def look(order):
        seen = order.read()
        final, failure = seen["final"] or {}, seen["failure"] or {}
        amount = lambda name: (final.get(name) or usd(0))["amount"]
        delivered = round((seen["delivered"] or {"gallons": 0})["gallons"] * 1000)
        end = (seen["status"], failure.get("slug"))
        found = (amount("captured"), amount("refunded"), delivered)
        if end != OUTCOMES[order.plan][1] or found != order.expected() or amount("balanceDue"):
            return f"{order.plan} {order.id}: {end} {found}, not {order.expected()}; due {amount('balanceDue')}"
        lines = sum(line["amount"]["amount"] for line in final.get("lines", []))
        if final and (lines != amount("total") or amount("captured") + amount("writtenOff") != amount("total")):
            return f"{order.plan} {order.id}: lines do not add up: {final}"
        if amount("captured") > order.cap or (seen["payment"] or {})["status"] in ("requires_capture", "processing", "requires_action"):
            return f"{order.plan} {order.id}: {seen['payment']}, cap {order.cap}"
        order.seen, order.book = seen, (order.number, order.plan, *end, *found)
        return None

    deadline = time.monotonic() + 60
    with concurrent.futures.ThreadPoolExecutor(12) as pool:
        while True:
            wrong = [what for what in pool.map(look, week.orders) if what]
            if not wrong or time.monotonic() > deadline:
                break
            time.sleep(0.5)
    ends.update(order.plan for order in week.orders)
    facts(f"{len(week.orders)} orders ended as planned and cost what they should: {dict(ends)}", not wrong, *wrong[:20])
    facts(f"{week.samples} windows had at most the stops that there are", week.samples > 0)
    receipts(week)
    trucks(week)
    for driver in week.drivers:
        week.walk.eventually(f"driver {driver.number} has tips of {driver.tips}", lambda: driver.person("GET", "/wallet"),
                             lambda answer: answer["balance"]["amount"] == driver.tips)
    open_stops = [window for day in range(6) for window in week.windows(week.base, (week.moment(week.hour + 24 * day)).date())
                  if window["remaining"] != window["capacity"]]
    facts("no stop is held any more", not open_stops, *open_stops[:5])
    BOOKS[week.kills] = [order.book for order in week.orders]


def receipts(week):
    """Who was charged has one, its lines and payments add up, numbers have no gap."""
    wrong, numbers = [], []
    for order in week.orders:
        answer = order.customer.person("GET", f"/orders/{order.id}/receipt")
        captured = order.expected()[0]
        if not captured:
            if answer.slug != "receipt-not-ready":
                wrong.append(str(answer))
            continue
        paid = sum(payment["amount"]["amount"] for payment in answer["payments"])
        lines = sum(line["amount"]["amount"] for line in answer["lines"])
        right = lines == answer["total"]["amount"] and paid == captured + order.late_tip
        if answer["number"] != order.seen["final"]["receiptNumber"] or not right:
            wrong.append(str(answer))
        numbers.append(int(answer["number"].rsplit("-", 1)[1]))
    week.walk.fact(f"{len(numbers)} receipts add up", not wrong, *wrong[:5])
    numbers.sort()
    # Those of the demo stand before them.
    week.walk.fact("their numbers have no gaps", numbers == list(range(numbers[0], numbers[0] + len(numbers))), numbers)


def trucks(week):
    """The ledger of each tank adds up to what is in it: 1,500 gallons less what was delivered."""
    delivered = collections.Counter()
    for order in week.orders:
        if order.expected()[2]:
            delivered[(order.driver.truck, order.fuel)] += order.thousandths
    for number, truck in enumerate(week.trucks):
        sums, page, last = collections.Counter(), 0, 1
        while page < last:
            page += 1
            answer = week.do("dispatch", "GET", f"/trucks/{truck}/ledger?page={page}&perPage=100")
            last = answer["meta"]["lastPage"]
            for entry in answer["data"]:
                sums[entry["fuelType"]] += round(entry["gallons"] * 1000)
        tanks = {tank["fuelType"]: tank for tank in week.do("dispatch", "GET", f"/trucks/{truck}")["compartments"]}
        right = all(sums[fuel] == round(tanks[fuel]["onHand"] * 1000) == 1_500_000 - delivered[(truck, fuel)]
                    and tanks[fuel]["reserved"] == 0 for fuel in PRICES)
        week.walk.fact(f"truck {number}: {dict(sums)} thousandths of a gallon are left, nothing is reserved", right, tanks, delivered)


def week(walk, kills=False):
    """A week of orders"""
    counts = [int(argument) for argument in sys.argv[1:] if argument.isdigit()]
    it, started = Week(walk, kills, counts[0] if counts else ORDERS), time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(12) as pool:
        it.open(pool)
        it.draw(pool)
    print(f"open after {time.monotonic() - started:.0f} s", flush=True)
    it.run_killed(it.run)
    judge(it)


def killed_week(walk):
    """The same week while services die"""
    week(walk, kills=True)
    walk.fact("the books are those of the week without kills", BOOKS[True] == BOOKS[False],
              *[pair for pair in zip(BOOKS[True], BOOKS[False]) if pair[0] != pair[1]][:10])


if __name__ == "__main__":
    part = lambda part: walk.Walk("autofill", "/api/v1", changes=play.CHEAP_PASSWORDS).run([part])
    sys.exit(part(week) or ("--kill" in sys.argv and part(killed_week)))
