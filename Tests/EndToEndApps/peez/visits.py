"""Visits and what they save, uploads of shops without a network, cash books, retries."""

import datetime, random

from accounts import NOBODY, PASSWORD, admin, join, vendor
from counter import REDEMPTION, activate, card, money, moving_code, proof_at, redeem_now, scan
from facts import away_from_midnight, local, wire
from shops import draft, new_vendor


def saving(amount, basis_points):
    return (amount * basis_points + 5000) // 10000


def visits(walk):
    """R11, R16, R17 visits, bonus, voids"""
    away_from_midnight(walk)
    token = walk.token("vendor3@peez.dz", "peez-demo-2026")
    member = join(walk, "Visites Pharmacie", neighborhood_id=3)
    walk.eventually(
        "orders knows the member", lambda: scan(walk, card(walk, member)["qr_payload"], token, 35),
        lambda a: a["member"]["name"] == "Visites P.", 2
    )
    walk.expect("a vendor of three shops must name one", scan(walk, card(walk, member)["qr_payload"], token), 422, errors=["shop_id"])
    activate(walk, member, 1, token, 35)
    made = redeem_now(walk, member, 190000, token, 35)
    walk.expect(
        "the document's sample: shop 35 in the campaign", made, 201, discount_percent=9.0, savings=money(17100), amount_due=money(172900),
        fields=REDEMPTION
    )
    campaign = walk.ask("GET", "/campaigns")["data"][0]["id"]
    walk.fact(
        "… explained by two lines",
        made["explain"]
        == [
            {"rule": "shop-discount", "percent": 7.0, "amount": money(13300)},
            {"rule": "campaign", "campaign_id": campaign, "percent": 2.0, "amount": money(3800)},
        ],
        made,
    )
    draw, total, rows = random.Random(6), 17100, 1
    for shop, base in ((31, 500), (36, 750), (35, 700)):
        other = join(walk, f"Visites {'ABC'[rows - 1]}montants")
        walk.eventually("orders knows her", lambda: scan(walk, card(walk, other)["qr_payload"], token, shop),
                        lambda a: a["member"]["name"] is not None, 2)
        activate(walk, other, 1, token, shop)
        mine = 0
        for step, amount in zip((-1, 0, 1),
                                (draw.randrange(1, 1000), draw.randrange(1000, 1_000_000), draw.randrange(1_000_000, 100_000_000))):
            answer = redeem_now(walk, other, amount, token, shop, step)
            wanted = saving(amount, base + 200)
            walk.fact(
                f"{amount} at {base / 100 + 2} % saves {wanted}; the lines add up",
                answer.status == 201
                and answer["savings"]["amount"] == wanted == sum(l["amount"]["amount"] for l in answer["explain"])
                and answer["amount_due"]["amount"] == amount - wanted
                and answer["explain"][0]["amount"]["amount"] == saving(amount, base),
                answer,
            )
            mine += wanted
        listed = walk.ask("GET", "/redemptions", token=other["token"])
        walk.fact(
            "the month's sum is the sum of the rows",
            listed["summary"] == {"visits": 3, "savings": money(mine)}
            and walk.ask("GET", "/home/stats", token=other["token"])["savings_this_month"] == money(mine),
            listed,
        )
        rows += 1
    rated = walk.expect("rating", walk.ask("POST", "/ratings", {"shop_id": 35, "stars": 5}, member["token"]), 201)

    def verified(a):
        return next(r for r in a["data"] if r["id"] == rated["id"])["verified_visit"]

    walk.eventually("verified after the visit", lambda: walk.ask("GET", "/ratings/my-ratings", token=member["token"]),
                    lambda a: verified(a) is True, 2)
    walk.expect("void by another vendor", walk.ask("POST", f"/vendor/redemptions/{made['id']}/void", {"reason": "erreur"}, vendor(walk)),
                403, "not-your-shop")
    walk.expect("void without reason", walk.ask("POST", f"/vendor/redemptions/{made['id']}/void", {"reason": "x"}, token), 422,
                errors=["reason"])
    answer = walk.expect("void", walk.ask("POST", f"/vendor/redemptions/{made['id']}/void", {"reason": "erreur de caisse"}, token),
                         fields=REDEMPTION)
    walk.fact("… voided", answer.body["status"] == "voided", answer)
    walk.expect("again", walk.ask("POST", f"/vendor/redemptions/{made['id']}/void", {"reason": "erreur de caisse"}, token), 409,
                "already-voided")
    walk.expect("unknown", walk.ask("POST", f"/vendor/redemptions/{NOBODY}/void", {"reason": "erreur de caisse"}, token), 404)
    walk.eventually("the flag follows the void", lambda: walk.ask("GET", "/ratings/my-ratings", token=member["token"]),
                    lambda a: verified(a) is False, 2)
    walk.expect(
        "nothing saved any more",
        walk.ask("GET", "/home/stats", token=member["token"]),
        savings_this_month=money(0),
        visits_this_month=0,
        shops_visited=0,
        savings_total=money(0),
    )
    listed = walk.ask("GET", "/redemptions", token=member["token"])
    walk.fact("listed, not counted", listed["meta"]["total"] == 1 and listed["summary"] == {"visits": 0, "savings": money(0)}, listed)
    today = local(walk.now()).date()
    listed = walk.ask("GET", f"/vendor/redemptions?shop_id=36&from={today}&to={today}", token=token)
    walk.fact("the vendor's list: with members", listed["summary"]["count"] == 3 and all(r["member"]["name"] for r in listed["data"]),
              listed)
    walk.fact("… of yesterday: none",
              walk.ask("GET", f"/vendor/redemptions?shop_id=36&to={today - datetime.timedelta(1)}", token=token)["meta"]["total"] == 0)
    walk.expect("a malformed date is 422", walk.ask("GET", "/vendor/redemptions?shop_id=36&from=yesterday", token=token), 422,
                errors=["from"])
    late = redeem_now(walk, member, 5000, token, 35, 1)
    walk.advance(advance="PT16M")
    token = walk.token("vendor3@peez.dz", "peez-demo-2026")
    walk.expect(
        "after 16 minutes a vendor cannot",
        walk.ask("POST", f"/vendor/redemptions/{late['id']}/void", {"reason": "trop tard"}, token),
        409,
        "void-window-closed",
    )
    walk.expect("an admin can", walk.ask("POST", f"/vendor/redemptions/{late['id']}/void", {"reason": "sur demande"}, admin(walk)))


