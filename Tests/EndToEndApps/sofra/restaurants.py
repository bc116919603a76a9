"""Restaurants: the twelve of the demo, finding them, running one's own, hours and zones, approval, home page, pictures."""

import datetime, struct, uuid, zlib
import people

HOME, WORK, FAR = "24.7040,46.6890", "24.7560,46.7060", "24.9570,46.6988"
ACTIVE = {"sofra-24", "matbakh-saghir", "matbakh-najd", "fuul-alsabah", "mashawi-alqasr", "shawarma-alhara", "burger-alnakheel",
          "pizza-alsaha", "bahriyat-aljazeera", "qahwat-aldiwan", "halawiyat-alsham", "aseer-taza"}
ALWAYS = [{"dayOfWeek": day, "opens": "00:00", "closes": "24:00"} for day in range(7)]


def sar(amount):
    return {"amount": amount, "currency": "SAR"}


def circle(lat, lng, radius=3000, fee=900, minimum=3000, name="قريب"):
    return {"name": name, "fee": sar(fee), "minimumOrder": sar(minimum),
            "shape": {"type": "Circle", "center": {"lat": lat, "lng": lng}, "radiusMeters": radius}}


def polygon(*rings):
    return {"name": "حي", "fee": sar(1200), "minimumOrder": sar(4000), "shape": {"type": "Polygon", "coordinates": list(rings)}}


def form(**changes):
    """A restaurant far from those of the demo."""
    sent = {"names": {"ar": "مطعم الواحة", "en": "Oasis"}, "cuisines": ["saudi"], "phone": "٠٥٥٥١٢٣٤٥٦",
            "location": {"lat": 25.5, "lng": 47.5}, "addressLine": "طريق الواحة ٧"}
    sent.update(changes)
    return {key: value for key, value in sent.items() if value is not ...}


def by_slug(walk, slug, token):
    return walk.ask("GET", f"/restaurants?slug={slug}", token=token)["data"][0]


def slugs(answer):
    return [one["slug"] for one in answer["data"]]


def demo(walk):
    """The restaurants of the demo"""
    customer = people.token(walk, "customer")
    walk.expect("guests do not browse", walk.ask("GET", "/restaurants"), 401)
    every = walk.expect("customers do", walk.ask("GET", "/restaurants?perPage=100", token=customer))
    shown = set(slugs(every))
    walk.fact("the twelve that are active", shown >= ACTIVE and not {"tajriba-jadida", "matam-mughlaq"} & shown, every)
    sofra = by_slug(walk, "sofra-24", customer)
    answer = walk.expect("sofra-24", walk.ask("GET", f"/restaurants/{sofra['id']}", token=customer), name="سفرة ٢٤", status="active",
                         open=True, mode="normal", closesAt=None, prepMinutes=20, location={"lat": 24.7136, "lng": 46.6753},
                         freeDeliveryAbove=sar(15000), cuisines=["saudi"])
    walk.fact("a customer does not see its settings", not {"phone", "zones", "hours", "commissionBasisPoints"} & set(answer.body), answer)
    answer = walk.ask("GET", f"/restaurants/{sofra['id']}", token=customer, headers={"Accept-Language": "en"})
    walk.fact("in English by its other name", answer["name"] == "Sofra 24" and answer["names"]["ar"] == "سفرة ٢٤", answer)
    walk.expect("its owner sees them", walk.ask("GET", f"/restaurants/{sofra['id']}", token=people.token(walk, "owner")),
                commissionBasisPoints=1500, maxActiveOrders=None, extraMinutes=None, until=None,
                fields=["phone", "hours", "exceptions", "zones"])
    mine = walk.ask("GET", "/restaurants/mine?perPage=100", token=people.token(walk, "owner"))
    walk.fact("owner has his three and the draft",
              set(slugs(mine)) >= {"sofra-24", "matbakh-saghir", "matbakh-najd", "tajriba-jadida"}, mine)
    drafts = walk.ask("GET", "/admin/restaurants?status=draft", token=people.token(walk, "supervisor"))
    walk.fact("staff see drafts", "tajriba-jadida" in slugs(drafts), drafts)
    draft = next(one for one in drafts["data"] if one["slug"] == "tajriba-jadida")
    for account, status in (("customer", 404), ("owner2", 404), ("owner", 200), ("support", 200)):
        walk.expect(f"the draft for {account}", walk.ask("GET", f"/restaurants/{draft['id']}", token=people.token(walk, account)), status)
    stopped = walk.ask("GET", "/admin/restaurants?status=suspended&perPage=100", token=people.token(walk, "supervisor"))
    closed = next(one for one in stopped["data"] if one["slug"] == "matam-mughlaq")
    menu = walk.ask("GET", f"/restaurants/{closed['id']}/menu", token=people.token(walk, "supervisor"))
    walk.fact("the suspended one has a menu as large as the others'", len(menu["items"]) >= 8 and len(menu["categories"]) >= 2, menu)
    walk.expect("customers see no administration", walk.ask("GET", "/admin/restaurants", token=customer), 403, slug="forbidden",
                requiredPermission="restaurants:approve")


