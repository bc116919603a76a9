"""Where AutoFill delivers: service areas by place, price zones, and addresses."""

import uuid
import people
from prices import usd

POINTS = [("25.7617", "-80.1918", "miami-core"), ("25.7959", "-80.287", None), ("25.78", "-80.29", "miami-core"),
          ("25.70", "-80.32", "miami-core"), ("25.699999", "-80.25", None), ("25.7825", "-80.134", "miami-beach"),
          ("25.78", "-80.17", None), ("26.1224", "-80.1373", "fort-lauderdale"), ("25.85", "-80.36", "doral"),
          # Rounded by their digits, half away from zero: on the border, and beside it.
          ("25.8300004", "-80.25", "miami-core"), ("25.8300005", "-80.25", None), ("25.75", "-80.3200004", "miami-core"),
          ("25.75", "-80.3200005", None)]
SQUARE = [[0, 0], [0.1, 0], [0.1, 0.1], [0, 0.1], [0, 0]]


def name():
    return f"t{uuid.uuid4().hex[:10]}"


def polygon(*rings):
    return {"type": "Polygon", "coordinates": list(rings)}


def square(west, south, side):
    return [[west, south], [west + side, south], [west + side, south + side], [west, south + side], [west, south]]


def at(walk, lat, lng):
    return walk.ask("GET", f"/service-areas/lookup?lat={lat}&lng={lng}")


def places(walk):
    """The areas of the demo by place"""
    for lat, lng, code in POINTS:
        answer = walk.expect(f"{lat}, {lng}: {code}", at(walk, lat, lng), serviceable=code is not None, areaCode=code,
                             fields=["areaId", "priceZoneId", "nearest"])
        walk.fact("an id, or how far the nearest is", bool(answer["areaId"]) == (code is not None) == (answer["nearest"] is None), answer)
    hole = at(walk, "25.7959", "-80.287")["nearest"]
    # To the northern border of the airport: 0.0091 degrees of latitude.
    walk.fact("the edge of a hole is the nearest one", abs(hole["distanceMeters"] - 1011.9) <= 10.2, hole)
    walk.fact("beyond 50 km nobody is near", at(walk, "27.5", "-80.2")["nearest"] is None)
    walk.expect("a place needs both numbers", walk.ask("GET", "/service-areas/lookup?lat=25.7"), 422, errors=["lng"])
    for path in ("/service-areas/lookup?", "/geocode/reverse?", "/fuel-prices?", "/delivery-windows?fuelType=regular&"):
        for wrong in ("lng=181", "lat=&lng=x", "lat=91&lng=east"):
            walk.expect(f"both are wrong: {path}{wrong}", walk.ask("GET", path + wrong), 422, errors=["lat", "lng"])
    walk.expect("a place on earth", at(walk, "90.1", "-180.1"), 422, errors=["lat", "lng"])
    walk.expect("numbers", at(walk, "north", "-80"), 422, errors=["lat"])
    answer = walk.expect("the list for guests", walk.ask("GET", "/service-areas?perPage=100"), fields=["data", "meta"])
    codes = [one["code"] for one in answer["data"]]
    walk.fact("has the four of the demo", {"miami-core", "miami-beach", "fort-lauderdale", "doral"} <= set(codes), codes)
    core = next(one for one in answer["data"] if one["code"] == "miami-core")
    walk.fact("with their geometry", core["geometry"]["type"] == "Polygon" and len(core["geometry"]["coordinates"]) == 2
              and core["priority"] == 0 and core["active"] is True, core)
    one = walk.expect("one area", walk.ask("GET", f"/service-areas/{core['id']}"), code="miami-core", priceZoneId=core["priceZoneId"])
    again = walk.ask("GET", f"/service-areas/{core['id']}", headers={"If-None-Match": one.headers["ETag"]})
    walk.fact("unchanged: 304", again.status == 304, again)
    walk.expect("no such area", walk.ask("GET", f"/service-areas/{uuid.uuid4()}"), 404)


