"""Who may do what: each route for a guest and for each role alone. Whose things they are comes second."""

import people

NOBODY = "00000000-0000-4000-8000-000000000000"
C, D, S, P, A = "customer", "driver", "dispatcher", "pricing_manager", "admin"
EVERYBODY = {None, C, D, S, P, A}
AT = "lat=25.7617&lng=-80.1918"

# Method, path, roles that may. `?`: an id that nothing has.
ROUTES = [
    *((method, path, {C}) for path in ("/vehicles", "/addresses") for method in ("GET", "POST")),
    *((method, path, {C}) for path in ("/vehicles/?", "/addresses/?") for method in ("GET", "PUT", "DELETE")),
    ("GET", "/home", {C}), ("POST", "/quotes", {C}), ("GET", "/quotes/?", {C}), ("POST", "/orders", {C}), ("GET", "/orders", {C}),
    ("GET", "/orders?scope=all", {S, A}), ("GET", "/orders/?", {C, D, S, A}),
    *(("POST", f"/orders/?/{step}", {C, S, A}) for step in ("cancel", "reschedule")),
    *(("POST", f"/orders/?/{step}", {C}) for step in ("tip", "payment")),
    *(("GET", f"/orders/?/{view}", {C, S, A}) for view in ("receipt", "receipt.pdf", "tracking", "tracking.html")),
    *(("GET", path, EVERYBODY) for path in (
        "/vehicle-makes", "/vehicle-makes/toyota/models", "/plate-formats", "/fuel-types", "/fuel-types/regular", f"/fuel-prices?{AT}",
        "/price-zones", "/price-zones/?", "/service-areas", "/service-areas/?", f"/service-areas/lookup?{AT}", "/geocode?q=brickell",
        f"/geocode/reverse?{AT}", f"/delivery-windows?{AT}&fuelType=regular", "/app-config", "/legal/privacy", "/legal/terms")),
    ("POST", "/analytics/events", EVERYBODY), ("GET", "/analytics/summary?from=2026-11-20&to=2026-11-21", {A}),
    ("GET", "/prices", {P, A}), ("POST", "/prices", {P, A}), ("DELETE", "/prices/?", {P, A}), ("PUT", "/fuel-types/coal", {P, A}),
    ("POST", "/price-zones", {P, A}), ("PUT", "/price-zones/?", {P, A}), ("POST", "/service-areas", {P, A}),
    ("PUT", "/service-areas/?", {P, A}), ("DELETE", "/service-areas/?", {P, A}),
    ("GET", "/promo-codes", {P, A}), ("POST", "/promo-codes", {P, A}), ("PUT", "/promo-codes/NOBODYS", {P, A}),
    *((method, path, {S, A}) for path in ("/service-areas/?/schedule", "/trucks/?/roster") for method in ("GET", "PUT")),
    ("POST", "/shifts", {D}), ("GET", "/shifts/current", {D}), ("POST", "/shifts/current/locations", {D}),
    ("POST", "/shifts/?/end", {D, S, A}), ("GET", "/deliveries", {D, S, A}), ("GET", "/deliveries/?", {D, S, A}),
    ("POST", "/deliveries/?/assign", {S, A}),
    *(("POST", f"/deliveries/?/{step}", {D}) for step in ("claim", "start", "arrive", "start-fueling")),
    # Dispatchers finish the job of a driver who lost his role.
    *(("POST", f"/deliveries/?/{step}", {D, S, A}) for step in ("release", "fail", "meter-reading", "photos?kind=meter", "complete")),
    ("GET", "/photos/?", {C, D, S, A}),
    ("GET", "/trucks", {D, S, A}), ("GET", "/trucks/?", {D, S, A}), ("GET", "/trucks/?/ledger", {D, S, A}), ("POST", "/trucks", {S, A}),
    ("PUT", "/trucks/?", {S, A}), ("POST", "/trucks/?/loads", {D, S, A}), ("POST", "/trucks/?/adjustments", {S, A}),
    *(("GET", path, {D}) for path in ("/wallet", "/wallet/entries", "/wallet/withdrawals")), ("POST", "/wallet/withdrawals", {D}),
    ("POST", "/payments/?/refunds", {S, A}), ("GET", "/users", {A}), ("PUT", "/users/?/roles", {A}),
    ("GET", "/admin/dead-letters", {A}), ("POST", "/admin/dead-letters/?/replay", {A}), ("GET", "/webhooks", {A}),
    ("GET", "/dispatch/board.html", {S, A}),
    *(("GET", path, EVERYBODY - {None}) for path in ("/auth/me", "/notifications", "/payment-methods", "/transactions")),
]


def routes(walk):
    """Every route, for a guest and each of the five roles"""
    for method, path, allowed in ROUTES:
        wrong = []
        for role in (None, C, D, S, P, A):
            token = people.token(walk, people.ROLES[role]) if role else None
            body = None if method in ("GET", "DELETE") else {}
            answer = walk.ask(method, path.replace("/?", f"/{NOBODY}"), body, token)
            if role in allowed:
                right = answer.status not in (401, 403) and answer.status < 500
            elif role is None:
                right = answer.status == 401 and answer.slug == "unauthenticated"
            else:
                named = answer.get("requiredRole") or answer.get("requiredPermission")
                right = answer.status == 403 and answer.slug == "forbidden" and bool(named)
            if not right or answer.status >= 400 and walk.problems_of(answer):
                wrong += [role, answer]
        walk.fact(f"{method} {path}: {', '.join(sorted(role or 'guest' for role in allowed))}", not wrong, *wrong)


def strangers(walk):
    """Things of somebody else do not exist, whatever is sent with them"""
    daniel, maya, aisha = (people.as_(walk, account) for account in ("daniel", "maya", "aisha"))
    vehicle, address, order = (daniel("GET", path)["data"][0]["id"] for path in ("/vehicles", "/addresses", "/orders"))
    payment = daniel("GET", f"/orders/{order}")["payment"]["id"]
    card = daniel("GET", "/payment-methods")["data"][0]["id"]
    for method, path, body in (
            ("GET", f"/vehicles/{vehicle}", None), ("PUT", f"/vehicles/{vehicle}", {"year": 1900}),
            ("DELETE", f"/vehicles/{vehicle}", None),
            ("GET", f"/addresses/{address}", None), ("PUT", f"/addresses/{address}", {"postalCode": "x"}),
            ("DELETE", f"/addresses/{address}", None), ("GET", f"/orders/{order}", None), ("GET", f"/orders/{order}/receipt", None),
            ("GET", f"/orders/{order}/tracking", None), ("POST", f"/orders/{order}/cancel", {"reason": "x" * 201}),
            ("POST", f"/orders/{order}/reschedule", {}), ("POST", f"/orders/{order}/tip", {}), ("POST", f"/orders/{order}/payment", {}),
            ("GET", f"/payments/{payment}", None), ("DELETE", f"/payment-methods/{card}", None),
            ("PUT", f"/payment-methods/{card}/default", None)):
        walk.expect(f"Maya does not {method} Daniel's {path.split('/')[1]}", maya(method, path, body), 404, slug="not-found")
    walk.expect("its driver reads his newest order", people.as_(walk, "luis")("GET", f"/orders/{order}"), id=order)
    for path in (f"/orders/{order}", f"/deliveries/{order}"):
        walk.expect("another driver does not", aisha("GET", path), 404, slug="not-found")


PARTS = [routes, strangers]
