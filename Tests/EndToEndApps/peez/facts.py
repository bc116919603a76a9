"""The stable facts of the demo data, before anything is changed."""

import datetime, math

PLACES = {
    1: ("Sidi El Houari", "سيدي الهواري", 35.7055, -0.6505),
    2: ("Centre-ville", "وسط المدينة", 35.7005, -0.6440),
    3: ("Derb", "الدرب", 35.7010, -0.6510),
    4: ("Médina Jdida", "المدينة الجديدة", 35.6925, -0.6465),
    5: ("El Hamri", "الحمري", 35.6880, -0.6430),
    6: ("Plateau", "البلاطو", 35.6955, -0.6385),
    7: ("Gambetta", "قمبيطة", 35.7055, -0.6260),
    8: ("Es Seddikia", "الصديقية", 35.7095, -0.6130),
    9: ("Akid Lotfi", "العقيد لطفي", 35.7115, -0.5905),
    10: ("Canastel", "كناستيل", 35.7390, -0.5680),
    11: ("Maraval (El Othmania)", "العثمانية", 35.6735, -0.6560),
    12: ("Es Salam (Saint-Hubert)", "السلام", 35.6790, -0.6390),
    13: ("Delmonte (Mahieddine)", "محي الدين", 35.6975, -0.6190),
    14: ("Ibn Sina", "ابن سينا", 35.6815, -0.6120),
    15: ("Bouamama", "بوعمامة", 35.6820, -0.6790),
    16: ("Haï Es-Sabah", "حي الصباح", 35.6990, -0.5770),
}
KINDS = {
    1: ("bakery", "Boulangerie", "مخبزة", "🥖"),
    2: ("butcher", "Boucherie", "جزارة", "🥩"),
    3: ("grocery", "Épicerie", "بقالة", "🛒"),
    4: ("pharmacy", "Pharmacie", "صيدلية", "💊"),
    5: ("greengrocer", "Fruits et légumes", "خضر وفواكه", "🍎"),
    6: ("pastry", "Pâtisserie", "حلويات", "🍰"),
    7: ("cafe", "Café", "مقهى", "☕"),
    8: ("fast-food", "Restauration rapide", "أكل سريع", "🥙"),
    9: ("hairdresser", "Coiffure", "حلاقة", "✂️"),
    10: ("laundry", "Pressing", "تنظيف الملابس", "🧺"),
    11: ("stationery", "Librairie-papeterie", "مكتبة وقرطاسية", "📚"),
    12: ("hardware", "Quincaillerie", "خردوات", "🔧"),
}
FIRST_SHOPS = {1: "Boulangerie du Centre", 11: "Boucherie Centrale", 21: "Épicerie El Baraka", 31: "Pharmacie El Bahia",
               2: "Boulangerie Moderne"}
SHOP_CARD = (
    "id",
    "name",
    "name_fr",
    "name_ar",
    "category",
    "neighborhood",
    "discount_percent",
    "bonus_percent",
    "effective_discount_percent",
    "phone",
    "latitude",
    "longitude",
    "distance_km",
    "average_rating",
    "ratings_count",
    "is_open",
    "is_new",
    "is_favorite",
)
SHOP = SHOP_CARD + ("address", "opening_hours", "special_days", "rating_distribution", "my_rating", "campaigns", "share_url",
                    "published_at")
CENTRE = "latitude=35.6976&longitude=-0.6337"
AHMED = "7eb37919-a105-4854-be79-26e93e953eb2"


def local(time):
    return time.astimezone(datetime.timezone(datetime.timedelta(hours=1)))


