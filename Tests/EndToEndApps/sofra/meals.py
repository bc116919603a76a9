"""Menus, quotes and what an order takes from them: the cart of walkthrough 5, the menu of walkthrough 6."""

import datetime, uuid
import people

NOBODY = "00000000-0000-4000-8000-000000000000"
HOME, FAR = {"lat": 24.7040, "lng": 46.6890}, {"lat": 24.9570, "lng": 46.6988}
TOTALS = ["subtotal", "deliveryFee", "serviceFee", "tip", "total", "taxIncluded"]
QUOTE = ["id", "restaurantId", "expiresAt", "orderable", "problems", "lines", "zone", "distanceMeters", "etaMinutes", "minimumOrder",
         "totals"]
ITEM = ["id", "categoryId", "name", "names", "price", "imageUrl", "tags", "available", "availableAgainAt", "soldOut", "optionGroups"]


def sar(amount):
    return {"amount": amount, "currency": "SAR"}


def found(walk, slug, account="customer"):
    """A restaurant of the demo by its slug."""
    answer = walk.ask("GET", f"/restaurants?slug={slug}", token=people.token(walk, account))
    return answer["data"][0]["id"]


def dishes(walk, restaurant, token):
    """Its items by their Arabic names."""
    menu = walk.ask("GET", f"/restaurants/{restaurant}/menu", token=token)
    return {item["names"]["ar"]: item for category in menu["categories"] for item in category["items"]}


def options(item):
    return {option["names"]["ar"]: option["id"] for group in item["optionGroups"] for option in group["options"]}


def quote(walk, token, restaurant, lines, to=HOME, **more):
    items = [{"menuItemId": item, "quantity": quantity, "options": list(chosen)} for item, quantity, *chosen in lines]
    return walk.ask("POST", "/quotes", {"restaurantId": restaurant, "items": items, "location": to, **more}, token=token)


def codes(answer):
    return [problem["code"] for problem in answer["problems"]]


def demo_cart(walk):
    """The cart of the document: options, fees, tip and the tax in them"""
    token = people.token(walk, "customer")
    sofra = found(walk, "sofra-24")
    menu = dishes(walk, sofra, token)
    walk.fact("the eight dishes", len(menu) == 8 and "كنافة بالقشطة" in menu, menu.keys())
    kabsa, laban = menu["كبسة دجاج"], menu["لبن"]
    walk.fact("an item has every field", not [name for name in ITEM if name not in kabsa], kabsa)
    walk.fact("customers see no stock", "stock" not in menu["كنافة بالقشطة"] and menu["كنافة بالقشطة"]["soldOut"] is False, menu)
    walk.fact("what is switched off says so", menu["مرقوق"]["available"] is False, menu["مرقوق"])
    choice = options(kabsa)
    items = [{"menuItemId": kabsa["id"], "quantity": 1, "options": [choice["كامل"], choice["دقوس"]], "note": "بدون بصل"},
             {"menuItemId": laban["id"], "quantity": 2, "options": []}]
    body = {"restaurantId": sofra, "items": items, "location": HOME, "tip": sar(500)}
    answer = walk.expect("a quote", walk.ask("POST", "/quotes", body, token=token), 201, fields=QUOTE, orderable=True, problems=[],
                         distanceMeters=1748, etaMinutes={"min": 31, "max": 41}, minimumOrder=sar(3000))
    walk.fact("its totals", [answer["totals"][name] for name in TOTALS] == [sar(n) for n in (6200, 900, 200, 500, 7800, 952)], answer)
    line = answer["lines"][0]
    walk.fact("its first line", (line["unitPrice"], line["note"], [option["group"] for option in line["options"]])
              == (sar(5400), "بدون بصل", ["الحجم", "إضافات"]), line)
    walk.fact("in English the zone has its one name", walk.ask("GET", f"/quotes/{answer['id']}", token=token,
              headers={"Accept-Language": "en"})["zone"]["name"] == "قريب", answer)
    walk.expect("its maker reads it again", walk.ask("GET", f"/quotes/{answer['id']}", token=token), totals=answer["totals"])
    walk.expect("nobody else does", walk.ask("GET", f"/quotes/{answer['id']}", token=people.token(walk, "developer")), 404,
                slug="not-found")
    walk.expect("nor a guest", walk.ask("GET", f"/quotes/{answer['id']}"), 401)


def night_cart(walk):
    """Walkthrough 5: every problem of a cart at once"""
    token = people.token(walk, "customer")
    sofra = found(walk, "sofra-24")
    menu = {name: item["id"] for name, item in dishes(walk, sofra, token).items()}
    kunafa = menu["كنافة بالقشطة"]
    answer = quote(walk, token, sofra, [(kunafa, 2), (kunafa, 2), (menu["مرقوق"], 1)], to=FAR)
    walk.expect("a quote all the same", answer, 201, orderable=False, zone=None, etaMinutes=None)
    walk.fact("its problems in their order", codes(answer) == ["item-unavailable", "item-out-of-stock", "item-out-of-stock", "out-of-zone"],
              answer)
    walk.fact("each names its line and what is left",
              [(p.get("itemIndex"), (p.get("data") or {}).get("available")) for p in answer["problems"][:3]] == [(2, None), (0, 3), (1, 3)],
              answer)
    walk.fact("in words", all(problem["message"] for problem in answer["problems"]), answer)
    small = quote(walk, token, sofra, [(menu["ماء"], 1)])
    walk.fact("too little for the zone", small["problems"][0]["code"] == "below-minimum"
              and small["problems"][0]["data"] == {"minimum": sar(3000), "missing": sar(2800)}, small)


