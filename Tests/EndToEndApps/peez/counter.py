"""At the counter: cards, proofs, scans, activations, redemptions."""

import base64, concurrent.futures, datetime, hashlib, hmac, json, re, struct, subprocess

from accounts import NOBODY, PASSWORD, admin, join, vendor
from facts import away_from_midnight, local
from shops import new_vendor

ACTIVATION = ("id", "status", "shop_id", "member", "months", "amount", "subscription", "cash_status", "voidable_until", "created_at")
SUBSCRIPTION = (
    "id",
    "status",
    "is_current",
    "start_date",
    "end_date",
    "duration_months",
    "source",
    "price",
    "price_per_month",
    "shop",
    "cancelled_at",
    "created_at",
)
REDEMPTION = ("id", "status", "shop", "purchase_amount", "discount_percent", "savings", "amount_due", "explain", "offline",
              "voidable_until", "recorded_at")
SCAN = ("scan_id", "result", "reason", "kind", "shop_id", "member", "subscription", "discount_percent", "allowed", "max_months",
        "expires_at")


def money(amount):
    return {"amount": amount, "currency": "DZD"}


def read_code(png):
    """What a stock reader (zbar) finds in a base64 PNG."""
    found = subprocess.run(
        ["zbarimg", "--quiet", "--raw", "-Sdisable", "-Sqrcode.enable", "-"], input=base64.b64decode(png, validate=True),
        capture_output=True
    )
    return found.stdout.decode().rstrip("\n")


