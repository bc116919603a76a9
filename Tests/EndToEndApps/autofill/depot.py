"""An area of its own with a price, windows around the clock and a truck, and somebody who orders fuel there."""

import itertools, random, uuid
import people

CODES = iter(random.sample(range(500, 1000), 400))
# Each one far from all others.
PLACES = itertools.count(1)
WEEK = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
PNG = bytes.fromhex("89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c4944415408d763f8cfc0000003010100c9fe92"
                    "ef0000000049454e44ae426082")


def money(amount):
    return {"amount": amount, "currency": "USD"}


class Depot:
    """`stops`: of its one truck in each window."""

    def __init__(self, walk, stops=20, load=600):
        self.walk = walk
        code = f"depot-{random.randrange(10 ** 9)}"
        self.pin = {"lat": round(30 + 0.2 * next(PLACES), 6), "lng": -90.0}
        lat, lng = self.pin["lat"], self.pin["lng"]
        self.zone = self.staff("POST", "/price-zones", {
            "code": code, "name": code, "fees": {"delivery": money(499), "asap": money(500)}, "salesTaxBps": 700, "tiers": []}, 201)["id"]
        self.staff("POST", "/prices", {"zoneId": self.zone, "fuelType": "regular", "mills": 3399}, 201)
        ring = [[lng - .05, lat - .05], [lng + .05, lat - .05], [lng + .05, lat + .05], [lng - .05, lat + .05], [lng - .05, lat - .05]]
        self.area = self.staff("POST", "/service-areas", {
            "code": code, "name": code, "priceZoneId": self.zone, "geometry": {"type": "Polygon", "coordinates": [ring]}}, 201)["id"]
        self.code = f"T-{next(CODES)}"
        self.truck = self.later("POST", "/trucks", {
            "code": self.code, "plate": "DEP 1", "areaId": self.area,
            "compartments": [{"fuelType": "regular", "capacityGallons": 600}, {"fuelType": "premium", "capacityGallons": 300}]}, 201)["id"]
        if load:
            self.staff("POST", f"/trucks/{self.truck}/loads", {"fuelType": "regular", "gallons": load, "ticket": code}, 201)
        self.later("PUT", f"/service-areas/{self.area}/schedule", {
            "weekly": {day: [["00:00", "24:00"]] for day in WEEK}, "windowMinutes": 120, "cutoffMinutes": 0, "exceptions": []})
        self.later("PUT", f"/trucks/{self.truck}/roster", [{"areaId": self.area, "weekdays": WEEK, "stopsPerWindow": stops}])

    def staff(self, method, path, body=None, status=200):
        answer = people.as_(self.walk, "admin")(method, path, body)
        assert answer.status == status, answer
        return answer

    def later(self, method, path, body, status=200):
        """Another service may not have heard of the area yet. What is still under way is asked for again, not made twice."""
        key = str(uuid.uuid4())

        def attempt():
            nonlocal key
            answer = people.as_(self.walk, "admin")(method, path, body, {"Idempotency-Key": key})
            if answer.status != 202:
                key = str(uuid.uuid4())
            return answer

        return self.walk.eventually(f"{method} {path.split('/')[1]}", attempt, lambda answer: answer.status == status, seconds=2)

    def near(self, meters):
        """So far north of the pin."""
        return {"lat": round(self.pin["lat"] + meters / 111_195, 6), "lng": self.pin["lng"]}

    def regular(self):
        truck = self.staff("GET", f"/trucks/{self.truck}")
        return next(one for one in truck["compartments"] if one["fuelType"] == "regular")

    def customer(self, card="good"):
        person = people.join(self.walk)
        person.card = person.keep(card)
        person.plate = f"DRV {random.randrange(10, 100)}X"
        made = person.ask("POST", "/vehicles", {
            "make": "Toyota", "model": "Camry", "year": 2021, "fuelType": "regular", "tankCapacityGallons": 15.8,
            "plate": {"region": "US-FL", "number": person.plate, "personalized": True}})
        assert made.status == 201, made
        person.vehicle = made["id"]
        return person

    def order(self, customer=None, schedule=None, tip=300):
        """An order that waits for a driver, and its customer. As soon as possible unless a window is named."""
        customer = customer or self.customer()
        schedule = schedule or {"type": "asap"}
        quote = self.walk.eventually("a quote", lambda: customer.ask("POST", "/quotes", {
            "location": self.pin, "vehicleId": customer.vehicle, "amount": {"type": "fill_up"}, "scheduleType": schedule["type"]}),
            lambda answer: answer.status == 201, seconds=2)
        placed = self.walk.eventually("an order", lambda: customer.ask("POST", "/orders", {
            "quoteId": quote["id"], "schedule": schedule, "tip": money(tip), "paymentMethodId": customer.card}),
            lambda answer: answer.status == 201, seconds=2)
        self.walk.eventually("is scheduled", lambda: customer.ask("GET", f"/orders/{placed['id']}"),
                             lambda answer: answer["status"] == "scheduled")
        return placed["id"], customer

    def driver(self, on_shift=True):
        person = people.join(self.walk, "driver")
        if on_shift:
            shift = person.ask("POST", "/shifts", {"truckId": self.truck})
            assert shift.status == 201, shift
            person.shift = shift["id"]
        return person