def zones(walk):
    """Price zones: what is kept, refused, and by whom"""
    manager, code = people.as_(walk, "pricing"), name()
    body = {"code": code, "name": "Key Biscayne", "fees": {"delivery": usd(499), "asap": usd(0)}, "salesTaxBps": 700}
    zone = walk.expect("a zone without tiers", manager("POST", "/price-zones", body), 201, code=code, fees=body["fees"], salesTaxBps=700,
                       tiers=[], fields=["id"])
    path = f"/price-zones/{zone['id']}"
    walk.fact("with its place", zone.headers["Location"].endswith(path), zone)
    walk.expect("once", manager("POST", "/price-zones", body), 409, slug="zone-code-taken")
    tiers = [{"minGallons": 10.5, "discountMills": 20}, {"minGallons": 30, "discountMills": 20}]
    walk.expect("tiers", manager("PUT", path, {"tiers": tiers}), tiers=tiers, name="Key Biscayne")
    walk.expect("null clears them", manager("PUT", path, {"tiers": None, "name": "Key"}), tiers=[], name="Key", salesTaxBps=700)
    walk.expect("for guests", walk.ask("GET", path), name="Key")
    walk.expect("the list", walk.ask("GET", "/price-zones?perPage=1"), fields=["data", "meta"])
    for title, fields, errors in (
            ("fees that are too high, or of others", {"fees": {"delivery": usd(10_001), "asap": {"amount": 1, "currency": "EUR"}}},
             ["fees.delivery", "fees.asap"]),
            ("a tax above a quarter", {"salesTaxBps": 2501}, ["salesTaxBps"]),
            ("tiers that do not rise", {"tiers": [tiers[1], tiers[0]]}, ["tiers.1.minGallons"]),
            ("discounts that fall", {"tiers": [tiers[0], {"minGallons": 30, "discountMills": 19}]}, ["tiers.1.discountMills"]),
            ("a discount that is too large", {"tiers": [{"minGallons": 1, "discountMills": 401}]}, ["tiers.0.discountMills"]),
            ("four decimals", {"tiers": [{"minGallons": 1.0001, "discountMills": 1}]}, ["tiers.0.minGallons"]),
            ("six tiers", {"tiers": [{"minGallons": k, "discountMills": 1} for k in range(6)]}, ["tiers"]),
            ("no code", {"code": "Key Biscayne"}, ["code"])):
        walk.expect(title, manager("PUT", path, fields), 422, errors=errors)
    walk.expect("everything that is missing", manager("POST", "/price-zones", {}), 422, errors=["code", "name", "fees", "salesTaxBps"])
    walk.expect("everything that is wrong", manager("POST", "/price-zones", {
        "code": "Key", "name": "x", "fees": {"delivery": usd(-1)}, "salesTaxBps": 2501,
        "tiers": [{"minGallons": 1, "discountMills": 500}]}), 422,
        errors=["code", "name", "fees.delivery", "fees.asap", "salesTaxBps", "tiers.0.discountMills"])
    walk.expect("no such zone, whatever is sent", manager("PUT", f"/price-zones/{uuid.uuid4()}", {"name": "x"}), 404)
    for account, status in (("maya", 403), ("dispatch", 403), ("luis", 403), ("admin", 200)):
        walk.expect(f"changed by {account}", people.as_(walk, account)("PUT", path, {"name": "Key"}), status)
    walk.expect("guests change nothing", walk.ask("PUT", path, {"name": "Key"}), 401)