def moving_code(key, step):
    """RFC 6238 with HMAC-SHA-256 and 8 digits, written from the RFC."""
    digest = hmac.new(base64.b32decode(key + "=" * (-len(key) % 8)), struct.pack(">Q", step // 30), hashlib.sha256).digest()
    place = digest[-1] & 15
    return f"{(struct.unpack('>I', digest[place:place + 4])[0] & 0x7fffffff) % 10 ** 8:08}"


def card(walk, member):
    answer = walk.ask("GET", f"/users/{member['uuid']}/card", token=member["token"])
    assert answer.status == 200, answer
    return answer


def proof_at(walk, member, steps=0):
    """A proof the app computes alone, so many steps from the server's."""
    paper = card(walk, member)
    step = int(datetime.datetime.fromisoformat(paper["server_time"].replace("Z", "+00:00")).timestamp()) // 30 * 30 + 30 * steps
    return f"PEEZ1:{paper['user']['membership_id']}:{step}:{moving_code(paper['proof']['key'], step)}"


def scan(walk, payload, token, shop=None, **headers):
    return walk.ask("POST", "/vendor/scans", {"payload": payload, **({"shop_id": shop} if shop is not None else {})}, token, headers)


def activate(walk, member, months, token, shop=None):
    """A scan of the card and the sale; the activation's answer."""
    read = scan(walk, card(walk, member)["qr_payload"], token, shop)
    assert read["result"] == "valid", read
    return walk.ask("POST", "/vendor/activations", {"scan_id": read["scan_id"], "months": months}, token)


def redeem_now(walk, member, amount, token, shop=None, step=0):
    read = scan(walk, proof_at(walk, member, step), token, shop)
    assert read["result"] == "valid", read
    return walk.ask("POST", "/vendor/redemptions", {"scan_id": read["scan_id"], "purchase_amount": money(amount)}, token)


def months_later(date, months):
    year, month = divmod(date.year * 12 + date.month - 1 + months, 12)
    last = (datetime.date(year + (month == 11), (month + 1) % 12 + 1, 1) - datetime.timedelta(1)).day
    return datetime.date(year, month + 1, min(date.day, last))


def join_and_activate(walk):
    """Walkthrough 1: join and activate"""
    away_from_midnight(walk)
    body = {"name": "Samir Benali", "phone": "0661 20 30 40", "email": "samir@example.com", "password": PASSWORD,
            "password_confirmation": PASSWORD}
    answer = walk.expect("register", walk.ask("POST", "/auth/register", body), 201)
    samir = {"uuid": answer["user"]["uuid"], "token": answer["token"], "email": "samir@example.com",
             "number": answer["user"]["membership_id"]}
    walk.samir = samir
    walk.fact("phone and membership id", answer["user"]["phone"] == "+213661203040" and re.fullmatch(r"PEEZ-\d{8}-\d{5,}", samir["number"]),
              answer)
    walk.expect("again", walk.ask("POST", "/auth/register", body), 422, errors=["email", "phone"])
    answer = walk.expect(
        "⑫ none",
        walk.ask("GET", "/subscriptions/status", token=samir["token"]),
        has_active_subscription=False,
        start_date=None,
        end_date=None,
        ends_at=None,
        days_total=0,
        days_remaining=0,
        progress_percent=0,
        expires_soon=False,
        max_months=3,
        current=None,
    )
    walk.fact("⑫ … status none", answer.body["status"] == "none", answer)
    paper = walk.expect(
        "⑯ card",
        walk.ask("GET", f"/users/{samir['uuid']}/card", token=samir["token"]),
        card_version=1,
        fields=("user", "subscription", "qr_code", "qr_payload", "proof", "server_time"),
    )
    walk.fact("⑯ its PNG decodes to qr_payload", read_code(paper["qr_code"]) == paper["qr_payload"], paper)
    walk.fact(
        "⑯ the proof's description",
        paper["proof"].items() >= {"algorithm": "SHA256", "digits": 8, "period": 30, "format": "PEEZ1:{membership_id}:{step_time}:{code}"}
            .items(),
        paper,
    )
    walk.fact("⑯ the subscription says none",
              paper["subscription"] == {"status": "none", "end_date": None, "ends_at": None, "days_remaining": 0}, paper)
    header, claims = (json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4))) for part in paper["qr_payload"].split(".")[:2])
    keys = walk.ask("GET", "/card-keys")["keys"]
    walk.fact(
        "R13 header and claims",
        header["alg"] == "EdDSA"
        and header["typ"] == "peez-card+jwt"
        and header["kid"] in [key["kid"] for key in keys]
        and {**claims, "iss": "peez", "sub": samir["uuid"], "mid": samir["number"], "ver": 1, "end": None} == claims
        and isinstance(claims["iat"], int),
        header,
        claims,
    )
    walk.eventually("within 2 s orders knows the name", lambda: scan(walk, paper["qr_payload"], vendor(walk)),
                    lambda a: a["member"]["name"] == "Samir B.", 2)
    read = walk.expect(
        "vendor scans: valid",
        scan(walk, paper["qr_payload"], vendor(walk)),
        result="valid",
        reason=None,
        kind="card",
        shop_id=11,
        allowed=["activate"],
        max_months=3,
        discount_percent=5.5,
        fields=SCAN,
    )
    walk.fact(
        "… status none, member named",
        read["subscription"]["status"] == "none"
        and read["member"] == {"name": "Samir B.", "membership_id": samir["number"], "member_since": str(local(walk.now()).date())},
        read,
    )
    for months in (4, 0, "1", 1.5, None):
        walk.expect(
            f"activation for {months} months is 422",
            walk.ask("POST", "/vendor/activations", {"scan_id": read["scan_id"], "months": months}, vendor(walk)),
            422,
            errors=["months"],
        )
    made = walk.expect(
        "two months",
        walk.ask("POST", "/vendor/activations", {"scan_id": read["scan_id"], "months": 2}, vendor(walk)),
        201,
        amount=money(60000),
        months=2,
        shop_id=11,
        fields=ACTIVATION,
    )
    today = local(walk.now()).date()
    walk.fact(
        "… the subscription has every field",
        set(SUBSCRIPTION) <= set(made["subscription"])
        and made["subscription"]["price"] == money(60000)
        and made["subscription"]["price_per_month"] == money(30000)
        and made["subscription"]["shop"] == {"id": 11, "name": "Boucherie Centrale"}
        and made["subscription"]["source"] == "vendor"
        and isinstance(made["subscription"]["id"], int)
        and made.body["status"] == "completed"
        and made["cash_status"] in ("recording", "recorded"),
        made,
    )
    again = walk.expect(
        "again",
        walk.ask("POST", "/vendor/activations", {"scan_id": read["scan_id"], "months": 2}, vendor(walk)),
        409,
        "scan-already-used",
        activation_id=made["id"],
    )
    walk.fact(
        "a French client reads French",
        again["message"] == "Ce scan a déjà servi. Scannez la carte à nouveau." and again.headers["Content-Language"] == "fr",
        again,
    )
    end = months_later(today, 2)
    answer = walk.expect(
        "⑫ active until today + 2 months",
        walk.ask("GET", "/subscriptions/status", token=samir["token"]),
        has_active_subscription=True,
        start_date=str(today),
        end_date=str(end),
        ends_at=f"{end}T23:00:00Z",
        days_total=(end - today).days,
        days_remaining=(end - today).days,
        progress_percent=100,
        expires_soon=False,
        max_months=3,
    )
    walk.fact(
        "⑫ … active, current",
        answer.body["status"] == "active" and answer["current"]["is_current"] and answer["current"]["id"] == made["subscription"]["id"],
        answer,
    )
    cash = walk.eventually(
        "the cash book's newest entry: collected 60000",
        lambda: walk.ask("GET", "/vendor/cash?shop_id=11", token=vendor(walk)),
        lambda a: (a["data"][0]["type"], a["data"][0]["amount"]["amount"], a["data"][0]["activation_id"]) == ("collected", 60000,
            made["id"]),
    )
    walk.fact(
        "… with its fields",
        set(cash["data"][0]) >= {"id", "type", "amount", "balance_after", "activation_id", "reference", "at"}
        and cash["data"][0]["balance_after"] == cash["summary"]["balance_due"]
        and set(cash["summary"]) >= {"collected", "voided", "settled", "balance_due"},
        cash,
    )
    listed = walk.eventually(
        "cash_status becomes recorded",
        lambda: walk.ask("GET", "/vendor/activations?shop_id=11", token=vendor(walk)),
        lambda a: a["data"][0]["id"] == made["id"] and a["data"][0]["cash_status"] == "recorded",
    )
    walk.fact("vendor/activations: summary", set(listed["summary"]) >= {"count", "total"} and set(ACTIVATION) <= set(listed["data"][0]),
              listed)
    walk.fact(
        "… by local dates",
        walk.ask("GET", f"/vendor/activations?shop_id=11&from={today}&to={today}", token=vendor(walk))["summary"] == {"count": 1,
            "total": money(60000)},
    )
    walk.fact(
        "⑯ follows",
        card(walk, samir)["subscription"] == {"status": "active", "end_date": str(end), "ends_at": f"{end}T23:00:00Z",
                                              "days_remaining": (end - today).days},
    )
    wanted = json.loads(base64.urlsafe_b64decode(card(walk, samir)["qr_payload"].split(".")[1] + "=="))
    walk.fact(
        "R13 the card changed with the end date, and only then",
        wanted["end"] == str(end) and card(walk, samir)["qr_payload"] == card(walk, samir)["qr_payload"],
        wanted,
    )