def wire(time):
    return time.astimezone(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def away_from_midnight(walk):
    """Moves the clock away from local midnight: memberships start and sums change with the local day, and the checks
    move the clock by half an hour in both directions."""
    here = local(walk.now())
    if here.hour in (23, 0):
        day = here.date() + datetime.timedelta(here.hour == 23)
        walk.advance(to=wire(datetime.datetime.combine(day, datetime.time(1), here.tzinfo)))


def distance_km(latitude1, longitude1, latitude2, longitude2):
    """Haversine on R7's sphere."""
    a, b = math.radians(latitude1), math.radians(latitude2)
    half = math.sin((b - a) / 2) ** 2 + math.cos(a) * math.cos(b) * math.sin(math.radians(longitude2 - longitude1) / 2) ** 2
    return 2 * 6371.0 * math.asin(math.sqrt(half))


def every(walk, path, **headers):
    """All entries of a list, page by page, of 50."""
    found, page, join = [], 1, "&" if "?" in path else "?"
    while True:
        answer = walk.ask("GET", f"{path}{join}page={page}&per_page=50", headers=headers)
        assert answer.status == 200, answer
        found += answer["data"]
        if page >= answer["meta"]["last_page"]:
            assert len(found) == answer["meta"]["total"], answer
            return found
        page += 1


def places(walk):
    """Neighbourhoods, categories, plans, configuration"""
    answer = walk.expect("③ neighbourhoods answer a list", walk.ask("GET", "/neighborhoods"), fields=("data", "meta"))
    counts = [9] + [8] * 7 + [7, 7, 6] + [7] * 5
    walk.fact(
        "③ 16 neighbourhoods by id with names, centre, city and counts",
        [
            (place["id"], place["name_fr"], place["name_ar"], place["latitude"], place["longitude"], place["shops_count"], place["city"])
            for place in answer["data"]
        ]
        == [(n, *PLACES[n], counts[n - 1], "Oran") for n in PLACES],
        answer,
    )
    walk.fact("③ a neighbourhood has slug and name", answer["data"][0]["slug"] == "sidi-el-houari"
        and answer["data"][0]["name"] == "Sidi El Houari", answer)
    answer = walk.expect("④ categories answer a list", walk.ask("GET", "/categories"), fields=("data", "meta"))
    walk.fact(
        "④ 12 categories by id with slug, names, icon, 10 shops each",
        [(kind["id"], kind["slug"], kind["name_fr"], kind["name_ar"], kind["icon"], kind["shops_count"], kind["name"])
            for kind in answer["data"]]
        == [(n, *KINDS[n], 10, KINDS[n][1]) for n in KINDS],
        answer,
    )
    for path in ("/neighborhoods", "/categories"):
        names = [entry["name"] for entry in walk.ask("GET", path, headers={"Accept-Language": "ar"})["data"]]
        wanted = [PLACES[n][1] for n in PLACES] if path == "/neighborhoods" else [KINDS[n][2] for n in KINDS]
        walk.fact(f"{path} speaks Arabic on request", names == wanted, names)
    answer = walk.expect("plans", walk.ask("GET", "/plans"))
    walk.fact(
        "three plans of 300 DZD a month",
        answer["data"]
        == [
            {"months": n, "price": {"amount": 30000 * n, "currency": "DZD"}, "price_per_month": {"amount": 30000, "currency": "DZD"},
             "saving_percent": 0}
            for n in (1, 2, 3)
        ],
        answer,
    )
    answer = walk.expect(
        "app-config",
        walk.ask("GET", "/app-config"),
        languages=["fr", "ar"],
        counts={"shops": 120, "categories": 12, "neighborhoods": 16},
        nearby={"default_radius_km": 5, "max_radius_km": 50, "radius_choices_km": [1, 3, 5, 10]},
        fields=("min_supported_version", "latest_version", "support"),
    )
    walk.fact(
        "app-config: plans, features, support",
        [plan["price"]["amount"] for plan in answer["plans"]] == [30000, 60000, 90000]
        and isinstance(answer["features"]["in_app_payments"], bool)
        and set(answer["support"]) >= {"email", "phone"},
        answer,
    )
    answer = walk.expect("card-keys", walk.ask("GET", "/card-keys"))
    walk.fact(
        "card-keys is a JWKS of Ed25519 keys",
        all(key["kty"] == "OKP" and key["crv"] == "Ed25519" and key["kid"] and key["x"] for key in answer["keys"]) and answer["keys"],
        answer,
    )
    for slug in ("about", "help", "how-to-use", "terms", "privacy"):
        french, arabic = walk.ask("GET", f"/pages/{slug}"), walk.ask("GET", f"/pages/{slug}", headers={"Accept-Language": "ar"})
        walk.expect(f"page {slug}", french, slug=slug, fields=("title", "body", "version", "updated_at"))
        walk.fact(
            f"page {slug} speaks Arabic too", any("\u0600" <= letter <= "\u06ff" for letter in arabic["title"])
                and arabic["body"] != french["body"], arabic
        )
    walk.expect("an unknown page is 404", walk.ask("GET", "/pages/nothing"), 404)
    english = walk.ask("GET", "/pages/about", headers={"Accept-Language": "en"})
    walk.fact("Accept-Language en answers French", english["title"] == walk.ask("GET", "/pages/about")["title"], english)


def seed_day(walk, today):
    """The day that the demo's dates count from: the clock may pass midnight after the seeding, but not twice."""
    yacine = walk.ask("GET", "/subscriptions/status", token=walk.token("yacine@example.com", "peez-demo-2026"))
    day = datetime.date.fromisoformat(yacine["end_date"]) - datetime.timedelta(5)
    walk.fact("Yacine ends on D + 5, D is the day of the seeding", 0 <= (today - day).days <= 1, yacine)
    return day


def wanted_open(number, now):
    if number == 61:
        return True
    if number > 60:
        return None
    time, friday = local(now).strftime("%H:%M"), local(now).weekday() == 4
    return ("15:00" if friday else "08:00") <= time < "20:00"


def demo_shops(walk):
    """The 120 shops"""
    before = walk.now()
    shops = every(walk, "/shops?sort=newest")
    walk.fact("⑤ 120 shops are active", len(shops) == 120 and {shop["id"] for shop in shops} == set(range(1, 121)), len(shops))
    walk.fact("⑤ every shop card has its fields", all(set(SHOP_CARD) <= set(shop) for shop in shops), set(SHOP_CARD) - set(shops[0]))
    now = walk.now()
    for shop in sorted(shops, key=lambda shop: shop["id"]):
        n = shop["id"]
        place, kind = (1 if n == 2 else 2 if n == 11 else (n - 1) % 16 + 1), -(-n // 10)
        latitude, longitude = PLACES[(n - 1) % 16 + 1][2] + 0.0005 * ((n - 1) // 16 - 3), PLACES[(n - 1) % 16 + 1][3] + 0.0005 * (n % 5 - 2)
        latitude, longitude = {1: (35.7031, -0.6452), 2: (35.7052, -0.6489), 11: (35.7008, -0.6431)}.get(n, (latitude, longitude))
        discount = {1: 7.5, 2: 7.0, 11: 5.5}.get(n, 5.0 + 0.5 * ((n + 4) % 7))
        bonus = 2.0 if kind == 4 else 0
        right = (
            shop["category"]["id"] == kind
            and shop["neighborhood"]["id"] == place
            and shop["discount_percent"] == discount
            and shop["bonus_percent"] == bonus
            and shop["effective_discount_percent"] == discount + bonus
            and abs(shop["latitude"] - latitude) < 1e-9
            and abs(shop["longitude"] - longitude) < 1e-9
            and shop["distance_km"] is None
            and shop["is_favorite"] is None
            and FIRST_SHOPS.get(n, shop["name_fr"]) == shop["name_fr"]
            and shop["is_open"] in (wanted_open(n, before), wanted_open(n, now))
            and shop["name"] == shop["name_fr"]
            and shop["phone"].startswith("+213")
        )
        if not right or n in (1, 35, 120):
            walk.fact(
                f"shop {n}: category, neighbourhood, discount, place, opening as the document computes them",
                right,
                shop,
                place,
                kind,
                discount,
                latitude,
                longitude,
            )
    walk.fact("all French and Arabic names are distinct",
              len({shop["name_fr"] for shop in shops}) == 120 == len({shop["name_ar"] for shop in shops}))
    walk.fact(
        "names of categories 1–4 start with their noun, in both languages; no other shop has it",
        all(
            (
                (shop["name_fr"].startswith(KINDS[k][1]) and shop["name_ar"].startswith(KINDS[k][2]))
                if shop["category"]["id"] == k
                else KINDS[k][1].lower() not in shop["name_fr"].lower() and KINDS[k][2] not in shop["name_ar"]
            )
            for shop in shops
            for k in (1, 2, 3, 4)
        ),
    )
    for radius, count in ((1, 12), (3, 86), (5, 106), (10, 120)):
        answer = walk.ask("GET", f"/shops/nearby?{CENTRE}&radius={radius}&per_page=100")
        walk.fact(f"⑦ radius {radius} km → {count} shops", answer["meta"]["total"] == count, answer["meta"])
        walk.fact("⑦ … nearest first",
                  [shop["distance_km"] for shop in answer["data"]] == sorted(shop["distance_km"] for shop in answer["data"]))
    answer = walk.ask("GET", f"/shops/nearby?{CENTRE}&per_page=3")
    walk.fact(
        "⑦ nearest are 118, 54, 102 at 0.39, 0.42, 0.44 km",
        [(s["id"], s["distance_km"]) for s in answer["data"]] == [(118, 0.39), (54, 0.42), (102, 0.44)],
        answer,
    )
    near = {shop["id"]: shop["distance_km"] for shop in every(walk, f"/shops?{CENTRE}")}
    walk.fact("shop 1 at 1.21 km, shop 11 at 0.92 km", near[1] == 1.21 and near[11] == 0.92, near[1], near[11])
    for latitude, longitude, radius in ((35.70, -0.64, 2), (35.739, -0.568, 0.5), (35.68, -0.60, 7.25)):
        found = every(walk, f"/shops/nearby?latitude={latitude}&longitude={longitude}&radius={radius}")
        ranked = sorted((distance_km(latitude, longitude, s["latitude"], s["longitude"]), s["id"]) for s in shops)
        wanted = [(n, math.floor(km * 100 + 0.5) / 100) for km, n in ranked if km <= radius]
        walk.fact(
            f"⑦ around {latitude} {longitude}, {radius} km: the same {len(wanted)} shops in the same order as Haversine says",
            [(s["id"], s["distance_km"]) for s in found] == wanted,
            wanted,
            found,
        )
    for words in ("EPICERIE", "boulang", "مخبزه", "Épicerie", "مَخْبَزة"):
        walk.fact(f"search={words} → 10", walk.ask("GET", f"/shops?search={words}")["meta"]["total"] == 10)
    for n in (121, 122, 999999, 0, "abc", -1, "1.5"):
        walk.expect(f"⑥ shop {n} is 404", walk.ask("GET", f"/shops/{n}"), 404)
    answer = walk.expect("⑥ shop 61 is always open", walk.ask("GET", "/shops/61"), is_open=True, fields=SHOP)
    walk.fact("⑥ … with its hours", answer["opening_hours"]["fri"] == [["00:00", "00:00"]] and len(answer["opening_hours"]) == 7, answer)
    walk.expect("⑥ shop 35 pays 9 % during the campaign", walk.ask("GET", "/shops/35"), discount_percent=7, bonus_percent=2,
                effective_discount_percent=9)
    answer = walk.expect(
        "⑥ shop 1 with a position has its distance",
        walk.ask("GET", f"/shops/1?{CENTRE}"),
        distance_km=1.21,
        share_url="https://peez.dz/shops/1",
        phone="+213555111222",
    )
    walk.fact(
        "⑥ shop 1 opens Fri 15–20, other days 8–20",
        answer["opening_hours"]["fri"] == [["15:00", "20:00"]] and answer["opening_hours"]["sat"] == [["08:00", "20:00"]],
        answer,
    )


def demo_ratings(walk):
    """Ratings of the demo"""
    bars = {"5": 8, "4": 3, "3": 1, "2": 0, "1": 0}
    walk.expect("shop 1: 12 ratings, 8/3/1/0/0, average 4.6", walk.ask("GET", "/shops/1"), average_rating=4.6, ratings_count=12,
                rating_distribution=bars)
    answer = walk.expect(
        "its list has the same summary",
        walk.ask("GET", "/ratings?shop_id=1&per_page=100"),
        summary={"average_rating": 4.6, "ratings_count": 12, "distribution": bars},
    )
    walk.fact(
        "12 entries with their fields",
        answer["meta"]["total"] == 12
        and all(
            set(entry) >= {"id", "shop_id", "stars", "comment", "user", "verified_visit", "edited", "created_at", "updated_at"}
                for entry in answer["data"]
        ),
        answer,
    )
    walk.fact("writers are a first name and an initial", all(entry["user"]["name"].split()[-1].endswith(".") for entry in answer["data"]),
              answer)
    walk.fact("newest first", [e["created_at"] for e in answer["data"]] == sorted((e["created_at"] for e in answer["data"]), reverse=True),
              answer)
    answer = walk.expect(
        "stars=5 keeps 8, the summary stays",
        walk.ask("GET", "/ratings?shop_id=1&stars=5"),
        summary={"average_rating": 4.6, "ratings_count": 12, "distribution": bars},
    )
    walk.fact("… 8", answer["meta"]["total"] == 8 and {entry["stars"] for entry in answer["data"]} == {5}, answer)
    for sort, reverse in (("highest", True), ("lowest", False)):
        stars = [e["stars"] for e in walk.ask("GET", f"/ratings?shop_id=1&sort={sort}")["data"]]
        walk.fact(f"sort={sort}", stars == sorted(stars, reverse=reverse), stars)
    walk.expect(
        "shop 120 has none", walk.ask("GET", "/shops/120"), average_rating=None, ratings_count=0,
        rating_distribution={"5": 0, "4": 0, "3": 0, "2": 0, "1": 0}
    )
    walk.expect("ratings without shop_id are 422", walk.ask("GET", "/ratings"), 422, errors=["shop_id"])
    walk.expect("ratings of a suspended shop are 404", walk.ask("GET", "/ratings?shop_id=122"), 404)
    walk.expect("stars=6 is 422", walk.ask("GET", "/ratings?shop_id=1&stars=6"), 422, errors=["stars"])
    walk.expect("sort=best is 422", walk.ask("GET", "/ratings?shop_id=1&sort=best"), 422, errors=["sort"])


def demo_campaigns(walk):
    """Campaigns of the demo"""
    answer = walk.expect("one runs, one is scheduled", walk.ask("GET", "/campaigns"))
    walk.fact(
        "Offre spéciale runs on category 4 with +2",
        [c["status"] for c in answer["data"]] == ["running", "scheduled"]
        and {
            **answer["data"][0],
            **{"title": "Offre spéciale ce week-end !", "bonus_percent": 2.0, "category_ids": [4], "neighborhood_ids": [], "shop_ids": []},
        }
        == answer["data"][0],
        answer,
    )
    walk.expect(
        "one campaign", walk.ask("GET", f"/campaigns/{answer['data'][1]['id']}"), title=answer["data"][1]["title"],
        fields=("starts_at", "ends_at", "body")
    )
    walk.expect("an unknown campaign is 404", walk.ask("GET", "/campaigns/00000000-0000-4000-8000-000000000000"), 404)
    walk.expect("a malformed one too", walk.ask("GET", "/campaigns/7"), 404)
    walk.fact(
        "Arabic title on request",
        any("\u0600" <= letter <= "\u06ff" for letter in walk.ask("GET", "/campaigns", headers={"Accept-Language": "ar"})["data"][0][
            "title"]),
    )


def demo_people(walk):
    """Accounts of the demo"""
    away_from_midnight(walk)
    today = local(walk.now()).date()
    day = seed_day(walk, today)
    ahmed = walk.token("ahmed@example.com", "password123")
    walk.expect(
        "⑧ Ahmed",
        walk.ask("GET", "/auth/me", token=ahmed),
        id=AHMED,
        uuid=AHMED,
        name="Ahmed Mohamed",
        email="ahmed@example.com",
        phone="+213555123456",
        membership_id="PEEZ-20251103-00002",
        member_since="2025-11-03",
        neighborhood_id=1,
        locale="fr",
        role="member",
    )
    status = walk.expect(
        "⑫ Ahmed is active until D + 89",
        walk.ask("GET", "/subscriptions/status", token=ahmed),
        has_active_subscription=True,
        end_date=str(day + datetime.timedelta(89)),
        days_remaining=89 - (today - day).days,
        expires_soon=False,
        fields=("start_date", "ends_at", "days_total", "progress_percent", "max_months", "current"),
    )
    walk.fact(
        "⑫ … status active, sold for 3 months by shop 11",
        status.body["status"] == "active"
        and status["current"]["duration_months"] == 3
        and status["current"]["source"] == "vendor"
        and status["current"]["shop"] == {"id": 11, "name": "Boucherie Centrale"}
        and status["current"]["price"]["amount"] == 90000,
        status,
    )
    history = walk.ask("GET", "/subscriptions/history", token=ahmed)
    walk.fact(
        "⑬ an expired month before",
        [(s["status"], s["is_current"], s["duration_months"]) for s in history["data"]] == [("active", True, 3), ("expired", False, 1)],
        history,
    )
    mine = walk.ask("GET", "/ratings/my-ratings", token=ahmed)
    walk.fact("⑮ he rated shops 2 (4) and 11 (5), not shop 1", {(r["shop_id"], r["stars"]) for r in mine["data"]} == {(2, 4), (11, 5)},
              mine)
    walk.fact("⑮ … each with its shop", all(set(r["shop"]) >= {"id", "name", "category", "neighborhood"} for r in mine["data"]), mine)
    favorites = walk.ask("GET", "/favorites", token=ahmed)
    walk.fact(
        "favourites 1, 11, 31",
        {shop["id"] for shop in favorites["data"]} == {1, 11, 31} and all(shop["is_favorite"] is True for shop in favorites["data"]),
        favorites,
    )
    visits = walk.ask("GET", "/redemptions", token=ahmed)
    walk.fact(
        "five visits save 359.25 DZD",
        visits["summary"] == {"visits": 5, "savings": {"amount": 35925, "currency": "DZD"}}
        and sorted((r["shop"]["id"], r["purchase_amount"]["amount"]) for r in visits["data"])
        == [(1, 60000), (1, 80000), (2, 35000), (11, 245000), (31, 190000)],
        visits,
    )
    stats = walk.expect(
        "home stats",
        walk.ask("GET", "/home/stats", token=ahmed),
        shops_visited=4,
        shops_total=120,
        shops_in_neighborhood=9,
        neighborhood_id=1,
        month=today.strftime("%Y-%m"),
        savings_total={"amount": 35925, "currency": "DZD"},
        fee_this_month={"amount": 30000, "currency": "DZD"},
    )
    walk.fact("net = savings − fee", stats["net_savings_this_month"]["amount"] == stats["savings_this_month"]["amount"] - 30000, stats)
    card = walk.expect(
        "⑯ his card",
        walk.ask("GET", f"/users/{AHMED}/card", token=ahmed),
        fields=("qr_code", "qr_payload", "card_version", "proof", "server_time"),
        user={
            "uuid": AHMED,
            "name": "Ahmed Mohamed",
            "email": "ahmed@example.com",
            "phone": "+213555123456",
            "membership_id": "PEEZ-20251103-00002",
            "member_since": "2025-11-03",
        },
    )
    walk.fact(
        "⑯ … says active",
        card["subscription"]["status"] == "active" and card["subscription"]["days_remaining"] == status["days_remaining"]
            and card["subscription"]["end_date"] == status["end_date"],
        card,
    )
    unread = walk.expect("two notifications are unread", walk.ask("GET", "/notifications/unread-count", token=ahmed))
    feed = walk.ask("GET", "/notifications", token=ahmed)
    walk.fact(
        "Ahmed has at least four notifications, two unread",
        feed["meta"]["total"] >= 4 and 2 in unread.body.values()
            and walk.ask("GET", "/notifications?unread=true", token=ahmed)["meta"]["total"] == 2,
        feed,
        unread,
    )
    yacine = walk.token("yacine@example.com", "peez-demo-2026")
    answer = walk.expect(
        "Yacine's membership expires soon",
        walk.ask("GET", "/subscriptions/status", token=yacine),
        expires_soon=True,
        days_remaining=5 - (today - day).days,
    )
    walk.fact("… active", answer.body["status"] == "active", answer)
    karima = walk.ask("GET", "/subscriptions/status", token=walk.token("karima@example.com", "peez-demo-2026"))
    walk.fact(
        "Karima expired on D − 10",
        karima.body["status"] == "expired" and not karima["has_active_subscription"]
            and karima["end_date"] == str(day - datetime.timedelta(10)),
        karima,
    )
    nadia = walk.token("nadia@example.com", "peez-demo-2026")
    answer = walk.ask("GET", "/subscriptions/status", token=nadia)
    walk.fact(
        "Nadia never subscribed",
        {
            **answer.body,
            "status": "none",
            "has_active_subscription": False,
            "start_date": None,
            "end_date": None,
            "ends_at": None,
            "days_total": 0,
            "days_remaining": 0,
            "progress_percent": 0,
            "current": None,
            "max_months": 3,
            "expires_soon": False,
        }
        == answer.body,
        answer,
    )
    walk.fact("Nadia's app speaks Arabic by her account alone", walk.ask("GET", "/shops/1", token=nadia)["name"] == "مخبزة المركز")
    for mail, password, shops in (
        ("vendor@peez.dz", "password", {11}),
        ("vendor2@peez.dz", "peez-demo-2026", {1}),
        ("vendor3@peez.dz", "peez-demo-2026", {31, 35, 36}),
    ):
        token = walk.token(mail, password)
        answer = walk.ask("GET", "/vendor/shops", token=token)
        walk.fact(f"{mail} keeps {shops}", {shop["id"] for shop in answer["data"]} == shops
            and all(set(SHOP) <= set(shop) for shop in answer["data"]), answer)
    walk.expect("the admin is registration 1", walk.ask("GET", "/auth/me", token=walk.token("admin@peez.dz", "peez-demo-2026")),
                role="admin")
    walk.fact("… 00001", walk.ask("GET", "/auth/me", token=walk.token("admin@peez.dz", "peez-demo-2026"))["membership_id"]
        .endswith("-00001"))
    walk.expect("developer", walk.ask("GET", "/auth/me", token=walk.token("dev@peez.dz", "peez-demo-2026")), role="developer")
    for number in (1, 40):
        walk.expect(f"reviewer {number} signs in",
                    walk.ask("GET", "/auth/me", token=walk.token(f"membre{number:02}@peez.dz", "peez-demo-2026")), role="member")
    cash = walk.ask("GET", "/vendor/cash?shop_id=11", token=walk.token("vendor@peez.dz", "password"))
    walk.fact(
        "the cash book of shop 11 knows Ahmed's two periods",
        cash["summary"]["collected"]["amount"] == 120000 and cash["summary"]["balance_due"]["amount"] == 120000,
        cash,
    )
