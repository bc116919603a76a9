"""What members are told, and the end of a membership."""

import datetime, re

from accounts import NOBODY, PASSWORD, admin, again, join
from campaigns import plan
from counter import activate, card, money, proof_at, redeem_now, scan
from facts import local, wire
from shops import draft, new_shop, new_vendor

NOTIFICATION = ("id", "category", "type", "title", "body", "deep_link", "data", "why", "channels", "read", "created_at")
MONTHS = "janvier février mars avril mai juin juillet août septembre octobre novembre décembre".split()


def told(walk, token, kind):
    return [n for n in walk.ask("GET", "/notifications?per_page=100", token=token)["data"] if n["type"] == kind]


def spoken(date):
    return f"{date.day}{'er' if date.day == 1 else ''} {MONTHS[date.month - 1]} {date.year}"


def at_local(walk, date, hour, minute=0):
    """Moves the clock to a local time."""
    return walk.advance(
        to=wire(datetime.datetime(date.year, date.month, date.day, hour, minute, tzinfo=datetime.timezone(datetime.timedelta(hours=1)))))


def feed(walk):
    """R20 R22 what members are told at once"""
    # Ten o'clock: no quiet hours.
    tomorrow = local(walk.now()).date() + datetime.timedelta(1)
    at_local(walk, tomorrow, 10, 5)
    _, token, shop = new_vendor(walk, "Vendeur Nouvelles", name_fr="Maison des Nouvelles", neighborhood_id=14, latitude=35.6815,
                                longitude=-0.612)
    member = join(walk, "Lectrice Assidue", neighborhood_id=15)
    reader = join(walk, "Lecteur Arabe", locale="ar", neighborhood_id=1)
    walk.eventually("orders knows the member", lambda: scan(walk, card(walk, member)["qr_payload"], token),
                    lambda a: a["member"]["name"] is not None, 2)
    sold = activate(walk, member, 1, token)
    end = datetime.date.fromisoformat(sold["subscription"]["end_date"])
    answer = walk.eventually(
        "subscription_activated", lambda: walk.ask("GET", "/notifications", token=member["token"]),
        lambda a: a["data"][0]["type"] == "subscription_activated"
    )
    walk.fact(
        "… in the document's words",
        {
            **answer["data"][0],
            "category": "membership",
            "title": "Adhésion activée",
            "body": f"Valable jusqu'au {spoken(end)}",
            "deep_link": "peez://card",
            "read": False,
        }
        == answer["data"][0]
        and set(NOTIFICATION) <= set(answer["data"][0]),
        answer,
    )
    visit = redeem_now(walk, member, 245000, token)
    saved = visit["savings"]["amount"]
    walk.eventually(
        "visit_recorded",
        lambda: walk.ask("GET", "/notifications", token=member["token"]),
        lambda a: {
            **a["data"][0],
            "type": "visit_recorded",
            "category": "visits",
            "title": f"Vous avez économisé {saved // 100},{saved % 100:02} DZD",
            "body": "chez Maison des Nouvelles",
            "deep_link": "peez://redemptions",
        }
        == a["data"][0],
    )
    walk.eventually("two are unread", lambda: walk.ask("GET", "/notifications/unread-count", token=member["token"]),
                    lambda a: a["count"] == 2)
    first = walk.ask("GET", "/notifications", token=member["token"])["data"][0]["id"]
    walk.fact("read one", walk.ask("POST", f"/notifications/{first}/read", {}, member["token"]).status in (200, 204))
    walk.fact("one is unread", walk.ask("GET", "/notifications?unread=true", token=member["token"])["meta"]["total"] == 1)
    walk.fact(
        "read all",
        walk.ask("POST", "/notifications/read-all", {}, member["token"]).status in (200, 204)
        and walk.ask("GET", "/notifications/unread-count", token=member["token"])["count"] == 0,
    )
    walk.expect("read nobody's", walk.ask("POST", f"/notifications/{NOBODY}/read", {}, member["token"]), 404)
    walk.expect("preferences", walk.ask("GET", "/notification-preferences", token=member["token"]))
    fresh = walk.ask(
        "POST",
        "/admin/shops",
        draft(name_fr="Boulangerie Neuve", name_ar="مخبزة جديدة", neighborhood_id=15, category_id=1, discount_percent=7, latitude=35.682,
              longitude=-0.679),
        admin(walk),
    )
    walk.ask("POST", f"/admin/shops/{fresh['id']}/publish", {}, admin(walk))
    walk.eventually(
        "new_shop reaches the neighbourhood",
        lambda: told(walk, member["token"], "new_shop"),
        lambda found: {
            **found[0],
            "category": "shops",
            "title": "Nouveau à Bouamama : Boulangerie",
            "body": "Boulangerie Neuve offre 7 % de réduction",
            "deep_link": f"peez://shops/{fresh['id']}",
        }
        == found[0]
        and found[0]["data"]["shop_id"] == fresh["id"],
    )
    walk.fact("… and nobody else", told(walk, reader["token"], "new_shop") == [])
    for verb in ("suspend", "resume"):
        walk.ask("POST", f"/admin/shops/{fresh['id']}/{verb}", {}, admin(walk))
    hour = datetime.timedelta(hours=1)
    title = ("Fête du pain " * 7)[:80]
    offer = walk.ask("POST", "/admin/campaigns", plan(
        walk, -hour, 48 * hour, title={"fr": title, "ar": "عيد الخبز"}, category_ids=[4], bonus_percent=0.5), admin(walk))
    walk.ask("POST", f"/admin/campaigns/{offer['id']}/publish", {}, admin(walk))
    walk.eventually(
        "campaign reaches every member",
        lambda: told(walk, member["token"], "campaign"),
        lambda found: {
            **found[0],
            "category": "campaigns",
            "title": title,
            "body": "Trois pour cent de plus.",
            "deep_link": "peez://shops?category_id=4",
        }
        == found[0]
        and found[0]["data"]["campaign_id"] == offer["id"],
    )
    walk.eventually(
        "… in Arabic where the account says so",
        lambda: told(walk, reader["token"], "campaign"),
        lambda found: found[0]["title"] == "عيد الخبز",
    )
    walk.ask("POST", f"/admin/campaigns/{offer['id']}/cancel", {}, admin(walk))
    words = {"title": {"fr": "Nouvelle version", "ar": "نسخة جديدة"}, "body": {"fr": "PEEZ 1.1 est là.", "ar": "وصلت PEEZ 1.1."}}
    for title, body, field in (
        ("no Arabic", {**words, "title": {"fr": "x"}, "audience": "all"}, "title"),
        ("no audience", words, "audience"),
        ("another audience", {**words, "audience": "men"}, "audience"),
        ("no neighbourhood", {**words, "audience": "neighborhood"}, "neighborhood_id"),
        ("a long title", {**words, "title": {"fr": "x" * 81, "ar": "x"}, "audience": "all"}, "title"),
        ("a long body", {**words, "body": {"fr": "x" * 201, "ar": "x"}, "audience": "all"}, "body"),
    ):
        answer = walk.ask("POST", "/admin/announcements", body, admin(walk))
        walk.fact(f"announcement with {title} is 422", answer.status == 422 and any(key.startswith(field) for key in answer["errors"]),
                  answer)
    made = walk.expect(
        "announcement to one neighbourhood",
        walk.ask("POST", "/admin/announcements", {**words, "audience": "neighborhood", "neighborhood_id": 15, "deep_link": "peez://shops"},
                 admin(walk)),
        201,
        fields=("id", "recipients"),
    )
    walk.eventually(
        "… arrives there",
        lambda: told(walk, member["token"], "app_update"),
        lambda found: (found[0]["title"], found[0]["body"], found[0]["deep_link"], found[0]["category"])
        == ("Nouvelle version", "PEEZ 1.1 est là.", "peez://shops", "app"),
    )
    walk.fact("… only there; counted", told(walk, reader["token"], "app_update") == [] and made["recipients"] >= 1, made)
    made = walk.expect("to all", walk.ask("POST", "/admin/announcements", {**words, "audience": "all"}, admin(walk)), 201)
    walk.eventually("… in Arabic", lambda: told(walk, reader["token"], "app_update"), lambda found: found[0]["title"] == "نسخة جديدة")
    walk.fact("all are many", made["recipients"] > 40, made)
    walk.ask("POST", "/subscriptions/interest", {}, reader["token"])
    walk.eventually(
        "to those who want to pay in the app",
        lambda: walk.ask("POST", "/admin/announcements", {**words, "audience": "in_app_payment_interest"}, admin(walk)),
        lambda a: a.status == 201 and a["recipients"] >= 1,
    )
    # R20: two hours after the visit.
    walk.advance(advance="PT2H1M")
    again(walk, member)
    walk.eventually(
        "rating_request after two hours",
        lambda: told(walk, member["token"], "rating_request"),
        lambda found: {
            **found[0],
            "category": "visits",
            "title": "Notez votre dernière visite",
            "body": "Comment était Maison des Nouvelles ?",
            "deep_link": f"peez://shops/{shop}",
        }
        == found[0]
        and found[0]["data"].items() >= {"shop_id": shop, "redemption_id": visit["id"]}.items(),
    )