def own_menu(walk):
    """A restaurant of one's own: categories, items, options, stock, switches"""
    owner = people.join(walk, "owner")
    token, stranger, customer = owner["token"], people.join(walk, "owner")["token"], people.token(walk, "customer")
    place = {"lat": 25.9, "lng": 45.3}
    zone = {"name": "كل الحي", "shape": {"type": "Circle", "center": place, "radiusMeters": 4000}, "fee": sar(700), "minimumOrder": sar(0)}
    hours = [{"dayOfWeek": day, "opens": "00:00", "closes": "24:00"} for day in range(7)]
    made = walk.expect("a restaurant", walk.ask("POST", "/restaurants", {
        "names": {"ar": "مطبخ التجارب"}, "slug": f"t-{uuid.uuid4().hex[:12]}", "cuisines": ["saudi"], "phone": owner["phone"],
        "location": place, "addressLine": "طريق الملك فهد", "hours": hours, "zones": [zone]}, token=token), 201)
    path = f"/restaurants/{made['id']}"
    category = walk.expect("a category", walk.ask("POST", f"{path}/categories", {"names": {"ar": "الأطباق", "en": "Dishes"}}, token=token),
                           201, fields=["id", "name", "names", "position"])
    wrong = {"names": {"en": "Dishes"}, "position": -1}
    walk.expect("another without Arabic, before the first", walk.ask("POST", f"{path}/categories", wrong, token=token), 422,
                errors=["names.ar", "position"])
    walk.expect("the same of one that is there", walk.ask("PUT", f"/categories/{category['id']}", wrong, token=token), 422,
                errors=["names.ar", "position"])
    dish = {"categoryId": category["id"], "names": {"ar": "مقلوبة"}, "price": sar(3000), "stock": 3, "optionGroups": [
        {"names": {"ar": "الحجم"}, "min": 1, "max": 1, "options": [
            {"names": {"ar": "صغير"}, "priceDelta": sar(0)}, {"names": {"ar": "كبير"}, "priceDelta": sar(900), "available": False}]}]}
    item = walk.expect("an item", walk.ask("POST", f"{path}/menu-items", dish, token=token), 201, fields=ITEM, stock=3)
    item_path = f"/menu-items/{item['id']}"
    for change, field in (({"price": sar(-1)}, "price.amount"), ({"price": sar(1_000_001)}, "price.amount"),
                          ({"price": {"amount": 1, "currency": "EUR"}}, "price.currency"), ({"stock": 10_000}, "stock"),
                          ({"categoryId": NOBODY}, "categoryId"), ({"imageId": NOBODY}, "imageId"), ({"names": {"en": "x"}}, "names.ar"),
                          ({"optionGroups": [{**dish["optionGroups"][0], "max": 3}]}, "optionGroups.0.max")):
        walk.expect(f"refused: {change}", walk.ask("PUT", item_path, change, token=token), 422, errors=[field])
    walk.expect("another owner does not know it", walk.ask("PUT", item_path, {"stock": 1}, token=stranger), 404)
    walk.expect("a customer may not", walk.ask("PUT", item_path, {"stock": 1}, token=customer), 403, slug="forbidden",
                requiredPermission="restaurants:manage")
    walk.expect("nor a guest", walk.ask("PUT", item_path, {"stock": 1}), 401)
    walk.expect("nobody reads a draft's menu", walk.ask("GET", f"{path}/menu", token=customer), 404)
    walk.expect("nor gets a quote", quote(walk, customer, made["id"], [(item["id"], 1)], to=place), 404)
    walk.expect("the staff approves", walk.ask("POST", f"{path}/approve", {}, token=people.token(walk, "admin")), 200, status="active")
    selling(walk, made["id"], item, token, customer, place)
    walk.expect("a category with items stays", walk.ask("DELETE", f"/categories/{category['id']}", token=token), 409,
                slug="category-not-empty")
    walk.expect("the item goes", walk.ask("DELETE", item_path, token=token), 204)
    walk.expect("for good", walk.ask("GET", item_path, token=token), 404)
    walk.fact("carts that name it hear so", codes(quote(walk, customer, made["id"], [(item["id"], 1)], to=place)) == ["item-unavailable"])
    walk.expect("then the category goes", walk.ask("DELETE", f"/categories/{category['id']}", token=token), 204)