def offline(walk):
    """R18 offline upload"""
    away_from_midnight(walk)
    person, token, shop = new_vendor(walk, "Vendeur Reseau")
    member = join(walk, "Sans Reseau")
    walk.eventually("orders knows the member", lambda: scan(walk, card(walk, member)["qr_payload"], token),
                    lambda a: a["member"]["name"] is not None, 2)
    never = join(walk, "Jamais Membre")
    walk.eventually("and the other", lambda: scan(walk, card(walk, never)["qr_payload"], token), lambda a: a["member"]["name"] is not None,
                    2)
    activate(walk, member, 1, token)
    paper, now = card(walk, member), walk.now()

    def item(nonce, minutes=0, payload=None, amount=10000, **changes):
        at = now - datetime.timedelta(minutes=minutes)
        step = int(at.timestamp()) // 30 * 30
        return {
            "nonce": nonce,
            "payload": payload or f"PEEZ1:{member['number']}:{step}:{moving_code(paper['proof']['key'], step)}",
            "scanned_at": wire(at),
            "purchase_amount": money(amount),
            **changes,
        }

    stale = item("stale", 10)["payload"]
    theirs = card(walk, never)
    step = int(now.timestamp()) // 30 * 30
    items = [
        item("good", 20),
        item("stale", 0, stale),
        item("double", 20),
        item("card", 0, paper["qr_payload"]),
        item("old", 25 * 60),
        item("ahead", -2),
        item("forged", 0, stale[:-1] + str((int(stale[-1]) + 1) % 10)),
        item("never", 0, f"PEEZ1:{never['number']}:{step}:{moving_code(theirs['proof']['key'], step)}"),
        item("bad", 0, None, 0),
        item("second", 30),
        item("good", 40),
    ]
    answer = walk.expect("a mixed upload", walk.ask("POST", "/vendor/redemptions/offline", {"shop_id": shop, "items": items}, token))
    got = [(r["nonce"], r["result"], r["reason"]) for r in answer["results"]]
    walk.fact(
        "each item stands for itself",
        got
        == [
            ("good", "recorded", None),
            ("stale", "refused", "proof-expired"),
            ("double", "refused", "proof-already-used"),
            ("card", "refused", "proof-required"),
            ("old", "refused", "bad-time"),
            ("ahead", "refused", "bad-time"),
            ("forged", "refused", "bad-proof"),
            ("never", "refused", "not-active-then"),
            ("bad", "refused", "invalid-item"),
            ("second", "recorded", None),
            ("good", "duplicate", None),
        ],
        got,
    )
    walk.fact("a duplicate repeats the earlier answer",
              answer["results"][10]["redemption_id"] == answer["results"][0]["redemption_id"] is not None, answer)
    again = walk.ask("POST", "/vendor/redemptions/offline", {"shop_id": shop, "items": items}, token)
    walk.fact(
        "re-uploading changes nothing",
        {(r["nonce"], r["result"]) for r in again["results"] if r["nonce"] in ("good", "second")} == {("good", "duplicate"),
            ("second", "duplicate")}
        and walk.ask("GET", "/redemptions", token=member["token"])["summary"]["visits"] == 2,
        again,
    )
    mine = walk.ask("GET", "/redemptions", token=member["token"])
    walk.fact(
        "visits of then, marked offline",
        all(r["offline"] for r in mine["data"])
            and {r["recorded_at"] for r in mine["data"]} == {items[0]["scanned_at"], items[9]["scanned_at"]},
        mine,
    )
    walk.expect("no items is 422", walk.ask("POST", "/vendor/redemptions/offline", {"shop_id": shop, "items": []}, token), 422,
                errors=["items"])
    walk.expect(
        "101 items is 422",
        walk.ask("POST", "/vendor/redemptions/offline", {"shop_id": shop, "items": [item(f"n{n}") for n in range(101)]}, token),
        422,
        errors=["items"],
    )


