"""The permission table: every route asked by a guest and by each of the nine roles, then what staff see of an order."""

import people, riding

NOBODY = "00000000-0000-4000-8000-000000000000"
EVERYBODY = tuple(people.ROLES)
OWNERS, RIDERS, EARNERS = ("owner", "admin", "developer"), ("courier", "developer"), ("owner", "courier", "developer")
BUYERS, READERS = ("customer", "developer"), ("support", "supervisor", "accountant", "admin", "developer")
HELPERS, LEADERS = ("support", "supervisor", "admin", "developer"), ("supervisor", "admin", "developer")
MONEY, REPORTERS = ("accountant", "admin", "developer"), ("supervisor", "accountant", "admin", "developer")
EDITORS, MODERATORS = ("social_media", "admin", "developer"), ("support", "supervisor", "social_media", "admin", "developer")
ADMINS = ("admin", "developer")
SAR = {"amount": 100, "currency": "SAR"}
BANK = {"type": "bank", "iban": "SA0380000000608010167519"}
RESTAURANT, ITEM, CATEGORY = f"/restaurants/{NOBODY}", f"/menu-items/{NOBODY}", f"/categories/{NOBODY}"
ORDER, JOB, WALLET = f"/orders/{NOBODY}", f"/deliveries/{NOBODY}", f"/admin/wallets/{NOBODY}"