def selling(walk, restaurant, item, token, customer, place):
    choice = options(item)
    one = [(item["id"], 1, choice["صغير"])]
    answer = walk.expect("a quote", quote(walk, customer, restaurant, one, to=place), 201, orderable=True, distanceMeters=0)
    walk.fact("costs", answer["totals"]["total"] == sar(3900) and answer["etaMinutes"] == {"min": 26, "max": 36}, answer)
    for chosen, groups in (([], 1), ([choice["كبير"]], 1), ([choice["صغير"]] * 2, 1), ([choice["صغير"], NOBODY], 1), ([NOBODY], 2)):
        wrong = quote(walk, customer, restaurant, [(item["id"], 1, *chosen)], to=place)
        walk.fact(f"options that do not fit: {len(chosen)}", codes(wrong) == ["options-invalid"] * groups, wrong)
    path = f"/menu-items/{item['id']}"
    walk.expect("sold out", walk.ask("PUT", f"{path}/availability", {"available": True, "stock": 0}, token=token), stock=0, soldOut=True)
    walk.fact("the menu says so to all", dishes(walk, restaurant, customer)["مقلوبة"]["soldOut"] is True)
    walk.fact("the cart, too", codes(quote(walk, customer, restaurant, one, to=place)) == ["item-out-of-stock"])
    walk.expect("counted no longer", walk.ask("PUT", path, {"stock": None}, token=token), stock=None, soldOut=False)
    walk.expect("off until a time that is past", walk.ask("PUT", f"{path}/availability", {"available": False, "until":
                "2020-01-01T00:00:00Z"}, token=token), 422, errors=["until"])
    walk.expect("nor does it say whether", walk.ask("PUT", f"{path}/availability", {"until": "2020-01-01T00:00:00Z"}, token=token), 422,
                errors=["available", "until"])
    walk.expect("off", walk.ask("PUT", f"{path}/availability", {"available": False}, token=token), available=False)
    walk.fact("the cart hears it", codes(quote(walk, customer, restaurant, one, to=place)) == ["item-unavailable"])
    walk.expect("on", walk.ask("PUT", f"{path}/availability", {"available": True}, token=token), available=True)


def forms(walk):
    """Malformed carts"""
    token = people.token(walk, "customer")
    sofra, other = found(walk, "sofra-24"), found(walk, "matbakh-saghir")
    menu = {name: item["id"] for name, item in dishes(walk, sofra, token).items()}
    foreign = dishes(walk, other, token)["جريش"]["id"]
    water = menu["ماء"]
    walk.expect("fifty lines", quote(walk, token, sofra, [(water, 1)] * 50), 201)
    for count in (0, 51, 500):
        walk.expect(f"{count} lines", quote(walk, token, sofra, [(water, 1)] * count), 422, errors=["items"])
    for quantity in (0, 21, -1, 2**63 - 1):
        walk.expect(f"{quantity} of something", quote(walk, token, sofra, [(water, 1), (water, quantity)]), 422,
                    errors=["items.1.quantity"])
    walk.expect("a foreign dish", quote(walk, token, sofra, [(foreign, 1)]), 422, errors=["items.0.menuItemId"])
    walk.expect("no dish", quote(walk, token, sofra, [(water, 1), (NOBODY, 1)]), 422, errors=["items.1.menuItemId"])
    walk.expect("no restaurant", quote(walk, token, NOBODY, [(water, 1)]), 404)
    for tip in (sar(-1), sar(10_001), {"amount": 1, "currency": "EUR"}):
        walk.expect(f"the tip {tip}", quote(walk, token, sofra, [(water, 1)], tip=tip), 422)
    walk.expect("all that is wrong at once", quote(walk, token, sofra, [(water, 0)], tip=sar(10_001)), 422,
                errors=["items.0.quantity", "tip.amount"])
    walk.expect("beyond the pole", quote(walk, token, sofra, [(water, 1)], to={"lat": 91, "lng": 0}), 422)
    walk.expect("by nobody", walk.ask("POST", "/quotes", {}), 401)


def coming_back(walk):
    """The clock: what is off until a time comes back"""
    owner, customer = people.token(walk, "owner"), people.token(walk, "customer")
    sofra = found(walk, "sofra-24")
    item = dishes(walk, sofra, owner)["مندي لحم"]["id"]
    text = (walk.now().replace(microsecond=0) + datetime.timedelta(hours=1)).strftime("%Y-%m-%dT%H:%M:%SZ")
    walk.expect("off for an hour", walk.ask("PUT", f"/menu-items/{item}/availability", {"available": False, "until": text}, token=owner),
                available=False, availableAgainAt=text)
    made = quote(walk, customer, sofra, [(item, 1)])
    walk.fact("quotes say so, and a cart without its only line is below the minimum",
              codes(made) == ["item-unavailable", "below-minimum"], made)
    walk.advance(to=text)
    back = people.token(walk, "customer")
    walk.fact("it is back", dishes(walk, sofra, back)["مندي لحم"]["available"] is True)
    walk.fact("carts are fine again", quote(walk, back, sofra, [(item, 1)])["orderable"] is True)
    walk.expect("an old quote is shown as it was", walk.ask("GET", f"/quotes/{made['id']}", token=back), orderable=False)


PARTS = [demo_cart, night_cart, own_menu, forms, coming_back]