def cash(walk):
    """Cash books and settlements"""
    person, token, shop = new_vendor(walk, "Vendeur Caisse")
    member = join(walk, "Payeur Comptant")
    first = activate(walk, member, 3, token)
    walk.eventually("collected", lambda: walk.ask("GET", f"/vendor/cash?shop_id={shop}", token=token),
                    lambda a: a["summary"]["balance_due"] == money(90000))
    path = f"/admin/shops/{shop}"
    for title, body, field in (
        ("nothing", {}, "amount"),
        ("amount 0", {"amount": money(0), "reference": "r"}, "amount"),
        ("no reference", {"amount": money(1)}, "reference"),
        ("long reference", {"amount": money(1), "reference": "r" * 65}, "reference"),
        ("another currency", {"amount": {"amount": 1, "currency": "EUR"}, "reference": "r"}, "amount"),
    ):
        answer = walk.ask("POST", f"{path}/settlements", body, admin(walk))
        walk.fact(f"{title} is 422", answer.status == 422 and any(key.startswith(field) for key in answer["errors"]), answer)
    walk.expect(
        "more than is due", walk.ask("POST", f"{path}/settlements", {"amount": money(90001), "reference": "trop"}, admin(walk)), 409,
        "amount-exceeds-balance"
    )
    made = walk.expect(
        "settle 60000",
        walk.ask("POST", f"{path}/settlements", {"amount": money(60000), "reference": "reçu 7"}, admin(walk)),
        201,
        type="settled",
        amount=money(-60000),
        balance_after=money(30000),
        reference="reçu 7",
        fields=("id", "activation_id", "at"),
    )
    walk.expect(
        "the same reference", walk.ask("POST", f"{path}/settlements", {"amount": money(1), "reference": "reçu 7"}, admin(walk)), 422,
        errors=["reference"]
    )
    walk.expect("void makes it negative", walk.ask("POST", f"/vendor/activations/{first['id']}/void", {"reason": "rendu"}, token))
    book = walk.eventually(
        "shop credit",
        lambda: walk.ask("GET", f"{path}/cash", token=admin(walk)),
        lambda a: a["summary"] == {"collected": money(90000), "voided": money(-90000), "settled": money(-60000),
                                   "balance_due": money(-60000)},
    )
    walk.fact(
        "newest first, balances follow",
        [(e["type"], e["balance_after"]["amount"]) for e in book["data"]] == [("voided", -60000), ("settled", 30000), ("collected", 90000)]
        and book["data"][1]["id"] == made["id"],
        book,
    )
    walk.expect("unknown shop", walk.ask("GET", "/admin/shops/99999/cash", token=admin(walk)), 404)
    walk.expect("settle an unknown shop",
                walk.ask("POST", "/admin/shops/99999/settlements", {"amount": money(1), "reference": "r"}, admin(walk)), 404)
    walk.expect("the book of a draft is empty", walk.ask("GET", "/admin/shops/121/cash", token=admin(walk)), data=[])
    coming = walk.ask("POST", "/admin/shops", draft(name_fr="Bientôt", vendor_user_ids=[person["uuid"]]), admin(walk))["id"]
    walk.eventually("its vendor hears that a draft takes no cards", lambda: scan(walk, "x", token, coming),
                    lambda a: (a.status, a.slug) == (409, "shop-inactive"))
    walk.expect("which nobody sees", walk.ask("GET", f"/shops/{coming}"), 404)