def finding(walk):
    """Search, filters, orders"""
    token = people.token(walk, "customer")

    def ask(query):
        return walk.ask("GET", f"/restaurants?perPage=100&{query}", token=token)

    for words in ("سُفـرَة", "سفره", "SOFRA", "كبسه"):
        walk.fact(f"search {words}", "sofra-24" in slugs(ask(f"search={words}")), ask(f"search={words}"))
    walk.fact("search by cuisine", "pizza-alsaha" in slugs(ask("search=بيتزا")) and "pizza-alsaha" in slugs(ask("cuisine=pizza")))
    near = ask(f"near={HOME}&sort=distance")
    distances = [one["distanceMeters"] for one in near["data"]]
    walk.fact("the nearest first", distances == sorted(distances), distances)
    sofra = next(one for one in near["data"] if one["slug"] == "sofra-24")
    walk.fact("home is 1,748 m from sofra-24, for 9.00", (sofra["distanceMeters"], sofra["deliverable"], sofra["deliveryFee"],
              sofra["minimumOrder"]) == (1748, True, sar(900), sar(3000)), sofra)
    sofra = next(one for one in ask(f"near={WORK}")["data"] if one["slug"] == "sofra-24")
    walk.fact("work is 5,643 m away, for 15.00", (sofra["distanceMeters"], sofra["deliveryFee"]) == (5643, sar(1500)), sofra)
    walk.fact("far away nothing of the demo comes", not ACTIVE & set(slugs(ask(f"near={FAR}&deliverable=true"))))
    fees = [one["deliveryFee"]["amount"] if one["deliveryFee"] else 10**9 for one in ask(f"near={HOME}&sort=fee")["data"]]
    walk.fact("the lowest fee first, none last", fees == sorted(fees), fees)
    walk.fact("without a place a card has no distance", "distanceMeters" not in ask("")["data"][0])
    for query, field in (("sort=price", "sort"), ("sort=distance", "sort"), ("sort=fee", "sort"), ("deliverable=true", "deliverable"),
                         ("near=1", "near"), ("near=91,0", "near"), ("cuisine=martian", "cuisine"), ("perPage=101", "perPage")):
        walk.expect(f"?{query} is refused", walk.ask("GET", f"/restaurants?{query}", token=token), 422, errors=[field])
    walk.expect("and all of it at once", walk.ask("GET", "/restaurants?near=x&cuisine=nope&sort=odd&perPage=101", token=token), 422,
                errors=["near", "cuisine", "sort", "perPage"])


def night(walk):
    """Opening at night (walkthrough 5)"""
    token = people.token(walk, "customer")
    najd = by_slug(walk, "matbakh-najd", token)["id"]
    for at, wanted in (("2026-11-21T22:30:00Z", (True, None, "2026-11-21T23:00:00Z")),
                       ("2026-11-21T23:00:00Z", (False, "2026-11-22T09:00:00Z", None)),
                       ("2026-11-20T23:59:59Z", (True, None, "2026-11-21T00:00:00Z"))):
        answer = walk.ask("GET", f"/restaurants/{najd}/opening?at={at}", token=token)
        walk.fact(f"at {at}", (answer["open"], answer["opensAt"], answer["closesAt"], answer["at"]) == (*wanted, at), answer)
    fuul = by_slug(walk, "fuul-alsabah", token)["id"]
    answer = walk.ask("GET", f"/restaurants/{fuul}/opening?at=2026-12-31T03:00:00Z", token=token)
    walk.fact("closed on the last of the year", not answer["open"] and answer["opensAt"] == "2027-01-01T02:00:00Z", answer)
    walk.expect("a time that is none", walk.ask("GET", f"/restaurants/{fuul}/opening?at=noon", token=token), 422, errors=["at"])