# Permission, who has it, and its routes: method, path, body, the answer to somebody who may. Ids are of nothing, so a well-formed
# request is 404 and changes nothing; {} stands for a form with nothing in it.
TABLE = [
    (None, EVERYBODY, [
        ("GET", "/restaurants", None, 200), ("GET", RESTAURANT, None, 404), ("GET", f"{RESTAURANT}/menu", None, 404),
        ("GET", f"{RESTAURANT}/opening", None, 404), ("GET", f"{RESTAURANT}/reviews", None, 404), ("POST", "/quotes", {}, 422),
        ("GET", f"/quotes/{NOBODY}", None, 404), ("GET", "/auth/me", None, 200), ("PUT", "/auth/profile", {}, 200),
        ("GET", "/auth/sessions", None, 200), ("GET", "/notifications", None, 200), ("GET", "/notifications/unread-count", None, 200),
        ("GET", "/notification-preferences", None, 200), ("GET", "/payment-methods", None, 200), ("GET", ORDER, None, 404),
        ("GET", f"{ORDER}/messages", None, 404), ("POST", f"{ORDER}/messages", {"text": "x"}, 404), ("GET", JOB, None, 404),
        ("GET", f"/payments/{NOBODY}", None, 404)]),
    ("orders:place", BUYERS, [
        ("POST", "/orders", {}, 422), ("GET", "/orders", None, 200), ("GET", "/orders/active", None, 200),
        ("PUT", f"{ORDER}/rating", {}, 422), ("PUT", f"{ORDER}/rating", {"restaurantStars": 5}, 404),
        ("POST", f"{ORDER}/share", {}, 404)]),
    ("restaurants:manage", OWNERS, [
        ("GET", "/restaurants/mine", None, 200), ("POST", "/restaurants", {}, 422), ("PUT", RESTAURANT, {"prepMinutes": 30}, 404),
        ("PUT", RESTAURANT, {"prepMinutes": 4}, 422), ("PUT", f"{RESTAURANT}/hours", {"hours": []}, 404),
        ("PUT", f"{RESTAURANT}/zones", {}, 422), ("PUT", f"{RESTAURANT}/availability", {"mode": "normal"}, 404),
        ("PUT", f"{RESTAURANT}/availability", {}, 422), ("POST", f"{RESTAURANT}/categories", {}, 422),
        ("POST", f"{RESTAURANT}/categories", {"names": {"ar": "أطباق"}}, 404), ("PUT", CATEGORY, {"position": 1}, 404),
        ("DELETE", CATEGORY, None, 404), ("POST", f"{RESTAURANT}/menu-items", {}, 422), ("GET", ITEM, None, 404),
        ("PUT", ITEM, {"stock": 1}, 404), ("PUT", ITEM, {"stock": -1}, 422), ("DELETE", ITEM, None, 404),
        ("PUT", f"{ITEM}/availability", {"available": True}, 404), ("PUT", f"{ITEM}/availability", {}, 422),
        ("PUT", f"/reviews/{NOBODY}/reply", {"text": "شكراً"}, 404), ("PUT", f"/reviews/{NOBODY}/reply", {}, 422),
        ("GET", f"{RESTAURANT}/orders", None, 404), ("GET", f"{RESTAURANT}/orders?status=eaten", None, 422),
        ("POST", f"{ORDER}/accept", {}, 404), ("POST", f"{ORDER}/accept", {"prepMinutes": 4}, 422), ("POST", f"{ORDER}/prepare", {}, 404),
        ("POST", f"{ORDER}/ready", {}, 404), ("POST", f"{ORDER}/reject", {"reason": "closing"}, 404), ("POST", f"{ORDER}/reject", {}, 422),
        ("POST", f"{ORDER}/reject", {"reason": "other"}, 422), ("PUT", f"{ORDER}/prep-time", {"prepMinutes": 20}, 404),
        ("PUT", f"{ORDER}/prep-time", {}, 422), ("GET", f"{RESTAURANT}/dashboard", None, 404),
        ("GET", f"{RESTAURANT}/dashboard?from=2026-12-02&to=2026-12-01", None, 422)]),
    ("deliveries:ride", RIDERS, [
        ("GET", "/courier/me", None, 200), ("PUT", "/courier/me", {"plate": "x" * 21}, 422), ("PUT", "/courier/availability", {}, 422),
        ("POST", "/courier/location", {}, 422), ("GET", "/deliveries/offers", None, 200), ("GET", "/deliveries/mine", None, 200),
        ("GET", "/deliveries/mine?status=late", None, 422), ("GET", "/courier/earnings", None, 200), ("POST", f"{JOB}/claim", {}, 404),
        ("POST", f"{JOB}/decline", {}, 404), ("POST", f"{JOB}/release", {"reason": "x"}, 404), ("POST", f"{JOB}/release", {}, 422),
        ("POST", f"{JOB}/arrive-restaurant", {}, 404), ("POST", f"{JOB}/pickup", {}, 404), ("POST", f"{JOB}/arrive-customer", {}, 404),
        ("POST", f"{JOB}/complete", {"code": "1234"}, 404), ("POST", f"{JOB}/complete", {}, 422),
        ("POST", f"{JOB}/fail", {"reason": "refused"}, 404), ("POST", f"{JOB}/fail", {}, 422)]),
    ("wallet:own", EARNERS, [
        ("GET", "/wallet", None, 200), ("GET", "/wallet/entries", None, 200), ("POST", "/wallet/withdrawals", {}, 422),
        ("POST", "/wallet/withdrawals", {"amount": SAR, "destination": BANK}, 422)]),
    ("orders:read-all", READERS, [
        ("GET", "/admin/orders", None, 200), ("GET", "/admin/orders?status=eaten", None, 422), ("GET", "/admin/deliveries", None, 200),
        ("GET", "/admin/deliveries?attention=perhaps", None, 422)]),
    ("orders:cancel", ("customer", "owner", *HELPERS), [("POST", f"{ORDER}/cancel", {}, 404)]),
    ("deliveries:override", HELPERS, [
        ("POST", f"{JOB}/complete-override", {"note": "x"}, 404), ("POST", f"{JOB}/complete-override", {}, 422)]),
    ("users:read", HELPERS, [("GET", "/users", None, 200)]),
    ("deliveries:assign", LEADERS, [
        ("POST", f"{JOB}/assign", {"courierId": NOBODY}, 404), ("POST", f"{JOB}/assign", {}, 422)]),
    ("couriers:manage", LEADERS, [
        ("GET", "/admin/couriers", None, 200), ("POST", f"/admin/couriers/{NOBODY}/approve", {}, 404),
        ("POST", f"/admin/couriers/{NOBODY}/suspend", {"reason": "x"}, 404), ("POST", f"/admin/couriers/{NOBODY}/suspend", {}, 422)]),
    ("restaurants:approve", LEADERS, [
        ("GET", "/admin/restaurants", None, 200), ("GET", "/admin/restaurants?status=open", None, 422),
        ("POST", f"{RESTAURANT}/approve", {}, 404), ("POST", f"{RESTAURANT}/suspend", {"reason": "x"}, 404),
        ("POST", f"{RESTAURANT}/suspend", {}, 422)]),
    ("payments:refund", ("support", "supervisor", "accountant", "admin", "developer"), [
        ("POST", f"/payments/{NOBODY}/refunds", {"reason": "Cold soup"}, 404),
        ("POST", f"/payments/{NOBODY}/refunds", {"amount": 0, "reason": "Cold soup"}, 422)]),
    ("wallets:manage", MONEY, [
        ("GET", "/admin/wallets", None, 200), ("GET", f"{WALLET}/entries", None, 404),
        ("POST", f"{WALLET}/cash-settlements", {"amount": SAR}, 404), ("POST", f"{WALLET}/cash-settlements", {}, 422),
        ("POST", f"{WALLET}/adjustments", {"amount": SAR, "reason": "x"}, 404), ("POST", f"{WALLET}/adjustments", {}, 422)]),
    ("commission:set", MONEY, [
        ("PUT", f"{RESTAURANT}/commission", {"basisPoints": 1000}, 404), ("PUT", f"{RESTAURANT}/commission", {}, 422)]),
    ("reports:read", REPORTERS, [
        ("GET", "/admin/reports/summary", None, 200), ("GET", "/admin/reports/summary?groupBy=dish", None, 422),
        ("GET", "/admin/reports/ledger", None, 200), ("GET", "/admin/reports/ledger?from=2026-12-02&to=2026-12-01", None, 422)]),
    ("content:manage", EDITORS, [
        ("GET", "/banners", None, 200), ("POST", "/banners", {}, 422), ("PUT", f"/banners/{NOBODY}", {"position": 1}, 404),
        ("DELETE", f"/banners/{NOBODY}", None, 404), ("PUT", "/home/featured", {}, 422)]),
    ("announcements:send", EDITORS, [("POST", "/announcements", {}, 422)]),
    ("reviews:moderate", MODERATORS, [
        ("POST", f"/reviews/{NOBODY}/hide", {}, 404), ("POST", f"/reviews/{NOBODY}/show", {}, 404)]),
    ("users:manage", ADMINS, [("PUT", f"/users/{NOBODY}/roles", {"roles": ["customer"]}, 404)]),
    ("platform:operate", ("developer",), [("GET", "/admin/dead-letters", None, 200)]),
]