def retries(walk):
    """Retried requests at the counter"""
    _, token, shop = new_vendor(walk, "Vendeur Retente")
    member = join(walk, "Deux Fois")
    walk.eventually("orders knows the member", lambda: scan(walk, card(walk, member)["qr_payload"], token),
                    lambda a: a["member"]["name"] is not None, 2)
    payload = proof_at(walk, member)
    first, second = (scan(walk, payload, token, **{"Idempotency-Key": "scan-1"}) for _ in range(2))
    walk.fact("a retried scan answers the same scan", first["result"] == "valid" == second["result"]
        and first["scan_id"] == second["scan_id"], first, second)
    sold = walk.ask("POST", "/vendor/activations", {"scan_id": first["scan_id"], "months": 1}, token)
    body = {"scan_id": first["scan_id"], "purchase_amount": money(100_00)}
    one, two = (walk.ask("POST", "/vendor/redemptions", body, token, {"Idempotency-Key": "visit-1"}) for _ in range(2))
    walk.fact("a retried redemption too", one.status == two.status == 201 and one["id"] == two["id"], one, two)
    one, two = (walk.ask("POST", f"/vendor/redemptions/{one['id']}/void", {"reason": "retour"}, token, {"Idempotency-Key": "void-1"})
        for _ in range(2))
    walk.fact(
        "a retried void is replayed, a repeated one refused",
        one.status == two.status == 200 and walk.ask("POST", f"/vendor/redemptions/{one['id']}/void", {"reason": "retour"}, token)
            .slug == "already-voided",
        one,
        two,
    )
    one, two = (walk.ask("POST", f"/vendor/activations/{sold['id']}/void", {"reason": "retour"}, token, {"Idempotency-Key": "void-2"})
        for _ in range(2))
    walk.fact("so is a retried void of a sale", one.status == two.status == 200, one, two)