def redeem(walk):
    """Walkthrough 2: redeem, no replay, verified rating"""
    samir, token = walk.samir, vendor(walk)
    given = walk.expect(
        "a proof ready-made",
        walk.ask("GET", f"/users/{samir['uuid']}/card/proof", token=samir["token"]),
        fields=("payload", "qr_code", "valid_from", "valid_until", "refresh_at", "server_time"),
    )
    step = int(given["payload"].split(":")[2])
    seconds = [
        int(datetime.datetime.fromisoformat(given[name].replace("Z", "+00:00")).timestamp()) - step
            for name in ("valid_from", "valid_until", "refresh_at")
    ]
    walk.fact("R14 its window", seconds == [-30, 60, 30] and step % 30 == 0, given)
    walk.fact("its PNG decodes to it", read_code(given["qr_code"]) == given["payload"], given)
    walk.fact("it is the code of RFC 6238", given["payload"].split(":")[3] == moving_code(card(walk, samir)["proof"]["key"], step), given)
    read = scan(walk, card(walk, samir)["qr_payload"], token)
    walk.expect(
        "a card scan gives no discount",
        walk.ask("POST", "/vendor/redemptions", {"scan_id": read["scan_id"], "purchase_amount": money(245000)}, token),
        409,
        "proof-required",
    )
    read = walk.expect(
        "the proof does", scan(walk, given["payload"], token), result="valid", kind="proof", allowed=["activate", "redeem"],
        discount_percent=5.5
    )
    for title, amount in (
        ("0", money(0)),
        ("-1", money(-1)),
        ("100000001", money(100_000_001)),
        ("EUR", {"amount": 100, "currency": "EUR"}),
        ("1.5", {"amount": 1.5, "currency": "DZD"}),
        ("none", None),
    ):
        answer = walk.ask("POST", "/vendor/redemptions", {"scan_id": read["scan_id"], "purchase_amount": amount}, token)
        walk.fact(f"amount {title} is 422", answer.status == 422 and any(key.startswith("purchase_amount") for key in answer["errors"]),
                  answer)
    made = walk.expect(
        "redeemed",
        walk.ask("POST", "/vendor/redemptions", {"scan_id": read["scan_id"], "purchase_amount": money(245000)}, token),
        201,
        savings=money(13475),
        amount_due=money(231525),
        discount_percent=5.5,
        offline=False,
        fields=REDEMPTION + ("member",),
    )
    walk.fact(
        "… explained",
        made["explain"] == [{"rule": "shop-discount", "percent": 5.5, "amount": money(13475)}]
        and made["shop"] == {"id": 11, "name": "Boucherie Centrale"}
        and made.body["status"] == "recorded",
        made,
    )
    walk.expect(
        "again",
        walk.ask("POST", "/vendor/redemptions", {"scan_id": read["scan_id"], "purchase_amount": money(245000)}, token),
        409,
        "scan-already-used",
        redemption_id=made["id"],
    )
    walk.expect("the proof again", scan(walk, given["payload"], token), result="refused", reason="proof-already-used", scan_id=None,
                member=None)
    walk.expect(
        "stats",
        walk.ask("GET", "/home/stats", token=samir["token"]),
        savings_this_month=money(13475),
        fee_this_month=money(30000),
        net_savings_this_month=money(-16525),
        visits_this_month=1,
        shops_visited=1,
        savings_total=money(13475),
    )
    rated = walk.expect("a rating", walk.ask("POST", "/ratings", {"shop_id": 11, "stars": 5}, samir["token"]), 201)
    walk.eventually(
        "… of a verified visit within 2 s",
        lambda: walk.ask("GET", "/ratings?shop_id=11&per_page=100"),
        lambda a: next(r for r in a["data"] if r["id"] == rated["id"])["verified_visit"] is True,
        2,
    )
    walk.expect("again", walk.ask("POST", "/ratings", {"shop_id": 11, "stars": 5}, samir["token"]), 422, "already-rated",
                rating_id=rated["id"])
    walk.expect("PUT", walk.ask("PUT", f"/ratings/{rated['id']}", {"stars": 4}, samir["token"]), edited=True, stars=4, verified_visit=True)
    mine = walk.ask("GET", "/redemptions", token=samir["token"])
    walk.fact(
        "his visits: without vendors' view",
        mine["summary"] == {"visits": 1, "savings": money(13475)} and set(REDEMPTION) <= set(mine["data"][0])
            and "member" not in mine["data"][0],
        mine,
    )
    walk.expect(
        "redemptions of another month", walk.ask("GET", "/redemptions?month=2020-01", token=samir["token"]), data=[],
        summary={"visits": 0, "savings": money(0)}
    )
    walk.expect("of another shop", walk.ask("GET", "/redemptions?shop_id=1", token=samir["token"]), data=[])
    walk.expect("month 2020-13 is 422", walk.ask("GET", "/redemptions?month=2020-13", token=samir["token"]), 422, errors=["month"])
    walk.expect("DELETE the rating", walk.ask("DELETE", f"/ratings/{rated['id']}", token=samir["token"]), 204)


