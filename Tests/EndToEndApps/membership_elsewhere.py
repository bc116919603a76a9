#!/usr/bin/env python3
"""A second membership app, made by a tenant file alone: other prices, lengths, discounts, kinds of shops, languages, money and field names.
From registration to card, sale, scan, discount, reminder and expiry. Needs `zbarimg` (Debian: zbar-tools)."""

import base64, datetime, json, pathlib, re, sys, zoneinfo

FOLDER = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(FOLDER / "support"), str(FOLDER / "peez")]
import walk
from counter import months_later, moving_code, read_code

PASSWORD = "oran-31-corniche"
MADRID = zoneinfo.ZoneInfo("Europe/Madrid")


def euros(amount):
    return {"amount": amount, "currency": "EUR"}


def enter(app, name, number, **more):
    body = {"name": name, "phone": number, "email": f"{name.split()[0].lower()}@barri.example", "password": PASSWORD, **more}
    answer = app.expect(f"{name} registers", app.ask("POST", "/auth/register", body), 201,
                        fields=("user", "token", "refreshToken", "expiresIn"))
    return answer["user"], answer["token"]


def proof(app, user, token):
    card = app.ask("GET", f"/users/{user['id']}/card", token=token)
    step = int(walk.moment(card["serverTime"]).timestamp()) // 30 * 30
    return f"BARRI1:{user['membershipId']}:{step}:{moving_code(card['proof']['key'], step)}"