def erasure(walk):
    """DELETE /auth/me"""
    _, token, shop = new_vendor(walk, "Vendeur Oubli")
    leaver = join(walk, "Partante Discrete")
    walk.eventually("orders knows her", lambda: scan(walk, card(walk, leaver)["qr_payload"], token),
                    lambda a: a["member"]["name"] is not None, 2)
    activate(walk, leaver, 1, token)
    redeem_now(walk, leaver, 10000, token)
    rated = walk.ask("POST", "/ratings", {"shop_id": shop, "stars": 3, "comment": "Adieu"}, leaver["token"])
    paper = card(walk, leaver)["qr_payload"]
    walk.eventually("collected", lambda: walk.ask("GET", f"/vendor/cash?shop_id={shop}", token=token),
                    lambda a: a["summary"]["balance_due"] == money(30000))
    walk.expect("DELETE /auth/me", walk.ask("DELETE", "/auth/me", token=leaver["token"]), 204)
    walk.eventually("her token is dead", lambda: walk.ask("GET", "/auth/me", token=leaver["token"]), lambda a: a.status == 401)
    walk.eventually("her card too", lambda: scan(walk, paper, token), lambda a: (a["result"], a["reason"]) == ("refused", "unknown-member"))
    walk.eventually(
        "the rating keeps its stars, no name, no comment",
        lambda: walk.ask("GET", f"/ratings?shop_id={shop}"),
        lambda a: [(r["id"], r["stars"], r["comment"], r["user"]["name"]) for r in a["data"]] == [(rated["id"], 3, None, "Membre PEEZ")],
    )
    walk.fact(
        "visits and cash stay",
        walk.ask("GET", f"/vendor/redemptions?shop_id={shop}", token=token)["summary"]["count"] == 1
        and walk.ask("GET", f"/vendor/cash?shop_id={shop}", token=token)["summary"]["collected"] == money(30000),
    )
    listed = walk.ask("GET", f"/vendor/redemptions?shop_id={shop}", token=token)
    walk.fact("… without identity", "Partante" not in listed.data.decode() and leaver["number"] not in listed.data.decode(), listed)


