"""Vehicles and addresses: R2, and the app's first page."""

import datetime, uuid
import people

CAMRY = {"make": "Toyota", "model": "Camry", "year": 2021, "fuelType": "regular", "plate": {"region": "US-FL", "number": "abc-d12"}}
VEHICLE = ["id", "make", "model", "year", "fuelType", "plate", "nickname", "color", "tankCapacityGallons", "tankCapacitySource",
           "fuelDoorSide", "isDefault", "createdAt", "updatedAt"]
HOME = {"label": "Home", "line1": "1111 Brickell Bay Dr", "city": "Miami", "region": "US-FL", "postalCode": "33131",
        "location": {"lat": 25.7617, "lng": -80.1918}}
LETTERS = "ABCDEFGHJKLMNPRSTUVWXY"


def plate(n, region="US-FL"):
    """The n-th plate of Florida's first mask."""
    letters = "".join(LETTERS[n // len(LETTERS) ** k % len(LETTERS)] for k in range(4))
    return {"region": region, "number": f"{letters}{n % 100:02d}"}


def another(n, **changes):
    return {**CAMRY, "plate": plate(n), **changes}


def demo(walk):
    """The vehicles and addresses of the demo"""
    maya = people.as_(walk, "maya")
    cars = maya("GET", "/vehicles")["data"]
    walk.fact("Maya's three", {(car["make"], car["model"], car["year"], car["fuelType"], car["plate"]["number"],
                                car["tankCapacityGallons"], car["isDefault"]) for car in cars} == {
        ("Toyota", "Camry", 2021, "regular", "ABC D12", 15.8, True), ("BMW", "X3", 2023, "premium", "KLM P34", 17.2, False),
        ("Ram", "1500", 2020, "diesel", "RTY U56", 26, False)}, cars)
    places = maya("GET", "/addresses")["data"]
    walk.fact("her two places", {(place["label"], place["serviceable"]) for place in places} == {("Home", True), ("Office", True)}, places)
    nina = people.as_(walk, "nina")
    walk.fact("Nina has none", (nina("GET", "/vehicles")["data"], nina("GET", "/addresses")["data"]) == ([], []))
    home = walk.expect("her first page", nina("GET", "/home"), vehicles=[], addresses=[], activeOrders=[], recentOrders=[],
                       fields=["serverTime"])
    walk.fact("nothing is due", home.get("balanceDueOrderId") is None, home)
    page = walk.expect("Maya's first page", maya("GET", "/home"))
    walk.fact("shows what the lists show", (page["vehicles"], page["addresses"]) == (cars, places), page)
    for account in ("luis", "dispatch", "admin"):
        for path in ("/vehicles", "/addresses", "/home", "/quotes/x"):
            walk.expect(f"{account} is no customer", people.as_(walk, account)("GET", path), 403, slug="forbidden")
    walk.expect("nobody without a session", walk.ask("GET", "/home"), 401)


def garage(walk):
    """A garage: adding, changing, deleting"""
    ada = people.join(walk)
    made = walk.expect("a Camry", ada.ask("POST", "/vehicles", CAMRY), 201, fields=VEHICLE, tankCapacityGallons=15.8,
                       tankCapacitySource="reference", isDefault=True, nickname=None)
    walk.fact("its place", made.headers["Location"].endswith(f"/vehicles/{made['id']}"), made)
    walk.fact("its plate", made["plate"] == {"region": "US-FL", "number": "ABC-D12", "normalized": "ABCD12", "personalized": False,
                                             "status": "verified"}, made)
    again = walk.expect("the same plate, typed otherwise", ada.ask("POST", "/vehicles", {
        **CAMRY, "model": "Corolla", "plate": {"region": "US-FL", "number": "AB.C d1 2"}}), 409, slug="vehicle-duplicate")
    walk.fact("names the vehicle that has it", again["vehicleId"] == made["id"], again)
    walk.expect("another person may have it", people.join(walk).ask("POST", "/vehicles", CAMRY), 201)
    free = walk.expect("a model that nobody knows", ada.ask("POST", "/vehicles", another(
        1, make="Trabant", model="601", year=1989, isDefault=True, nickname=" Trabi ", fuelDoorSide="right")), 201,
        tankCapacityGallons=18, tankCapacitySource="default", isDefault=True, nickname="Trabi", fuelDoorSide="right")
    walk.expect("a tank as the owner says", ada.ask("POST", "/vehicles", another(2, tankCapacityGallons=16.125)), 201,
                tankCapacityGallons=16.125, tankCapacitySource="customer", isDefault=False)
    listed = ada.ask("GET", "/vehicles")["data"]
    walk.fact("newest first, one default", [car["isDefault"] for car in listed] == [False, True, False], listed)
    one = walk.expect("one of them", ada.ask("GET", f"/vehicles/{free['id']}"), make="Trabant")
    tag = one.headers["ETag"]
    walk.expect("not sent twice", ada.ask("GET", f"/vehicles/{free['id']}", headers={"If-None-Match": tag}), 304)
    for method, body in (("GET", None), ("PUT", {"year": 1}), ("DELETE", None)):
        walk.expect(f"{method} by somebody else", people.join(walk).ask(method, f"/vehicles/{free['id']}", body), 404)
    moved = walk.expect("a known model", ada.ask("PUT", f"/vehicles/{free['id']}", {"make": "toyota", "model": "CAMRY", "year": 2021}),
                        tankCapacityGallons=15.8, tankCapacitySource="reference", make="toyota")
    walk.fact("keeps the rest", (moved["nickname"], moved["plate"]) == ("Trabi", free["plate"]), moved)
    walk.expect("nothing by false", ada.ask("PUT", f"/vehicles/{free['id']}", {"isDefault": False, "nickname": None}), isDefault=True,
                nickname=None)
    walk.expect("to a taken plate", ada.ask("PUT", f"/vehicles/{free['id']}", {"plate": CAMRY["plate"]}), 409, slug="vehicle-duplicate")
    walk.expect("gone", ada.ask("DELETE", f"/vehicles/{free['id']}"), 204)
    walk.expect("for good", ada.ask("GET", f"/vehicles/{free['id']}"), 404)
    listed = ada.ask("GET", "/vehicles")["data"]
    walk.fact("the newest is the default", [car["isDefault"] for car in listed] == [True, False], listed)
    for n in range(3, 21):
        assert ada.ask("POST", "/vehicles", another(n)).status == 201
    walk.expect("not more than twenty", ada.ask("POST", "/vehicles", another(21)), 409, slug="vehicle-limit-reached")
    walk.expect("a taken plate is said first", ada.ask("POST", "/vehicles", another(20)), 409, slug="vehicle-duplicate")
    page = walk.expect("in pages", ada.ask("GET", "/vehicles?page=2&perPage=15"))
    walk.fact("of twenty", (len(page["data"]), page["meta"]["total"], page["meta"]["lastPage"]) == (5, 20, 2), page)


def wrong_vehicles(walk):
    """What is no vehicle"""
    ada = people.join(walk)
    year = datetime.datetime.now().year
    for title, body, fields in (
        ("nothing", {}, ["make", "model", "year", "fuelType", "plate"]),
        ("everything wrong", {"make": " ", "model": "x" * 41, "year": 1980, "fuelType": "water",
                              "plate": {"region": "US-XX", "number": "1"}, "nickname": "n" * 41, "color": "c" * 31,
                              "tankCapacityGallons": 4.999, "fuelDoorSide": "top", "isDefault": "no"},
         ["make", "model", "year", "fuelType", "plate.region", "nickname", "color", "tankCapacityGallons", "fuelDoorSide", "isDefault"]),
        ("of the year after next", another(1, make="Own", year=year + 2), ["year"]), ("half a year", another(1, year=2020.5), ["year"]),
        ("a tank of 60.001", another(1, tankCapacityGallons=60.001), ["tankCapacityGallons"]),
        ("four decimals", another(1, tankCapacityGallons=15.8001), ["tankCapacityGallons"]),
        ("electric", another(1, make="Tesla", model="Model 3", year=2022), ["model"]),
        ("before it was built", another(1, make="bmw", model="x3", year=1990, fuelType="premium"), ["year"]),
        ("a Camry of diesel", another(1, fuelType="diesel"), ["fuelType"]),
        ("one from before it was built", another(1, year=1981, fuelType="diesel"), ["year", "fuelType"]),
        ("electric, of a year that no car has", another(1, make="Tesla", model="Model 3", year=1980), ["year", "model"]),
        ("a look-alike letter", another(1, plate={"region": "US-FL", "number": "АBCD12"}), ["plate.number"]),
        ("an underscore", another(1, plate={"region": "US-FL", "number": "ABCD_12"}), ["plate.number"]),
        ("no mask fits", another(1, plate={"region": "US-FL", "number": "ABCD123"}), ["plate.number"]),
        ("too long a choice", another(1, plate={"region": "US-FL", "number": "MYFIRST1", "personalized": True}), ["plate.number"]),
        ("no state", another(1, plate={"region": "CA-ON", "number": "ABCD12"}), ["plate.region"]),
        ("no number", another(1, plate={"region": "US-FL"}), ["plate.number"]),
    ):
        answer = walk.expect(title, ada.ask("POST", "/vehicles", body), 422, errors=fields)
        walk.fact("nothing else is wrong", set(answer["errors"]) == set(fields), answer)
    for title, sent, status in (
        ("a chosen text", {"region": "US-FL", "number": "MYRIDE", "personalized": True}, "verified"),
        ("a state that nobody described", {"region": "US-WY", "number": "1-A"}, "unverified"),
        ("somebody else's", {"region": "US-FL", "number": "ZZZ123"}, "mismatch"),
    ):
        made = walk.expect(title, ada.ask("POST", "/vehicles", another(1, plate=sent)), 201)
        walk.fact(status, made["plate"]["status"] == status, made)
    own = ada.ask("GET", "/vehicles")["data"][0]
    walk.expect("an edit names every field, too", ada.ask("PUT", f"/vehicles/{own['id']}", {"make": None, "year": "new", "color": 5}), 422,
                errors=["make", "year", "color"])
    spanish = ada.ask("POST", "/vehicles", {}, headers={"Accept-Language": "es"})
    walk.expect("in Spanish", spanish, 422, message=spanish["message"])
    walk.fact("says so", spanish["errors"]["make"] == ["es obligatorio"], spanish)


def places(walk):
    """Addresses"""
    ada = people.join(walk)
    made = walk.expect("home", ada.ask("POST", "/addresses", {**HOME, "instructions": "Row C\nlevel 2"}), 201, serviceable=True, line2=None,
                       instructions="Row C\nlevel 2", location=HOME["location"])
    walk.fact("its place", made.headers["Location"].endswith(f"/addresses/{made['id']}"), made)
    for title, lat, lng, served in (
        ("the airport", 25.7959, -80.287, False), ("its edge", 25.78, -80.29, True), ("a corner of the area", 25.70, -80.32, True),
        ("just outside", 25.699999, -80.25, False), ("the bay", 25.78, -80.17, False), ("the beach", 25.7825, -80.134, True),
    ):
        there = walk.expect(title, ada.ask("PUT", f"/addresses/{made['id']}", {"location": {"lat": lat, "lng": lng}}), serviceable=served)
        walk.fact("where it was put", there["location"] == {"lat": lat, "lng": lng}, there)
    rounded = walk.expect("rounded as written", ada.ask("PUT", f"/addresses/{made['id']}", {"location": {"lat": 25.7617005,
                          "lng": -80.1918005}}))
    walk.fact("half away from zero", rounded["location"] == {"lat": 25.761701, "lng": -80.191801}, rounded)
    for title, body, fields in (
        ("nothing", {}, ["label", "line1", "city", "region", "postalCode", "location"]),
        ("everything wrong", {"label": "l" * 31, "line1": "", "line2": "2" * 101, "city": "c" * 61, "region": "FL", "postalCode": "3313",
                              "location": {"lat": 91, "lng": -181}, "instructions": "i" * 301},
         ["label", "line1", "line2", "city", "region", "postalCode", "location.lat", "location.lng", "instructions"]),
        ("half a place", {**HOME, "location": {"lat": 25.7}}, ["location.lng"]),
        ("a control character", {**HOME, "city": "Mia\u0007mi"}, ["city"]),
    ):
        answer = walk.expect(title, ada.ask("POST", "/addresses", body), 422, errors=fields)
        walk.fact("nothing else is wrong", set(answer["errors"]) == set(fields), answer)
    other = people.join(walk)
    for method, body in (("GET", None), ("PUT", {"label": ""}), ("DELETE", None)):
        walk.expect(f"{method} by somebody else", other.ask(method, f"/addresses/{made['id']}", body), 404)
        walk.expect(f"{method} of nothing", ada.ask(method, f"/addresses/{uuid.uuid4()}", body), 404)
    walk.expect("nine digits", ada.ask("PUT", f"/addresses/{made['id']}", {"postalCode": "33131-0001", "instructions": None}),
                postalCode="33131-0001", instructions=None)
    for n in range(19):
        assert ada.ask("POST", "/addresses", {**HOME, "label": f"Place {n}"}).status == 201
    walk.expect("not more than twenty", ada.ask("POST", "/addresses", HOME), 409, slug="address-limit-reached")
    walk.expect("gone", ada.ask("DELETE", f"/addresses/{made['id']}"), 204)
    walk.expect("for good", ada.ask("DELETE", f"/addresses/{made['id']}"), 404)
    listed = walk.expect("the others", ada.ask("GET", "/addresses?perPage=2"))
    walk.fact("newest first", [place["label"] for place in listed["data"]] == ["Place 18", "Place 17"], listed)


def repeated(walk):
    """A retry with the same key adds nothing"""
    ada = people.join(walk)
    key = {"Idempotency-Key": str(uuid.uuid4())}
    first = walk.expect("once", ada.ask("POST", "/vehicles", CAMRY, headers=key), 201)
    second = walk.expect("and again", ada.ask("POST", "/vehicles", CAMRY, headers=key), 201, id=first["id"])
    walk.fact("replayed", second.headers.get("Idempotency-Replayed") == "true", second)
    walk.expect("with another body", ada.ask("POST", "/vehicles", another(7), headers=key), 422, slug="idempotency-key-reused")
    walk.fact("one vehicle", ada.ask("GET", "/vehicles")["meta"]["total"] == 1)


PARTS = [demo, garage, wrong_vehicles, places, repeated]