def areas(walk):
    """Service areas: shapes, priorities, and the end of one"""
    manager, code = people.as_(walk, "pricing"), name()
    zone = manager("POST", "/price-zones", {"code": code, "name": "Test ground", "salesTaxBps": 0,
                                            "fees": {"delivery": usd(0), "asap": usd(0)}})["id"]
    lat, lng = 40 + uuid.uuid4().int % 9_000_000 / 1e6, -70 + uuid.uuid4().int % 9_000_000 / 1e6
    body = {"code": code, "name": "Test ground", "priceZoneId": zone,
            "geometry": polygon(square(lng, lat, 0.01), square(lng + 0.004, lat + 0.004, 0.002))}
    area = walk.expect("an area with a hole", manager("POST", "/service-areas", body), 201, code=code, priceZoneId=zone, priority=0,
                       active=True, fields=["id", "geometry"])
    path = f"/service-areas/{area['id']}"
    walk.fact("with its place", area.headers["Location"].endswith(path), area)
    walk.fact("coordinates of six decimals", area["geometry"]["coordinates"][0][0] == [round(lng, 6), round(lat, 6)], area)
    inside = (lat + 0.001, lng + 0.001)
    walk.expect("serves at once", at(walk, *inside), areaCode=code, priceZoneId=zone)
    walk.expect("but not in its hole", at(walk, lat + 0.005, lng + 0.005), serviceable=False)
    walk.expect("a code belongs to one area", manager("POST", "/service-areas", body), 409, slug="area-code-taken")
    higher = manager("POST", "/service-areas", {**body, "code": f"z{code}", "priority": 9, "geometry": polygon(square(lng, lat, 0.002))})
    walk.expect("the higher priority serves", at(walk, *inside), areaCode=f"z{code}")
    walk.expect("of equal ones the first code", manager("PUT", f"/service-areas/{higher['id']}", {"priority": None}), priority=0)
    walk.expect("serves", at(walk, *inside), areaCode=code)
    walk.expect("an end", manager("DELETE", path), 204)
    walk.expect("which comes once and stays", manager("DELETE", path), 204)
    walk.expect("the other one serves", at(walk, *inside), areaCode=f"z{code}")
    walk.expect("it is still there", walk.ask("GET", path), active=False)
    walk.expect("and may come back, elsewhere", manager("PUT", path, {"active": True, "name": "Moved", "geometry": {
        "type": "MultiPolygon", "coordinates": [[square(lng + 1, lat, 0.01)], [square(lng + 1.01, lat + 0.01, 0.01)]]}}), active=True,
        name="Moved", code=code)
    walk.expect("where it is now", at(walk, lat + 0.015, lng + 1.015), areaCode=code)
    manager("DELETE", f"/service-areas/{higher['id']}")
    manager("DELETE", path)
    walk.expect("everything that is missing", manager("POST", "/service-areas", {}), 422,
                errors=["code", "name", "priceZoneId", "geometry"])
    walk.expect("a zone and a name", manager("POST", "/service-areas", {**body, "name": "x", "priceZoneId": str(uuid.uuid4())}), 422,
                errors=["name", "priceZoneId"])
    walk.expect("a zone that there is", manager("POST", "/service-areas", {**body, "code": name(), "priceZoneId": str(uuid.uuid4())}), 422,
                errors=["priceZoneId"])
    walk.expect("the form of every field", manager("PUT", path, {
        "code": "A", "name": "x", "priority": 101, "geometry": polygon(SQUARE[:4]), "active": "no"}), 422,
        errors=["code", "name", "priority", "geometry", "active"])
    walk.expect("no such area, whatever is sent", manager("PUT", f"/service-areas/{uuid.uuid4()}", {"name": "x"}), 404)
    walk.expect("403 names what is missing", people.as_(walk, "maya")("POST", "/service-areas", {}), 403, slug="forbidden",
                requiredPermission="areas:manage")
    walk.expect("guests add nothing", walk.ask("POST", "/service-areas", body), 401)