def remind_and_expire(walk):
    """Walkthrough 3: extend, remind, expire"""
    person, token, shop = new_vendor(walk, "Vendeur Trois")
    member = join(walk, "Rappelle Moi")
    first = activate(walk, member, 1, token)
    second = activate(walk, member, 1, token)
    one, two = first["subscription"], second["subscription"]
    history = walk.ask("GET", "/subscriptions/history", token=member["token"])
    end = datetime.date.fromisoformat(two["end_date"])
    walk.fact(
        "two rows; the second starts the day after the first ends",
        [s["id"] for s in history["data"]] == [two["id"], one["id"]]
        and datetime.date.fromisoformat(two["start_date"]) == datetime.date.fromisoformat(one["end_date"]) + datetime.timedelta(1),
        history,
    )
    undone = join(walk, "Jamais Rappele")
    void = activate(walk, undone, 1, token)
    walk.expect("a sale that is undone", walk.ask("POST", f"/vendor/activations/{void['id']}/void", {"reason": "erreur"}, token))
    started = walk.now()
    for count, days in enumerate((7, 3, 1), 1):
        at_local(walk, end - datetime.timedelta(days), 10, 1)
        again(walk, member)
        answer = walk.eventually(
            f"{days} days before: subscription_expiring",
            lambda: told(walk, member["token"], "subscription_expiring"),
            lambda found: len(found) == count
            and {
                **found[0],
                "title": "Votre adhésion PEEZ expire " + ("demain" if days == 1 else f"dans {days} jours"),
                "body": "Renouvelez chez un commerce partenaire",
                "deep_link": "peez://me/activate",
                "category": "membership",
            }
            == found[0]
            and found[0]["data"].items() >= {"days_left": days, "end_date": str(end)}.items(),
        )
    status = walk.ask("GET", "/subscriptions/status", token=member["token"])
    walk.fact("expires_soon", status["expires_soon"] and status["days_remaining"] == 1 and status.body["status"] == "active", status)
    at_local(walk, end, 23)
    again(walk, member)
    status = walk.ask("GET", "/subscriptions/status", token=member["token"])
    walk.fact(
        "23:00 of the last day: active, 0 days",
        status.body["status"] == "active" and status["days_remaining"] == 0 and status["has_active_subscription"],
        status,
    )
    walk.advance(advance="PT2H")
    again(walk, member)
    token = walk.token(person["email"], PASSWORD)
    walk.eventually(
        "two hours later: expired",
        lambda: walk.ask("GET", "/subscriptions/status", token=member["token"]),
        lambda a: a.body["status"] == "expired" and not a["has_active_subscription"],
    )
    read = walk.expect(
        "a fresh proof is valid, allows activation", scan(walk, proof_at(walk, member), token), result="valid", kind="proof",
        allowed=["activate"]
    )
    walk.fact("… with status expired", read["subscription"]["status"] == "expired", read)
    walk.expect("no discount", walk.ask("POST", "/vendor/redemptions", {"scan_id": read["scan_id"], "purchase_amount": money(1000)}, token),
                409, "not-active")
    walk.fact("history: expired",
              {s["status"] for s in walk.ask("GET", "/subscriptions/history", token=member["token"])["data"]} == {"expired"})
    walk.fact("still three reminders", len(told(walk, member["token"], "subscription_expiring")) == 3)
    at_local(walk, end + datetime.timedelta(1), 10, 1)
    again(walk, member)
    walk.eventually(
        "10:00 on the day after: subscription_expired",
        lambda: told(walk, member["token"], "subscription_expired"),
        lambda found: (found[0]["title"], found[0]["deep_link"]) == ("Votre adhésion PEEZ a expiré", "peez://me/activate"),
    )
    again(walk, undone)
    walk.fact(
        "nobody reminded the one whose sale was undone",
        told(walk, undone["token"], "subscription_expiring") == [] == told(walk, undone["token"], "subscription_expired"),
    )