def scans(walk):
    """R15 every reason to refuse"""
    person, token, shop = new_vendor(walk, "Vendeur Scans")
    member = join(walk, "Membre Scans")
    paper = card(walk, member)
    walk.eventually("orders knows the member", lambda: scan(walk, proof_at(walk, member), token), lambda a: a["result"] == "valid", 2)
    head, body, signature = paper["qr_payload"].split(".")

    def refused(title, payload, reason):
        walk.expect(f"{title} → {reason}", scan(walk, payload, token), result="refused", reason=reason, scan_id=None, member=None,
                    fields=SCAN)

    for title, payload in (
        ("a web address", "https://peez.dz/x"),
        ("two dots too few", "a.b"),
        ("seven digits", f"PEEZ1:{member['number']}:30:1234567"),
        ("a step of 31", f"PEEZ1:{member['number']}:31:12345678"),
        ("a long step of 31", f"PEEZ1:{member['number']}:{10**30 + 31}:12345678"),
        ("another prefix", f"PEEZ2:{member['number']}:30:12345678"),
    ):
        refused(title, payload, "not-a-peez-code")
    none = base64.urlsafe_b64encode(json.dumps({"alg": "none", "typ": "peez-card+jwt"}).encode()).decode().rstrip("=")
    for title, payload in (
        ("a changed claim", f"{head}.{body[:-1]}{'A' if body[-1] != 'A' else 'B'}.{signature}"),
        ("a changed signature", f"{head}.{body}.{'A' if signature[0] != 'A' else 'B'}{signature[1:]}"),
        ("alg none", f"{none}.{body}."),
        ("padding", paper["qr_payload"] + "="),
        ("empty parts", ".."),
    ):
        refused(title, payload, "bad-signature")
    step = int(proof_at(walk, member).split(":")[2])
    code = moving_code(paper["proof"]["key"], step)
    refused("a wrong code", f"PEEZ1:{member['number']}:{step}:{(int(code) + 1) % 10 ** 8:08}", "bad-proof")
    refused("a screenshot of two minutes", f"PEEZ1:{member['number']}:{step - 120}:{moving_code(paper['proof']['key'], step - 120)}",
            "proof-expired")
    refused("one of two minutes ahead", f"PEEZ1:{member['number']}:{step + 120}:{moving_code(paper['proof']['key'], step + 120)}",
            "proof-expired")
    refused("a step beyond all clocks", f"PEEZ1:{member['number']}:{3 * 10 ** 25}:{code}", "bad-proof")
    refused("nobody's number", f"PEEZ1:PEEZ-20200101-99999:{step}:{code}", "unknown-member")
    refused("nobody's long number", f"PEEZ1:PEEZ-{'9' * 100}:{step}:{code}", "unknown-member")
    for title, payload in (("empty", ""), ("2049 letters", "x" * 2049)):
        walk.expect(f"payload {title} is 422", scan(walk, payload, token), 422, errors=["payload"])
    for nobody in (99999, 0, -1, 2 ** 31, 2 ** 63 - 1):
        walk.expect(f"an unknown shop is 404: {nobody}", scan(walk, paper["qr_payload"], token, nobody), 404)
        body = {"shop_id": nobody, "items": [{}]}
        walk.expect("offline as well", walk.ask("POST", "/vendor/redemptions/offline", body, token), 404)
    walk.expect("eleven and a half is no shop", scan(walk, paper["qr_payload"], token, 11.5), 422, errors=["shop_id"])
    walk.expect("somebody else's shop is 403", scan(walk, paper["qr_payload"], token, 1), 403, "not-your-shop")
    racer = join(walk, "Vingt Fois")
    _, second, other = new_vendor(walk, "Vendeur Deux")
    walk.eventually("orders knows her", lambda: scan(walk, card(walk, racer)["qr_payload"], token),
                    lambda a: a["member"]["name"] == "Vingt F.", 2)
    payload = proof_at(walk, racer)
    with concurrent.futures.ThreadPoolExecutor(20) as pool:
        answers = list(pool.map(lambda n: scan(walk, payload, (token, second)[n % 2]), range(20)))
    walk.fact(
        "20 at once in two shops: one valid, 19 proof-already-used",
        sorted(a["reason"] or "valid" for a in answers) == ["proof-already-used"] * 19 + ["valid"],
        *answers,
    )
    rotated = walk.expect("rotate", walk.ask("POST", f"/users/{member['uuid']}/card/rotate", {}, member["token"]), card_version=2)
    refused("the old card", paper["qr_payload"], "card-revoked")
    step = int(proof_at(walk, member).split(":")[2]) + 30
    refused("a proof of the old key", f"PEEZ1:{member['number']}:{step}:{moving_code(paper['proof']['key'], step)}", "bad-proof")
    walk.expect("the new card", scan(walk, rotated["qr_payload"], token), result="valid")
    walk.expect("an admin rotates too, and sees no key", walk.ask("POST", f"/users/{member['uuid']}/card/rotate", {}, admin(walk)),
                card_version=3, proof=None)
    walk.expect("nobody else", walk.ask("POST", f"/users/{member['uuid']}/card/rotate", {}, racer["token"]), 404)
    read = scan(walk, card(walk, member)["qr_payload"], token)
    walk.expect("a scan of another shop is 404", walk.ask("POST", "/vendor/activations", {"scan_id": read["scan_id"], "months": 1}, second),
                404)
    walk.expect("an unknown scan is 404", walk.ask("POST", "/vendor/activations", {"scan_id": NOBODY, "months": 1}, token), 404)
    walk.expect("suspend the shop", walk.ask("POST", f"/admin/shops/{shop}/suspend", {}, admin(walk)))
    # A new scan shows when orders knows of the suspension. Until then a sale would succeed and use the scan up.
    fresh_scan = lambda: scan(walk, card(walk, member)["qr_payload"], token)
    walk.eventually("R16 new scans end with the suspension of the shop", fresh_scan, lambda a: (a.status, a.slug) == (409, "shop-inactive"))
    sell = {"scan_id": read["scan_id"], "months": 1}
    walk.expect("… and sales with a scan made before", walk.ask("POST", "/vendor/activations", sell, token), 409, "shop-inactive")
    walk.expect("resume", walk.ask("POST", f"/admin/shops/{shop}/resume", {}, admin(walk)))
    walk.eventually("new scans work again", fresh_scan, lambda a: a.status == 200 and a["result"] == "valid")
    walk.expect("a refused request consumed nothing", walk.ask("POST", "/vendor/activations", sell, token), 201)
    for _ in range(40):
        last = scan(walk, "a.b.c", token)
        if last.status != 200:
            break
    walk.expect("after 30 forged ones: 429", last, 429, "too-many-refused-scans")
    walk.expect("… for that vendor only", scan(walk, "a.b.c", second), result="refused")