def shapes(walk):
    """Geometries that are none, and those that are just right"""
    manager, code = people.as_(walk, "pricing"), name()
    zone = manager("POST", "/price-zones", {"code": code, "name": "Test ground", "salesTaxBps": 0,
                                            "fees": {"delivery": usd(0), "asap": usd(0)}})["id"]
    # In the ocean, so that no other part meets it.
    first = manager("POST", "/service-areas", {"code": code, "name": "Test ground", "priceZoneId": zone, "active": False,
                                               "geometry": polygon(SQUARE)})
    path = f"/service-areas/{first['id']}"
    # A saw over a straight line.
    big = [[k / 1000, k % 2 / 10] for k in range(4997)] + [[4.996, -1], [0, -1]]
    for title, geometry in (
            ("not closed", polygon(SQUARE[:4])), ("three positions", polygon([[0, 0], [1, 1], [0, 0]])),
            ("no area", polygon([[0, 0], [1, 0], [2, 0], [0, 0]])), ("a bow tie", polygon([[0, 0], [1, 1], [1, 0], [0, 1], [0, 0]])),
            ("a position twice", polygon([[0, 0], [1, 0], [1, 0], [0, 1], [0, 0]])),
            ("the same after rounding", polygon([[0, 0], [1, 0], [1.0000001, 0], [0, 1], [0, 0]])),
            ("a ring that touches itself", polygon([[0, 0], [4, 0], [4, 4], [2, 0], [0, 4], [0, 0]])),
            ("a hole outside", polygon(square(0, 0, 1), square(5, 5, 1))),
            ("a hole across the border", polygon(square(0, 0, 4), square(3, 1, 2))),
            ("a hole along the border", polygon(square(0, 0, 4), square(0, 1, 2))),
            ("a hole in a hole", polygon(square(0, 0, 9), square(1, 1, 6), square(2, 2, 1))),
            ("parts that overlap", {"type": "MultiPolygon", "coordinates": [[square(0, 0, 2)], [square(1, 1, 2)]]}),
            ("a part in a part", {"type": "MultiPolygon", "coordinates": [[square(0, 0, 9)], [square(1, 1, 2)]]}),
            ("parts side by side", {"type": "MultiPolygon", "coordinates": [[square(0, 0, 2)], [square(2, 0, 2)]]}),
            ("5,001 positions", polygon(big + [[-0.5, -0.5], big[0]])),
            ("a latitude beyond 90", polygon([[0, 89], [1, 91], [2, 89], [0, 89]])),
            ("a longitude beyond 180", polygon([[179, 0], [181, 0], [180, 1], [179, 0]])),
            ("across the antimeridian", polygon([[170, 0], [-170, 0], [-170, 5], [170, 5], [170, 0]])),
            ("texts", polygon([["0", "0"], ["1", "0"], ["1", "1"], ["0", "0"]])), ("a point", {"type": "Point", "coordinates": [0, 0]}),
            ("nothing", {})):
        walk.expect(title, manager("PUT", path, {"geometry": geometry}), 422, errors=["geometry"])
    for title, geometry in (
            ("5,000 positions", polygon(big + [big[0]])), ("clockwise, with heights", polygon([point + [7] for point in SQUARE[::-1]])),
            ("a hole that touches the border in a point", polygon(square(0, 0, 9), [[0, 0], [2, 1], [1, 2], [0, 0]])),
            ("a part in the hole of another", {"type": "MultiPolygon", "coordinates": [
                [square(0, 0, 9), square(2, 2, 5)], [square(3, 3, 1)]]}),
            ("half the earth", polygon([[-180, -90], [0, -90], [0, 90], [-180, 90], [-180, -90]]))):
        walk.expect(title, manager("PUT", path, {"geometry": geometry}), active=False)
    both = {"type": "MultiPolygon", "coordinates": [[square(179, -51, 1)], [square(-180, -51, 0.5)]]}
    walk.expect("both sides of the antimeridian", manager("PUT", path, {"active": True, "geometry": both}), active=True)
    for lng in ("180", "-180", "179.5", "-179.7"):
        walk.expect(f"serves {lng}", at(walk, "-50.5", lng), areaCode=code)
    walk.fact("its edge is near from the other side", (at(walk, "-50.5", "-179.4")["nearest"] or {}).get("areaId") == first["id"])
    manager("DELETE", path)
    spanish = manager("PUT", path, {"geometry": polygon(SQUARE[:4])}, {"Accept-Language": "es"})
    walk.fact("in Spanish", spanish.status == 422 and spanish["errors"]["geometry"] == ["debe acabar donde empieza"], spanish)


def addresses(walk):
    """Addresses to places and back"""
    answer = walk.expect("an address", walk.ask("GET", "/geocode?q=1200 Brickell Avenue, Miami"), fields=["data"])
    best = answer["data"][0]
    walk.fact("the best comes first", best["line1"] == "1200 Brickell Ave" and best["serviceable"] is True and best["region"] == "US-FL"
              and best["postalCode"] == "33131" and 0 < best["confidence"] <= 1 and "Miami" in best["label"], answer)
    walk.fact("at most five", 0 < len(walk.ask("GET", "/geocode?q=miami")["data"]) <= 5)
    airport = walk.ask("GET", "/geocode?q=2100 NW 42nd Ave")["data"][0]
    walk.fact("the airport is known, not served", airport["serviceable"] is False, airport)
    walk.fact("nothing like it", walk.ask("GET", "/geocode?q=Champs Élysées")["data"] == [])
    for query in ("ab", "x" * 121, ""):
        walk.expect(f"{len(query)} characters", walk.ask("GET", f"/geocode?q={query}"), 422, errors=["q"])
    walk.expect("no text", walk.ask("GET", "/geocode"), 422, errors=["q"])
    near = walk.ask("GET", "/geocode/reverse?lat=25.76171&lng=-80.19179")
    walk.fact("the address at a place", [one["line1"] for one in near["data"]] == ["1200 Brickell Ave"], near)
    walk.fact("none in the bay", walk.ask("GET", "/geocode/reverse?lat=25.78&lng=-80.17")["data"] == [])
    walk.expect("a place on earth", walk.ask("GET", "/geocode/reverse?lat=25.7&lng=-181"), 422, errors=["lng"])


PARTS = [places, zones, areas, shapes, addresses]