def by_role(walk):
    """Each route asked by a guest and the nine roles"""
    rider = people.me(walk, "courier1")
    for permission, allowed, routes in TABLE:
        for method, path, body, status in routes:
            # A broken body: nobody who may not ask hears about its form.
            guest = walk.ask(method, path, raw=b"{" if body is not None else None, headers={"Content-Type": "application/json"})
            walk.fact(f"{method} {path} is nothing for guests", guest.status == 401 and guest.slug == "unauthenticated", guest)
            wrong = []
            for role, account in people.ROLES.items():
                asked, sent = path, body
                if (permission, role) == ("deliveries:ride", "developer"):
                    asked, sent = (f"{path}{'&' if '?' in path else '?'}courierId={rider}", body) if method == "GET" else (
                        path, {**body, "courierId": rider})
                answer = walk.ask(method, asked, sent, people.token(walk, account))
                if role in allowed:
                    is_right = answer.status == status
                else:
                    is_right = (answer.status, answer.slug, answer.get("requiredPermission")) == (403, "forbidden", permission)
                if not is_right:
                    wrong.append(f"{role}: {answer}")
            walk.fact(f"{'' if body is None else body} {status} for {'everybody' if permission is None else ', '.join(allowed)}", not wrong,
                      *wrong)


def for_developers(walk):
    """A developer names the courier for whom he acts"""
    token = people.token(walk, "developer")
    for permission, _, routes in TABLE:
        for method, path, body, status in routes if permission == "deliveries:ride" else []:
            if status != 422:
                walk.expect(f"{method} {path} without one", walk.ask(method, path, body, token), 422, errors=["courierId"])
    for path, body in (("/courier/me", {"plate": None}), ("/courier/availability", {"online": False})):
        walk.expect(f"PUT {path} without one", walk.ask("PUT", path, body, token), 422, errors=["courierId"])