def extend_together(walk):
    """R17 two vendors at once, limits, own card"""
    away_from_midnight(walk)
    _, one, first = new_vendor(walk, "Vendeur Un")
    _, two, second = new_vendor(walk, "Vendeur Autre")
    member = join(walk, "Prolonge Souvent")
    payload = card(walk, member)["qr_payload"]
    reads = [scan(walk, payload, one), scan(walk, payload, two)]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        sold = list(pool.map(lambda n: walk.ask("POST", "/vendor/activations", {"scan_id": reads[n]["scan_id"], "months": 1},
                                                (one, two)[n]), range(2)))
    today = local(walk.now()).date()
    periods = sorted((a["subscription"]["start_date"], a["subscription"]["end_date"]) for a in sold)
    walk.fact(
        "both sell; the second extends the first",
        [a.status for a in sold] == [201, 201]
        and periods
        == [(str(today), str(months_later(today, 1))),
            (str(months_later(today, 1) + datetime.timedelta(1)), str(months_later(months_later(today, 1), 1)))],
        *sold,
    )
    history = walk.ask("GET", "/subscriptions/history", token=member["token"])
    walk.fact(
        "history: newest first, both active, one current",
        [(s["status"], s["is_current"]) for s in history["data"]] == [("active", False), ("active", True)]
            and set(SUBSCRIPTION) <= set(history["data"][0]),
        history,
    )
    for _ in range(3):
        assert activate(walk, member, 3, one).status == 201
    answer = walk.ask("GET", "/subscriptions/status", token=member["token"])
    walk.fact("eleven months: one more fits", answer["max_months"] == 1, answer)
    read = walk.expect("the scan says so", scan(walk, card(walk, member)["qr_payload"], two), max_months=1)
    walk.expect("two do not", walk.ask("POST", "/vendor/activations", {"scan_id": read["scan_id"], "months": 2}, two), 409,
                "coverage-limit")
    walk.expect("… and the scan is not used up", walk.ask("POST", "/vendor/activations", {"scan_id": read["scan_id"], "months": 1}, two),
                201)
    owner, token, shop = new_vendor(walk, "Vendeur Membre")
    own = walk.eventually("a vendor has a card", lambda: scan(walk, proof_at(walk, owner), token), lambda a: a["result"] == "valid")
    walk.expect("… may activate it at his own shop",
                walk.ask("POST", "/vendor/activations", {"scan_id": own["scan_id"], "months": 1}, token), 201)
    walk.expect(
        "… not redeem there", walk.ask("POST", "/vendor/redemptions", {"scan_id": own["scan_id"], "purchase_amount": money(100)}, token),
        403, "own-shop"
    )
    fresh = join(walk, "Achat Immediat")
    read = walk.eventually("orders knows the buyer", lambda: scan(walk, proof_at(walk, fresh), one), lambda a: a["result"] == "valid")
    walk.expect(
        "not a member yet", walk.ask("POST", "/vendor/redemptions", {"scan_id": read["scan_id"], "purchase_amount": money(100)}, one), 409,
        "not-active"
    )
    walk.expect("activating through a proof", walk.ask("POST", "/vendor/activations", {"scan_id": read["scan_id"], "months": 1}, one), 201)
    walk.expect(
        "… adds the right to redeem",
        walk.ask("POST", "/vendor/redemptions", {"scan_id": read["scan_id"], "purchase_amount": money(1)}, one),
        201,
        savings=money(0),
        amount_due=money(1),
    )
    started = join(walk, "Cle Perdue")
    read = scan(walk, card(walk, started)["qr_payload"], one)
    body = {"scan_id": read["scan_id"], "months": 1}
    first, retried = (walk.ask("POST", "/vendor/activations", body, one, {"Idempotency-Key": "sale-1"}) for _ in range(2))
    walk.fact(
        "a retried activation is replayed, not doubled",
        first.status == retried.status == 201
        and first["id"] == retried["id"]
        and retried.headers.get("Idempotency-Replayed") == "true"
        and walk.ask("GET", "/subscriptions/history", token=started["token"])["meta"]["total"] == 1,
        first,
        retried,
    )
    read = scan(walk, card(walk, started)["qr_payload"], one)
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        sold = list(pool.map(lambda _: walk.ask("POST", "/vendor/activations", {"scan_id": read["scan_id"], "months": 1}, one), range(8)))
    walk.fact("eight taps on one scan sell once", sorted(a.status for a in sold) == [201] + [409] * 7, *sold)