def life(walk):
    """A new restaurant (walkthrough 6)"""
    owner = people.join(walk, "owner", name="عبدالله الواحي")
    token, supervisor, customer = owner["token"], people.token(walk, "supervisor"), people.token(walk, "customer")
    walk.expect("customers add none", walk.ask("POST", "/restaurants", form(), token=customer), 403,
                requiredPermission="restaurants:manage")
    walk.expect("all that is wrong at once", walk.ask("POST", "/restaurants", form(
        names={"en": "x"}, cuisines=["martian"], phone="12", location={"lat": 91, "lng": 0}, addressLine="ab", prepMinutes=4),
        token=token), 422, errors=["names.ar", "cuisines.0", "phone", "location.lat", "addressLine", "prepMinutes"])
    slug = f"oasis-{uuid.uuid4().hex[:8]}"
    made = walk.expect("an owner adds one", walk.ask("POST", "/restaurants", form(slug=slug), token=token), 201, status="draft", open=False,
                       phone="+966555123456", prepMinutes=20, rating=None, ratingCount=0, slug=slug)
    here = f"/restaurants/{made['id']}"
    walk.fact("Location", made.headers["Location"].endswith(here), made)
    walk.expect("its slug is taken", walk.ask("POST", "/restaurants", form(slug=slug), token=token), 422, errors=["slug"])
    walk.expect("staff wait until it is whole", walk.ask("POST", f"{here}/approve", token=supervisor), 409, slug="restaurant-incomplete",
                missing=["hours", "zones", "items"])
    walk.expect("no pause for a draft", walk.ask("PUT", f"{here}/availability", {"mode": "paused"}, token=token), 409,
                slug="restaurant-not-active")
    walk.expect("nor is it suspended", walk.ask("POST", f"{here}/suspend", {"reason": "x"}, token=supervisor), 409,
                slug="restaurant-not-active")
    walk.expect("hours", walk.ask("PUT", f"{here}/hours", {"hours": ALWAYS}, token=token), hours=ALWAYS, exceptions=[])
    for hours in ([{"dayOfWeek": 1, "opens": "10:00", "closes": "10:00"}], [{"dayOfWeek": 7, "opens": "10:00", "closes": "11:00"}],
                  [{"dayOfWeek": 6, "opens": "20:00", "closes": "03:00"}, {"dayOfWeek": 0, "opens": "02:00", "closes": "05:00"}],
                  [{"dayOfWeek": 2, "opens": "10:00", "closes": "14:00"}, {"dayOfWeek": 2, "opens": "13:00", "closes": "15:00"}]):
        walk.expect(f"hours {hours}", walk.ask("PUT", f"{here}/hours", {"hours": hours}, token=token), 422)
    twice = [{"date": "2026-12-01", "closed": True}] * 2
    both = walk.ask("PUT", f"{here}/hours", {"exceptions": [{"date": "2026-02-30", "closed": True}]}, token=token)
    walk.expect("no hours, and a day that does not exist", both, 422, errors=["hours", "exceptions.0.date"])
    walk.expect("a date twice", walk.ask("PUT", f"{here}/hours", {"hours": ALWAYS, "exceptions": twice}, token=token), 422)
    walk.expect("zones", walk.ask("PUT", f"{here}/zones", {"zones": [circle(25.5, 47.5)]}, token=token))
    square = [[47, 25], [48, 25], [48, 26], [47, 26], [47, 25]]
    for title, shape in (("an open ring", polygon(square[:-1])), ("three points", polygon([[47, 25], [48, 25], [47, 25]])),
                         ("a bow tie", polygon([[47, 25], [48, 26], [48, 25], [47, 26], [47, 25]])),
                         ("a hole outside", polygon(square, [[50, 25], [51, 25], [51, 26], [50, 25]])),
                         ("negative money", circle(25.5, 47.5, fee=-1)), ("a small circle", circle(25.5, 47.5, radius=99)),
                         ("another currency", circle(25.5, 47.5) | {"fee": {"amount": 1, "currency": "EUR"}})):
        walk.expect(f"{title} is not a zone", walk.ask("PUT", f"{here}/zones", {"zones": [shape]}, token=token), 422)
    walk.expect("no zone at all is refused", walk.ask("PUT", f"{here}/zones", {"zones": []}, token=token), 422, errors=["zones"])
    category = walk.ask("POST", f"{here}/categories", {"names": {"ar": "أطباق"}}, token=token)
    walk.expect("an item", walk.ask("POST", f"{here}/menu-items", {"categoryId": category["id"], "names": {"ar": "مطبق الواحة"},
                                                                   "price": sar(2500)}, token=token), 201)
    walk.expect("now it is approved", walk.ask("POST", f"{here}/approve", token=supervisor), status="active", open=True)
    walk.expect("twice is once", walk.ask("POST", f"{here}/approve", token=supervisor), status="active")
    walk.fact("everybody finds it by its slug", slugs(walk.ask("GET", f"/restaurants?slug={slug}", token=customer)) == [slug])
    walk.fact("and by its dish", slug in slugs(walk.ask("GET", "/restaurants?perPage=100&search=مطبق", token=customer)))
    walk.expect("accountants set the commission", walk.ask("PUT", f"{here}/commission", {"basisPoints": 1000},
                token=people.token(walk, "accountant")), commissionBasisPoints=1000)
    walk.expect("above half is refused", walk.ask("PUT", f"{here}/commission", {"basisPoints": 5001},
                token=people.token(walk, "accountant")), 422, errors=["basisPoints"])
    walk.expect("customers change nothing", walk.ask("PUT", here, {"prepMinutes": 30}, token=customer), 403)
    walk.expect("other owners see nothing to change", walk.ask("PUT", here, {"prepMinutes": 30}, token=people.token(walk, "owner2")), 404)
    walk.expect("administrators may", walk.ask("PUT", here, {"prepMinutes": 30, "maxActiveOrders": 4}, token=people.token(walk, "admin")),
                prepMinutes=30, maxActiveOrders=4)
    walk.expect("null takes away", walk.ask("PUT", here, {"maxActiveOrders": None}, token=token), maxActiveOrders=None, prepMinutes=30)
    wrong = walk.ask("PUT", here, {"names": None, "prepMinutes": 4}, token=token)
    walk.expect("but not what must be there, beside another mistake too", wrong, 422, errors=["names", "prepMinutes"])
    modes(walk, here, token, customer)
    walk.expect("suspended", walk.ask("POST", f"{here}/suspend", {"reason": "نظافة"}, token=supervisor), status="suspended", open=False)
    walk.expect("nobody else sees it", walk.ask("GET", here, token=customer), 404)
    walk.fact("no list has it", not slugs(walk.ask("GET", f"/restaurants?slug={slug}", token=customer)))


