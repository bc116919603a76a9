"""Campaigns (R12)."""

import datetime

from accounts import admin
from facts import wire
from shops import new_shop


def plan(walk, begins, ends, **changes):
    now = walk.now()
    return {
        "title": {"fr": "Fête du pain", "ar": "عيد الخبز"},
        "body": {"fr": "Trois pour cent de plus.", "ar": "ثلاثة بالمئة إضافية."},
        "bonus_percent": 3.0,
        "shop_ids": [],
        "starts_at": wire(now + begins),
        "ends_at": wire(now + ends),
        **changes,
    }


def campaigns(walk):
    """Campaigns by an admin"""
    token, hour, day = admin(walk), datetime.timedelta(hours=1), datetime.timedelta(days=1)
    shop = new_shop(walk, name_fr="Pain Ancien", discount_percent=5.5, category_id=8, neighborhood_id=16, latitude=35.699, longitude=-0.577)
    for title, change, field in (
        ("no Arabic title", dict(title={"fr": "x"}), "title"),
        ("a long title", dict(title={"fr": "x" * 81, "ar": "x"}), "title"),
        ("no body", dict(body={}), "body"),
        ("a long body", dict(body={"fr": "x" * 201, "ar": "x"}), "body"),
        ("bonus 0.4", dict(bonus_percent=0.4), "bonus_percent"),
        ("bonus 5.5", dict(bonus_percent=5.5), "bonus_percent"),
        ("bonus 0.7", dict(bonus_percent=0.7), "bonus_percent"),
        ("ends before it starts", dict(ends_at=wire(walk.now() - day)), "ends_at"),
        ("32 days", dict(ends_at=wire(walk.now() + 32 * day)), "ends_at"),
    ):
        answer = walk.ask("POST", "/admin/campaigns", plan(walk, -hour, day, **change), token)
        walk.fact(f"{title} is 422", answer.status == 422 and any(key.startswith(field) for key in answer["errors"]), answer)
    made = walk.expect(
        "POST → 201 draft",
        walk.ask("POST", "/admin/campaigns", plan(walk, -hour, 20 * day, shop_ids=[shop]), token),
        201,
        title="Fête du pain",
        body="Trois pour cent de plus.",
        bonus_percent=3,
        category_ids=[],
        neighborhood_ids=[],
        shop_ids=[shop],
    )
    path = f"/admin/campaigns/{made['id']}"
    walk.fact("… draft", made.body["status"] == "draft" and made.headers.get("Location"), made)
    walk.expect("a draft is not announced", walk.ask("GET", f"/campaigns/{made['id']}"), 404)
    walk.expect("PUT names every fault", walk.ask("PUT", path, {"bonus_percent": 9, "shop_ids": "x"}, token), 422,
                errors=["bonus_percent", "shop_ids"])
    walk.expect("PUT in draft", walk.ask("PUT", path, {"bonus_percent": 1.5}, token), bonus_percent=1.5, title="Fête du pain")
    walk.fact(
        "admins see every state",
        {c["status"] for c in walk.ask("GET", "/admin/campaigns?per_page=100", token=token)["data"]} >= {"draft", "running", "scheduled"},
    )
    walk.fact("publish: running at once, it has begun", walk.ask("POST", f"{path}/publish", {}, token).body["status"] == "running")
    answer = walk.ask("GET", f"/shops/{shop}")
    walk.fact(
        "the bonus counts",
        (answer["discount_percent"], answer["bonus_percent"], answer["effective_discount_percent"]) == (5.5, 1.5, 7)
        and [c["id"] for c in answer["campaigns"]] == [made["id"]],
        answer,
    )
    walk.expect("PUT when running", walk.ask("PUT", path, {"bonus_percent": 2}, token), 409, "invalid-transition")
    walk.expect("publish again", walk.ask("POST", f"{path}/publish", {}, token), 409, "invalid-transition")
    bigger = walk.ask("POST", "/admin/campaigns", plan(walk, -hour, 3 * day, shop_ids=[shop], bonus_percent=2.5), token)
    walk.ask("POST", f"/admin/campaigns/{bigger['id']}/publish", {}, token)
    walk.expect("of several only the largest counts", walk.ask("GET", f"/shops/{shop}"), bonus_percent=2.5, effective_discount_percent=8)
    walk.fact(
        "cancel stops it at once",
        walk.ask("POST", f"/admin/campaigns/{bigger['id']}/cancel", {}, token).body["status"] == "cancelled"
        and walk.ask("GET", f"/shops/{shop}")["bonus_percent"] == 1.5,
    )
    walk.expect("a cancelled one is 404", walk.ask("GET", f"/campaigns/{bigger['id']}"), 404)
    walk.expect("cancel again", walk.ask("POST", f"/admin/campaigns/{bigger['id']}/cancel", {}, token), 409, "invalid-transition")
    past = walk.ask("POST", "/admin/campaigns", plan(walk, -2 * day, -day, shop_ids=[shop]), token)
    (
        walk.expect("publishing what is over is 422", walk.ask("POST", f"/admin/campaigns/{past['id']}/publish", {}, token), 422)
        if past.status == 201
        else walk.fact("a past campaign is a draft", False, past)
    )
    both = walk.ask("POST", "/admin/campaigns", plan(walk, -hour, day, category_ids=[8], neighborhood_ids=[1], bonus_percent=5), token)
    walk.ask("POST", f"/admin/campaigns/{both['id']}/publish", {}, token)
    walk.expect("every non-empty list must match", walk.ask("GET", f"/shops/{shop}"), bonus_percent=1.5)
    walk.ask("POST", f"/admin/campaigns/{both['id']}/cancel", {}, token)
    walk.ask("POST", f"{path}/cancel", {}, token)
    walk.expect("unknown campaign", walk.ask("POST", "/admin/campaigns/00000000-0000-4000-8000-000000000000/publish", {}, token), 404)