def undo(walk):
    """Walkthrough 5: undo"""
    away_from_midnight(walk)
    _, token, shop = new_vendor(walk, "Vendeur Annule")
    wrong = join(walk, "Mauvaise Personne")
    before = walk.ask("GET", "/subscriptions/status", token=wrong["token"]).body
    sold = activate(walk, wrong, 1, token)
    walk.eventually(
        "the cash is in the book", lambda: walk.ask("GET", f"/vendor/cash?shop_id={shop}", token=token),
        lambda a: a["summary"]["balance_due"] == money(30000)
    )
    walk.expect("no reason is 422", walk.ask("POST", f"/vendor/activations/{sold['id']}/void", {}, token), 422, errors=["reason"])
    walk.expect(
        "another vendor is not the shop's",
        walk.ask("POST", f"/vendor/activations/{sold['id']}/void", {"reason": "mauvaise personne"}, vendor(walk)),
        403,
        "not-your-shop",
    )
    answer = walk.expect("void", walk.ask("POST", f"/vendor/activations/{sold['id']}/void", {"reason": "mauvaise personne"}, token),
                         fields=ACTIVATION)
    walk.fact("… voided", answer.body["status"] == "voided", answer)
    after = walk.ask("GET", "/subscriptions/status", token=wrong["token"])
    walk.fact(
        "status cancelled, nothing covered",
        after.body["status"] == "cancelled" and not after["has_active_subscription"] and after["max_months"] == before["max_months"],
        after,
    )
    cash = walk.eventually(
        "the book shows −30000",
        lambda: walk.ask("GET", f"/vendor/cash?shop_id={shop}", token=token),
        lambda a: (a["data"][0]["type"], a["data"][0]["amount"]["amount"]) == ("voided", -30000),
    )
    walk.fact(
        "… balance 0",
        cash["summary"]["balance_due"] == money(0) and cash["data"][0]["balance_after"] == money(0)
            and cash["data"][0]["activation_id"] == sold["id"],
        cash,
    )
    walk.expect("again", walk.ask("POST", f"/vendor/activations/{sold['id']}/void", {"reason": "mauvaise personne"}, token), 409,
                "already-voided")
    walk.expect("an unknown one", walk.ask("POST", f"/vendor/activations/{NOBODY}/void", {"reason": "mauvaise personne"}, token), 404)
    listed = walk.ask("GET", f"/vendor/activations?shop_id={shop}", token=token)
    walk.fact("voided ones are listed, not counted", listed["meta"]["total"] == 1 and listed["summary"] == {"count": 0, "total": money(0)},
              listed)
    first, second = activate(walk, wrong, 1, token), activate(walk, wrong, 1, token)
    walk.expect(
        "only the newest period", walk.ask("POST", f"/vendor/activations/{first['id']}/void", {"reason": "mauvaise"}, token), 409,
        "not-latest-subscription"
    )
    walk.expect("the newest", walk.ask("POST", f"/vendor/activations/{second['id']}/void", {"reason": "mauvaise"}, token))
    visit = redeem_now(walk, wrong, 1000, vendor(walk))
    walk.expect("used", walk.ask("POST", f"/vendor/activations/{first['id']}/void", {"reason": "mauvaise"}, token), 409,
                "subscription-used")
    walk.expect("void the visit", walk.ask("POST", f"/vendor/redemptions/{visit['id']}/void", {"reason": "erreur de caisse"}, vendor(walk)))
    walk.expect("then the period", walk.ask("POST", f"/vendor/activations/{first['id']}/void", {"reason": "mauvaise"}, token))
    late = activate(walk, wrong, 1, token)
    read = scan(walk, card(walk, wrong)["qr_payload"], token)
    # 16 minutes: scans live for ten, a sale can be undone for fifteen.
    walk.advance(advance="PT16M")
    token = walk.token("vendeur.annule@example.com", PASSWORD)
    walk.expect("after 16 minutes", walk.ask("POST", f"/vendor/activations/{late['id']}/void", {"reason": "trop tard"}, token), 409,
                "void-window-closed")
    walk.expect("a scan of 16 minutes is gone", walk.ask("POST", "/vendor/activations", {"scan_id": read["scan_id"], "months": 1}, token),
                410, "scan-expired")
    walk.expect("but a card gives no discount, however old its scan", walk.ask("POST", "/vendor/redemptions", {
        "scan_id": read["scan_id"], "purchase_amount": money(1000)}, token), 409, "proof-required")
    newest = walk.ask("GET", "/subscriptions/history", token=walk.token(wrong["email"], PASSWORD))["data"]
    period = next(s for s in newest if s["status"] == "active")
    old = next(s for s in newest if s["status"] == "cancelled")
    walk.expect(
        "an admin cancels without limit",
        walk.ask("POST", f"/admin/subscriptions/{period['id']}/cancel", {"reason": "sur demande"}, admin(walk)),
        id=period["id"],
    )
    walk.fact("… at once", walk.ask("GET", "/subscriptions/status", token=walk.token(wrong["email"], PASSWORD))
        .body["status"] == "cancelled")
    answer = walk.ask("POST", f"/admin/subscriptions/{old['id']}/cancel", {"reason": "sur demande"}, admin(walk))
    walk.fact("a cancelled one again is 409", answer.status == 409 and answer.slug in ("invalid-transition", "not-latest-subscription"),
              answer)
    walk.expect("unknown subscription", walk.ask("POST", "/admin/subscriptions/999999/cancel", {"reason": "sur demande"}, admin(walk)), 404)
    walk.expect("the cash stays", walk.ask("GET", f"/vendor/cash?shop_id={shop}", token=token), 200)