def of_others(walk):
    """What belongs to others is nothing that exists"""
    customer, other, owner = people.join(walk), people.token(walk, "customer2"), people.token(walk, "owner2")
    kitchen = riding.Kitchen(walk)
    placed = kitchen.order(customer)
    for permission, caller in (("restaurants:manage", owner), ("orders:place", other), ("deliveries:ride", people.token(walk, "courier2"))):
        routes = next(routes for name, _, routes in TABLE if name == permission)
        for method, path, body, status in routes:
            if status != 404 or "/reviews/" in path:
                continue
            path = path.replace(RESTAURANT, f"/restaurants/{kitchen.id}").replace(ITEM, f"/menu-items/{kitchen.dish}")
            path = path.replace(CATEGORY, f"/categories/{kitchen.category}").replace(NOBODY, placed["id"])
            walk.expect(f"{method} {path.replace(placed['id'], '…')}", walk.ask(method, path, body, caller), 404, slug="not-found")
    for account in ("owner2", "customer2"):
        walk.expect(f"{account} cancels nothing", walk.ask("POST", f"/orders/{placed['id']}/cancel", {}, people.token(walk, account)), 404)
    walk.expect("a link of another's order is gone already",
                walk.ask("DELETE", f"/orders/{placed['id']}/share", token=other), 404)
    walk.expect("a payment of another's", walk.ask("GET", f"/payments/{placed['payment']['id']}", token=other), 404)
    views(walk, kitchen, customer, placed)


def views(walk, kitchen, customer, placed):
    """What each of the staff sees of an order and its delivery, alone and in lists."""
    id = placed["id"]
    walk.ask("POST", f"/orders/{id}/accept", {}, kitchen.owner["token"])
    for role in ("support", "supervisor", "accountant", "admin", "developer"):
        token, is_masked = people.token(walk, people.ROLES[role]), role == "accountant"
        order = walk.expect(f"{role} reads the order", walk.ask("GET", f"/orders/{id}", token=token), deliveryCode=None)
        rows = [order.body, *(one for one in walk.ask("GET", f"/admin/orders?search={placed['number']}", token=token)["data"])]
        for row in rows:
            shown = [row[name]["phone"] for name in ("customer", "restaurant", "address") if row.get(name) and "phone" in row[name]]
            walk.fact("phones are masked" if is_masked else "phones in full", all(("•" in phone) == is_masked for phone in shown), row)
            if row.get("address"):
                lies = (row["address"]["line"], row["address"]["details"], row["address"]["location"])
                is_right = lies == ("•••", "•••", None) if is_masked else lies[0] == "شارع العليا ١٢"
                walk.fact("the address, too", is_right, row)
        job = walk.expect("and the delivery", walk.ask("GET", f"/deliveries/{id}", token=token))
        every = walk.ask("GET", "/admin/deliveries?perPage=100", token=token)
        for row in [job.body, *(one for one in every["data"] if one["id"] == id)]:
            door = row.get("dropoff") or {"line": "•••" if is_masked else "", "location": None if is_masked else 0}
            walk.fact("as far as it should", (door["line"] == "•••" and door["location"] is None) if is_masked
                      else door["line"] != "•••" and door["location"] is not None, row)
        found = walk.ask("GET", f"/admin/orders?search={customer['phone'].replace('+', '%2B')}", token=token)
        walk.fact("finds it by no phone" if is_masked else "finds it by a phone",
                  [one["id"] for one in found["data"]] == ([] if is_masked else [id]), found)
    walk.expect("who sees nothing: social media", walk.ask("GET", f"/orders/{id}", token=people.token(walk, "social")), 404)
    walk.expect("the end", walk.ask("POST", f"/orders/{id}/cancel", {"reason": "other", "note": "اختبار"},
                                    people.token(walk, "supervisor")), status="cancelled")


PARTS = [by_role, for_developers, of_others]
