"""Fuels and their prices, promo codes, lists of vehicles and plates, what the app starts with, legal texts."""

import datetime, uuid
import people
from sockets import Live

CORE, AIRPORT, BEACH, BAY = "lat=25.7617&lng=-80.1918", "lat=25.7959&lng=-80.287", "lat=25.7825&lng=-80.134", "lat=25.78&lng=-80.17"
FUELS = ["regular", "midgrade", "premium", "diesel"]
LIMITS = {"quoteMinutes": 15, "pendingMinutes": 15, "offlineMaxAgeHours": 24, "offlineGraceMinutes": 30, "asapStaleMinutes": 15,
          "bookingHorizonDays": 6, "gallonsMin": 5, "gallonsMax": 60, "dollarsMin": 2000, "dollarsMax": 30000, "tipMax": 10000,
          "tipHours": 72, "freeCancelHours": 2, "geofenceMeters": 75, "overCapturePercent": 10, "asapPromiseMinutes": 90}


def usd(amount):
    return {"amount": amount, "currency": "USD"}


def text(moment):
    return moment.astimezone(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


class Ground:
    """A price zone and a service area that no other part knows, far from those of the demo."""

    def __init__(self, walk, prices=None):
        self.walk, self.ask = walk, people.as_(walk, "pricing")
        name = f"t{uuid.uuid4().hex[:10]}"
        zone = self.ask("POST", "/price-zones", {
            "code": name, "name": "Test ground", "fees": {"delivery": usd(499), "asap": usd(500)}, "salesTaxBps": 700,
            "tiers": [{"minGallons": 15, "discountMills": 30}, {"minGallons": 30, "discountMills": 60}]})
        assert zone.status == 201, zone
        self.zone = zone["id"]
        self.lat, self.lng = 30 + uuid.uuid4().int % 9_000_000 / 1e6, -100 + uuid.uuid4().int % 9_000_000 / 1e6
        west, east, south, north = self.lng - 0.0005, self.lng + 0.0005, self.lat - 0.0005, self.lat + 0.0005
        ring = [[west, south], [east, south], [east, north], [west, north], [west, south]]
        area = self.ask("POST", "/service-areas", {"code": name, "name": "Test ground", "priceZoneId": self.zone, "priority": 100,
                                                   "geometry": {"type": "Polygon", "coordinates": [ring]}})
        assert area.status == 201, area
        self.area, self.place = area["id"], f"lat={self.lat:.6f}&lng={self.lng:.6f}"
        for fuel, mills in (prices or {}).items():
            assert self.publish(mills, fuel).status == 201

    def publish(self, mills, fuel="regular", **more):
        return self.ask("POST", "/prices", {"zoneId": self.zone, "fuelType": fuel, "mills": mills, **more})

    def offered(self):
        return self.walk.ask("GET", f"/fuel-prices?{self.place}")

    def mills(self):
        return {one["fuelType"]: one["pricePerGallon"]["mills"] for one in self.offered()["data"]}


def beginning(walk):
    """What the app starts with: limits, time, legal texts in both languages"""
    config = walk.expect("app-config for guests", walk.ask("GET", "/app-config"), env="sandbox", limits=LIMITS,
                         fields=["serverTime", "minAppVersion", "support"])
    walk.fact("versions of both platforms", {"ios", "android"} <= set(config["minAppVersion"]), config)
    walk.fact("a phone number and an e-mail address", config["support"]["phone"] and "@" in config["support"]["email"], config)
    stray = abs(datetime.datetime.fromisoformat(config["serverTime"].replace("Z", "+00:00")) - walk.now())
    walk.fact("serverTime is the tenant's clock", stray < datetime.timedelta(seconds=30), config)
    for kind in ("privacy", "terms"):
        answer = walk.expect(f"{kind} in force", walk.ask("GET", f"/legal/{kind}"), fields=["title", "version", "effectiveDate", "body"])
        walk.fact("a day and a whole text", datetime.date.fromisoformat(answer["effectiveDate"]) and len(answer["body"]) > 500, answer)
        other = walk.ask("GET", f"/legal/{kind}", headers={"Accept-Language": "es"})
        walk.fact(f"{kind} in Spanish", other.status == 200 and other["title"] != answer["title"] and other["version"] == answer["version"])
    walk.expect("no other text", walk.ask("GET", "/legal/imprint"), 404)


def reference(walk):
    """Fuels, makes, models and plates for pickers and masks"""
    answer = walk.expect("fuels for guests", walk.ask("GET", "/fuel-types"), fields=["data", "meta"])
    walk.fact("four fuels in their order", [one["code"] for one in answer["data"]] == FUELS, answer)
    walk.fact("families, grades, octane", [(one["family"], one["grade"], one.get("octane")) for one in answer["data"][:3]]
              == [("gasoline", 1, 87), ("gasoline", 2, 89), ("gasoline", 3, 93)] and answer["data"][3]["family"] == "diesel", answer)
    again = walk.ask("GET", "/fuel-types", headers={"If-None-Match": answer.headers["ETag"]})
    walk.fact("unchanged: 304", again.status == 304, again)
    walk.expect("one fuel", walk.ask("GET", "/fuel-types/premium"), code="premium", octane=93, active=True)
    walk.expect("no such fuel", walk.ask("GET", "/fuel-types/coal"), 404)
    makes = walk.ask("GET", "/vehicle-makes?perPage=100")["data"]
    walk.fact("at least 20 makes and 120 models", len(makes) >= 20 and sum(one["models"] for one in makes) >= 120, makes)
    models = walk.expect("a make in any letters", walk.ask("GET", "/vehicle-makes/TOYOTA/models?perPage=100"))["data"]
    camry = next(one for one in models if one["model"] == "Camry")
    walk.fact("the Camry", camry["fuelTypes"] == ["regular"] and camry["tankCapacityGallons"] == 15.8
              and camry["yearFrom"] <= 2021 <= camry["yearTo"], camry)
    walk.fact("electric models have no fuel", any(one["fuelTypes"] == [] for one in models), models)
    old = walk.ask("GET", "/vehicle-makes/toyota/models?year=1985&perPage=100")["data"]
    walk.fact("those of a year", old and all(one["yearFrom"] <= 1985 <= one["yearTo"] for one in old) and len(old) < len(models), old)
    for make, model, tank in (("BMW", "X3", 17.2), ("Ram", "1500", 26)):
        found = [one for one in walk.ask("GET", f"/vehicle-makes/{make}/models?perPage=100")["data"] if one["model"] == model]
        walk.fact(f"{make} {model}", [one["tankCapacityGallons"] for one in found] == [tank], found)
    walk.expect("an unknown make", walk.ask("GET", "/vehicle-makes/Trabant/models"), 404)
    walk.expect("a year in digits", walk.ask("GET", "/vehicle-makes/toyota/models?year=soon"), 422, errors=["year"])
    masks = {"US-FL": ["AAAA99", "AA99AA", "AAA999"], "US-GA": ["AAA9999"], "US-NY": ["AAA9999"], "US-TX": ["AAA9999"],
             "US-CA": ["9AAA999"], "US-NJ": ["A99AAA"]}
    regions = walk.ask("GET", "/plate-formats?perPage=100")["data"]
    walk.fact("50 states and DC", len(regions) == 51 and {one["region"]: one["masks"] for one in regions if one["masks"]} == masks, regions)
    walk.fact("one region", [one["name"] for one in walk.ask("GET", "/plate-formats?region=US-FL")["data"]] == ["Florida"])
    walk.expect("an unknown region", walk.ask("GET", "/plate-formats?region=US-XX"), 422, errors=["region"])


def offered(walk):
    """Prices at the places of the demo"""
    for place, area, mills, fee in ((CORE, "miami-core", [3399, 3799, 4149, 3899], 499),
                                    (BEACH, "miami-beach", [3549, 3949, 4299, 4049], 599),
                                    ("lat=26.1224&lng=-80.1373", "fort-lauderdale", [3349, 3749, 4099, 3849], 499),
                                    ("lat=25.85&lng=-80.36", "doral", [3449, 3849, 4199, 3949], 499)):
        answer = walk.expect(f"{area} for guests", walk.ask("GET", f"/fuel-prices?{place}"), serviceable=True,
                             fees={"delivery": usd(fee), "asap": usd(500)}, fields=["areaId", "priceZoneId", "asOf"])
        walk.fact("its prices", [(one["fuelType"], one["pricePerGallon"]) for one in answer["data"]]
                  == [(fuel, {"mills": price, "currency": "USD"}) for fuel, price in zip(FUELS, mills)], answer)
        walk.fact("its tiers", all(one["tiers"] == [{"minGallons": 15, "discountMills": 30}, {"minGallons": 30, "discountMills": 60}]
                                   and one["validFrom"] and one["validUntil"] is None for one in answer["data"]), answer)
        found = walk.ask("GET", f"/service-areas/lookup?{place}")
        walk.fact("the area that serves it", (found["areaCode"], found["areaId"], found["priceZoneId"])
                  == (area, answer["areaId"], answer["priceZoneId"]), found, answer)
    for place in (AIRPORT, BAY):
        answer = walk.ask("GET", f"/fuel-prices?{place}")
        walk.fact("nothing outside", answer.status == 200 and answer.body == {"serviceable": False, "data": []}, answer)
    one = walk.ask("GET", f"/fuel-prices?{CORE}&fuelType=diesel")
    walk.fact("one fuel", [price["fuelType"] for price in one["data"]] == ["diesel"], one)
    walk.expect("a place needs both numbers", walk.ask("GET", "/fuel-prices?lat=25.7617"), 422, errors=["lng"])
    walk.expect("a place on earth", walk.ask("GET", "/fuel-prices?lat=91&lng=-80"), 422, errors=["lat"])
    walk.expect("a fuel that there is", walk.ask("GET", f"/fuel-prices?{CORE}&fuelType=coal"), 422, errors=["fuelType"])


def pricing(walk):
    """Publishing prices: now, later, as a special; who may, and what is refused"""
    ground = Ground(walk)
    walk.fact("a new zone has no price", ground.offered()["data"] == [], ground.offered())
    price = walk.expect("a price from now on", ground.publish(3399), 201, zoneId=ground.zone, fuelType="regular", mills=3399,
                        fields=["id", "validFrom"])
    walk.fact("with its place", price.headers["Location"].endswith(f"/prices/{price['id']}"), price)
    walk.fact("is offered at once", ground.mills() == {"regular": 3399}, ground.offered())
    now = walk.now()
    for title, body, errors in (
            ("too low", {"mills": 499}, ["mills"]), ("too high", {"mills": 20001}, ["mills"]),
            ("half a mill", {"mills": 3399.5}, ["mills"]),
            ("the past", {"validFrom": text(now - datetime.timedelta(minutes=5))}, ["validFrom"]),
            ("too far ahead", {"validFrom": text(now + datetime.timedelta(days=91))}, ["validFrom"]),
            ("an end before the beginning", {"validUntil": text(now - datetime.timedelta(seconds=30))}, ["validUntil"]),
            ("nothing known", {"zoneId": str(uuid.uuid4()), "fuelType": "coal", "mills": 1}, ["zoneId", "fuelType", "mills"])):
        sent = {"zoneId": ground.zone, "fuelType": "regular", "mills": 3399, **body}
        walk.expect(title, ground.ask("POST", "/prices", sent), 422, errors=errors)
    later = text(now + datetime.timedelta(hours=5))
    planned = walk.expect("a price for later", ground.publish(3599, validFrom=later), 201, validFrom=later)
    walk.expect("a second one from then on", ground.publish(3499, validFrom=later), 409, slug="price-exists")
    walk.expect("a jump upwards", ground.publish(4999), 409, slug="price-jump")
    walk.expect("a jump downwards", ground.publish(2549), 409, slug="price-jump")
    walk.expect("25 % needs no confirmation", ground.publish(4248), 201)
    walk.expect("a jump that is meant", ground.publish(3399, confirmJump=True), 201)
    walk.expect("what is valid stays", ground.ask("DELETE", f"/prices/{price['id']}"), 409, slug="price-started")
    walk.expect("what is not yet goes", ground.ask("DELETE", f"/prices/{planned['id']}"), 204)
    walk.expect("once", ground.ask("DELETE", f"/prices/{planned['id']}"), 404)
    found = ground.ask("GET", f"/prices?zoneId={ground.zone}&fuelType=regular")
    walk.fact("the list, the latest first", [one["mills"] for one in found["data"]] == [3399, 4248, 3399], found)
    walk.expect("a list in pages", ground.ask("GET", f"/prices?zoneId={ground.zone}&perPage=2&page=2"),
                meta={"page": 2, "perPage": 2, "total": 3, "lastPage": 2})
    yesterday = (now - datetime.timedelta(days=2)).date().isoformat()
    walk.fact("none of the days before", ground.ask("GET", f"/prices?zoneId={ground.zone}&to={yesterday}")["data"] == [])
    walk.expect("days of the calendar", ground.ask("GET", "/prices?from=soon"), 422, errors=["from"])
    zone = walk.ask("GET", f"/fuel-prices?{CORE}")["priceZoneId"]
    history = ground.ask("GET", f"/prices?zoneId={zone}&fuelType=regular&perPage=100")["data"]
    first = datetime.datetime.fromisoformat(history[-1]["validFrom"].replace("Z", "+00:00"))
    walk.fact("90 days of prices in the demo", walk.now() - first > datetime.timedelta(days=88) and len(history) > 12, history[-1])
    for account, status in (("maya", 403), ("dispatch", 403), ("luis", 403), ("admin", 200)):
        walk.expect(f"the list for {account}", people.as_(walk, account)("GET", "/prices"), status)
    walk.expect("no list for guests", walk.ask("GET", "/prices"), 401)
    walk.expect("403 names what is missing", people.as_(walk, "maya")("POST", "/prices", {}), 403, slug="forbidden",
                requiredPermission="pricing:manage")


def watching(walk):
    """A special begins and ends by the clock; who watches the zone hears of it"""
    ground = Ground(walk, {"regular": 3399, "diesel": 3899})
    now = walk.now()
    start, end = now + datetime.timedelta(hours=1), now + datetime.timedelta(hours=3)
    assert ground.publish(2999, validFrom=text(start), validUntil=text(end)).status == 201
    walk.advance(to=text(start - datetime.timedelta(minutes=3)))
    walk.fact("before the special", ground.mills()["regular"] == 3399, ground.offered())
    person = people.join(walk)
    live = Live(walk, person.token)
    live.send({"subscribe": f"listings/{ground.zone}"})
    # Its refusal comes after the subscription before it is in place.
    live.send({"subscribe": "nothing/at-all"})
    while not any("error" in message for message in live.heard) and len(live.heard) < 10:
        live.heard.append(live.next())
    walk.advance(to=text(start))
    frame = live.until("price.changed")
    walk.fact("the special is told", frame and frame["topic"] == f"listings/{ground.zone}" and frame["data"]["fuelType"] == "regular"
              and frame["data"]["pricePerGallon"] == {"mills": 2999, "currency": "USD"}, frame, live.heard)
    live.close()
    prices = {one["fuelType"]: one for one in ground.offered()["data"]}
    walk.fact("and offered, with its end", prices["regular"]["pricePerGallon"]["mills"] == 2999
              and prices["regular"]["validUntil"] == text(end) and prices["diesel"]["pricePerGallon"]["mills"] == 3899, prices)
    walk.advance(to=text(end))
    walk.fact("at its end the older price returns", ground.mills() == {"regular": 3399, "diesel": 3899}, ground.offered())


def switching(walk):
    """A fuel that is renamed, or not sold for a while"""
    manager = people.as_(walk, "pricing")
    walk.expect("a name", manager("PUT", "/fuel-types/midgrade", {"name": "Plus"}), name="Plus", active=True)
    walk.expect("off", manager("PUT", "/fuel-types/midgrade", {"name": "Midgrade", "active": False}), active=False)
    walk.fact("is offered nowhere", "midgrade" not in [one["fuelType"] for one in walk.ask("GET", f"/fuel-prices?{CORE}")["data"]])
    walk.expect("on", manager("PUT", "/fuel-types/midgrade", {"active": True}), active=True, name="Midgrade")
    walk.fact("is offered again", "midgrade" in [one["fuelType"] for one in walk.ask("GET", f"/fuel-prices?{CORE}")["data"]])
    walk.expect("a name is needed", manager("PUT", "/fuel-types/midgrade", {"name": None, "active": "no"}), 422, errors=["name", "active"])
    walk.expect("no such fuel", manager("PUT", "/fuel-types/coal", {"active": False}), 404)
    walk.expect("customers do not", people.as_(walk, "maya")("PUT", "/fuel-types/diesel", {"active": False}), 403)


def promos(walk):
    """Promo codes"""
    manager = people.as_(walk, "pricing")
    demo = {one["code"]: one for one in manager("GET", "/promo-codes?perPage=100")["data"]}
    walk.fact("those of the demo", {"WELCOME10", "FREEDELIVERY", "SUMMER26", "LASTONE"} <= set(demo), demo)
    walk.fact("WELCOME10", {name: demo["WELCOME10"][name] for name in ("kind", "value", "target", "minFuel", "firstOrderOnly")}
              == {"kind": "fixed", "value": 1000, "target": "fuel", "minFuel": usd(3000), "firstOrderOnly": True}, demo["WELCOME10"])
    walk.fact("FREEDELIVERY", (demo["FREEDELIVERY"]["maxTotalUses"], demo["FREEDELIVERY"]["maxUsesPerUser"]) == (1000, 2), demo)
    walk.fact("SUMMER26 has ended", demo["SUMMER26"]["endsAt"] < "2026-09-02", demo["SUMMER26"])
    code = "T" + uuid.uuid4().hex[:9].upper()
    body = {"code": code.lower(), "kind": "percent", "value": 15, "target": "delivery"}
    walk.expect("a new code, with what is usual", manager("POST", "/promo-codes", body), 201, code=code, minFuel=None, maxTotalUses=None,
                maxUsesPerUser=1, firstOrderOnly=False, priceZoneIds=None, startsAt=None, endsAt=None, active=True, uses=0)
    walk.expect("once", manager("POST", "/promo-codes", body), 409, slug="promo-code-taken")
    walk.expect("changed", manager("PUT", f"/promo-codes/{code}", {"maxTotalUses": 7, "minFuel": usd(2500)}), maxTotalUses=7,
                minFuel=usd(2500), value=15)
    walk.expect("null clears", manager("PUT", f"/promo-codes/{code}", {"maxTotalUses": None, "active": False}), maxTotalUses=None,
                active=False, minFuel=usd(2500))
    walk.expect("every field is named", manager("POST", "/promo-codes", {
        "code": "A-B", "kind": "gift", "value": 0, "target": "tip", "minFuel": {"amount": 1, "currency": "EUR"}, "maxUsesPerUser": 0,
        "priceZoneIds": [str(uuid.uuid4())]}), 422,
        errors=["code", "kind", "value", "target", "minFuel", "maxUsesPerUser", "priceZoneIds.0"])
    walk.expect("more than all of it", manager("PUT", f"/promo-codes/{code}", {"value": 101}), 422, errors=["value"])
    walk.expect("an end before the start", manager("PUT", f"/promo-codes/{code}", {
        "startsAt": "2026-12-01T00:00:00Z", "endsAt": "2026-12-01T00:00:00Z"}), 422, errors=["endsAt"])
    walk.expect("an unknown code", manager("PUT", "/promo-codes/NOBODYHASIT", {"value": 0}), 404)
    walk.expect("customers see none", people.as_(walk, "maya")("GET", "/promo-codes"), 403)
    walk.expect("in Spanish", manager("POST", "/promo-codes", body, {"Accept-Language": "es"}), 409,
                message="Ya hay un código promocional con ese nombre.")


PARTS = [beginning, reference, offered, pricing, switching, promos, watching]