def modes(walk, here, token, customer):
    now = walk.now()
    until = (now + datetime.timedelta(minutes=40)).strftime("%Y-%m-%dT%H:%M:%SZ")
    walk.expect("busy needs minutes", walk.ask("PUT", f"{here}/availability", {"mode": "busy"}, token=token), 422, errors=["extraMinutes"])
    walk.expect("busy", walk.ask("PUT", f"{here}/availability", {"mode": "busy", "extraMinutes": 15, "until": until}, token=token),
                mode="busy", extraMinutes=15, until=until, open=True)
    walk.expect("paused", walk.ask("PUT", f"{here}/availability", {"mode": "paused", "until": until}, token=token), mode="paused",
                open=False)
    answer = walk.ask("GET", f"{here}/opening", token=customer)
    walk.fact("opens when the pause ends", (answer["open"], answer["mode"], answer["opensAt"]) == (False, "paused", until), answer)
    past = (now - datetime.timedelta(minutes=1)).strftime("%Y-%m-%dT%H:%M:%SZ")
    late = (now + datetime.timedelta(hours=25)).strftime("%Y-%m-%dT%H:%M:%SZ")
    for time in (past, late):
        walk.expect(f"until {time}", walk.ask("PUT", f"{here}/availability", {"mode": "paused", "until": time}, token=token), 422,
                    errors=["until"])
    walk.expect("normal again", walk.ask("PUT", f"{here}/availability", {"mode": "normal"}, token=token), mode="normal", open=True,
                extraMinutes=None, until=None)


def png(side=8):
    """A grey square."""
    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
    rows = b"".join(b"\0" + bytes([128] * side) for _ in range(side))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 0, 0, 0, 0)) + chunk(b"IDAT", zlib.compress(rows))
            + chunk(b"IEND", b""))