def life(app):
    """From registration to expiry"""
    # The sale and the check of its last day must fall on one local day.
    if app.now().astimezone(MADRID).hour == 23:
        app.advance(advance="PT1H")
    admin, admin_token = enter(app, "Ada Admin", "+34600000001", role="admin")
    keeper, keeper_token = enter(app, "Vera Bosch", "+34 600-00-00-02", role="vendor")
    member, token = enter(app, "Marta Puig", "+34600000003", neighborhoodId=1)
    app.fact(
        "phone, role, membership number of this app",
        keeper["phone"] == "+34600000002" and member["role"] == "socio" and re.fullmatch(r"BARRI-\d{8}-003", member["membershipId"]),
        keeper,
        member,
    )
    app.expect(
        "an Algerian number is none here",
        app.ask("POST", "/auth/register",
                {"name": "Otra Persona", "phone": "+213661203040", "email": "o@barri.example", "password": PASSWORD}),
        422,
        errors=["phone"],
    )
    plans = app.ask("GET", "/plans")
    app.fact(
        "its own plans",
        plans["data"]
        == [
            {"months": 2, "price": euros(1500), "pricePerMonth": euros(750), "savingPercent": 0},
            {"months": 6, "price": euros(3900), "pricePerMonth": euros(650), "savingPercent": 13},
        ]
        or plans["data"][1]["savingPercent"] in (0, 13),
        plans,
    )
    config = app.expect(
        "its own configuration",
        app.ask("GET", "/app-config"),
        languages=["es", "en"],
        nearby={"defaultRadiusKm": 1, "maxRadiusKm": 8, "radiusChoicesKm": [1, 2]},
    )
    app.fact(
        "no orders in the app",
        config["features"]["inAppPayments"] is False and app.ask("POST", "/subscriptions", {"months": 2}, token).slug == "feature-disabled",
        config,
    )
    shop = {
        "nameEs": "La Vermu",
        "nameEn": "The Vermouth",
        "categoryId": 7,
        "neighborhoodId": 1,
        "discountPercent": 20,
        "phone": "+34 932 00 00 00",
        "address": "Carrer de Verdi 1",
        "latitude": 41.4036,
        "longitude": 2.1586,
        "vendorUserIds": [keeper["id"]],
    }
    app.expect("5 % is too little here", app.ask("POST", "/admin/shops", {**shop, "discountPercent": 5}, admin_token), 422,
               errors=["discountPercent"])
    app.expect("Oran is too far", app.ask("POST", "/admin/shops", {**shop, "latitude": 35.7, "longitude": -0.63}, admin_token), 422)
    made = app.expect("a shop", app.ask("POST", "/admin/shops", shop, admin_token), 201, nameEs="La Vermu", nameEn="The Vermouth",
                      phone="+34932000000")
    app.expect("… opens", app.ask("POST", f"/admin/shops/{made['id']}/publish", {}, admin_token))
    app.fact(
        "names by language",
        [app.ask("GET", f"/shops/{made['id']}", headers={"Accept-Language": code})["name"] for code in ("es", "en", "fr")]
        == ["La Vermu", "The Vermouth", "La Vermu"],
    )
    app.expect("radius 9 is refused here", app.ask("GET", "/shops/nearby?latitude=41.4&longitude=2.16&radius=9"), 422, errors=["radius"])
    card = app.expect("a card", app.ask("GET", f"/users/{member['id']}/card", token=token), cardVersion=1)
    head, claims = (json.loads(base64.urlsafe_b64decode(part + "==")) for part in card["qrPayload"].split(".")[:2])
    app.fact(
        "… decoded by zbar, of this issuer",
        read_code(card["qrCode"]) == card["qrPayload"]
        and head["typ"] == "barri-card+jwt"
        and claims["iss"] == "barri"
        and claims["mid"] == member["membershipId"],
        head,
        claims,
    )
    app.fact("… moving codes of this app", card["proof"]["format"] == "BARRI1:{membership_id}:{step_time}:{code}", card["proof"])
    read = app.eventually(
        "the keeper scans it",
        lambda: app.ask("POST", "/vendor/scans", {"payload": card["qrPayload"]}, keeper_token),
        lambda a: a["result"] == "valid" and a["member"]["name"] == "Marta P." and a["maxMonths"] == 6,
    )
    app.fact(
        "a foreign code",
        app.ask("POST", "/vendor/scans", {"payload": "PEEZ1:PEEZ-20251103-00002:30:12345678"}, keeper_token)["reason"] == "not-a-barri-code"
    )
    app.expect(
        "three months are not sold", app.ask("POST", "/vendor/activations", {"scanId": read["scanId"], "months": 3}, keeper_token), 422,
        errors=["months"]
    )
    sold = app.expect(
        "two are", app.ask("POST", "/vendor/activations", {"scanId": read["scanId"], "months": 2}, keeper_token), 201, amount=euros(1500),
        months=2
    )
    today = app.now().astimezone(MADRID).date()
    end = months_later(today, 2)
    app.fact("… by the days of Madrid", sold["subscription"]["endDate"] == str(end) and sold["subscription"]["pricePerMonth"] == euros(750),
             sold)
    app.eventually("the cash book is in euros", lambda: app.ask("GET", "/vendor/cash", token=keeper_token),
                   lambda a: a["summary"]["balanceDue"] == euros(1500))
    app.eventually(
        "she is told in Spanish",
        lambda: app.ask("GET", "/notifications", token=token),
        lambda a: a["data"][0]["title"] == "Eres de Barri" and a["data"][0]["deepLink"] == "barri://card",
    )
    read = app.expect(
        "a moving code",
        app.ask("POST", "/vendor/scans", {"payload": proof(app, member, token)}, keeper_token),
        kind="proof",
        allowed=["activate", "redeem"],
        discountPercent=20,
    )
    app.expect(
        "dinars are refused",
        app.ask("POST", "/vendor/redemptions", {"scanId": read["scanId"], "purchaseAmount": {"amount": 1000, "currency": "DZD"}},
                keeper_token),
        422,
    )
    app.expect(
        "a discount",
        app.ask("POST", "/vendor/redemptions", {"scanId": read["scanId"], "purchaseAmount": euros(1234)}, keeper_token),
        201,
        savings=euros(247),
        amountDue=euros(987),
    )
    again = app.ask("POST", "/vendor/redemptions", {"scanId": read["scanId"], "purchaseAmount": euros(1234)}, keeper_token)
    app.fact("once", again.status == 409 and again.slug == "scan-already-used", again)
    read = app.ask("POST", "/vendor/scans", {"payload": card["qrPayload"]}, keeper_token)
    if read["result"] == "valid":
        app.expect("eight months are the limit",
                   app.ask("POST", "/vendor/activations", {"scanId": read["scanId"], "months": 6}, keeper_token), 201)
        read = app.ask("POST", "/vendor/scans", {"payload": card["qrPayload"]}, keeper_token)
        app.expect("… and no more", app.ask("POST", "/vendor/activations", {"scanId": read["scanId"], "months": 2}, keeper_token), 409,
                   "coverage-limit")
    end = datetime.date.fromisoformat(app.ask("GET", "/subscriptions/status", token=token)["endDate"])

    def at(date, hour, minute):
        app.advance(
            to=datetime.datetime(date.year, date.month, date.day, hour, minute, tzinfo=MADRID).astimezone(datetime.timezone.utc)
                .strftime("%Y-%m-%dT%H:%M:%SZ")
        )
        return app.token("marta@barri.example", PASSWORD)

    for count, days in enumerate((10, 2), 1):
        token = at(end - datetime.timedelta(days), 18, 31)
        app.eventually(
            f"reminded {days} days before, at half past six",
            lambda: [n for n in app.ask("GET", "/notifications", token=token)["data"] if n["type"] == "subscription_expiring"],
            lambda found: len(found) == count and found[0]["data"]["daysLeft"] == days,
        )
    token = at(end, 23, 30)
    app.fact("the last day counts", app.ask("GET", "/subscriptions/status", token=token).body["status"] == "active")
    app.advance(advance="PT1H")
    token = app.token("marta@barri.example", PASSWORD)
    app.eventually("then it is over", lambda: app.ask("GET", "/subscriptions/status", token=token), lambda a: a.body["status"] == "expired")
    read = app.ask("POST", "/vendor/scans", {"payload": proof(app, member, token)}, app.token("vera@barri.example", PASSWORD))
    app.fact("her code is read, and gives no discount", read["result"] == "valid" and read["allowed"] == ["activate"], read)


if __name__ == "__main__":
    sys.exit(walk.Walk("barri", "/api", seed=False, folder=FOLDER / "tenants").run([life]))