def pictures(walk):
    """Uploads"""
    owner = people.join(walk, "owner")
    token, typed = owner["token"], {"Content-Type": "image/png"}
    sent = walk.expect("a picture", walk.ask("POST", "/uploads", raw=png(), token=token, headers={"Content-Type": "text/plain"}), 201,
                       contentType="image/png", bytes=len(png()), fields=["id", "url"])
    seen = walk.ask("GET", sent["url"], plain=True)
    walk.fact("a guest sees it, for ever",
              seen.status == 200 and seen.data == png() and "immutable" in seen.headers.get("Cache-Control", ""), seen)
    walk.expect("guests send none", walk.ask("POST", "/uploads", raw=png(), headers=typed), 401)
    walk.expect("a text is not a picture", walk.ask("POST", "/uploads", raw=b"hello", token=token, headers=typed), 415)
    walk.expect("an empty body is not a picture", walk.ask("POST", "/uploads", raw=b"", token=token, headers=typed), 422)
    walk.expect("a logo", walk.ask("POST", "/restaurants", form(logoId=sent["id"]), token=token), 201, logoUrl=sent["url"])
    walk.expect("an unknown one", walk.ask("POST", "/restaurants", form(logoId=str(uuid.uuid4())), token=token), 422,
                errors=["logoId"])


def home(walk):
    """The home page"""
    editor = people.token(walk, "social")
    answer = walk.expect("guests see it", walk.ask("GET", "/home"), fields=["banners", "cuisines", "featured"])
    walk.fact("three banners, four restaurants", len(answer["banners"]) >= 3 and slugs({"data": answer["featured"]})
              == ["sofra-24", "matbakh-najd", "mashawi-alqasr", "qahwat-aldiwan"], answer)
    walk.fact("cuisines are labelled", {"code": "saudi", "label": "سعودي"} in answer["cuisines"], answer)
    answer = walk.ask("GET", f"/home?near={HOME}")
    walk.fact("near home with distances", answer["featured"][0]["distanceMeters"] == 1748, answer)
    walk.expect("near nowhere", walk.ask("GET", "/home?near=here"), 422, errors=["near"])
    walk.expect("owners edit no banners", walk.ask("POST", "/banners", {"titles": {"ar": "x"}}, token=people.token(walk, "owner")), 403,
                requiredPermission="content:manage")
    made = walk.expect("a banner", walk.ask("POST", "/banners", {"titles": {"ar": "جديد"}, "deepLink": "sofra://home", "position": 0},
                                            token=editor), 201, title="جديد", deepLink="sofra://home")
    walk.fact("is shown first", walk.ask("GET", "/home")["banners"][0]["id"] == made["id"])
    walk.expect("a link elsewhere", walk.ask("PUT", f"/banners/{made['id']}", {"deepLink": "javascript:x"}, token=editor), 422,
                errors=["deepLink"])
    walk.expect("gone", walk.ask("DELETE", f"/banners/{made['id']}", token=editor), 204)
    walk.expect("for good", walk.ask("DELETE", f"/banners/{made['id']}", token=editor), 404)
    ids = [one["id"] for one in walk.ask("GET", "/home")["featured"]]
    walk.expect("another order", walk.ask("PUT", "/home/featured", {"restaurantIds": ids[::-1]}, token=editor))
    walk.fact("is the order shown", [one["id"] for one in walk.ask("GET", "/home")["featured"]] == ids[::-1])
    walk.expect("an unknown one", walk.ask("PUT", "/home/featured", {"restaurantIds": [str(uuid.uuid4())]}, token=editor), 422)
    walk.expect("as before", walk.ask("PUT", "/home/featured", {"restaurantIds": ids}, token=editor))


def ending(walk):
    """An owner who leaves"""
    owner = people.join(walk, "owner")
    made = walk.ask("POST", "/restaurants", form(hours=ALWAYS, zones=[circle(25.5, 47.5)]), token=owner["token"])
    category = walk.ask("POST", f"/restaurants/{made['id']}/categories", {"names": {"ar": "أطباق"}}, token=owner["token"])
    walk.ask("POST", f"/restaurants/{made['id']}/menu-items", {"categoryId": category["id"], "names": {"ar": "طبق"}, "price": sar(100)},
             token=owner["token"])
    supervisor = people.token(walk, "supervisor")
    walk.expect("active", walk.ask("POST", f"/restaurants/{made['id']}/approve", token=supervisor), status="active")
    walk.expect("the account goes", walk.ask("DELETE", "/auth/me", token=owner["token"]), 204)
    walk.eventually("so the restaurant is suspended", lambda: walk.ask("GET", f"/restaurants/{made['id']}", token=supervisor),
                    lambda answer: answer["status"] == "suspended")


PARTS = [demo, finding, night, life, pictures, home, ending]
