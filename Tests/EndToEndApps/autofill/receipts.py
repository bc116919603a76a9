"""Receipts (R9), and the pages of orders: what a browser gets of them."""

import re
import depot, driving, people, sockets

FIELDS = ["number", "orderId", "issuedAt", "seller", "customerName", "vehicle", "gallons", "pricePerGallon", "lines", "total", "payments",
          "refunds"]


def as_page(walk, path, token=None):
    return walk.ask("GET", path, token=token, headers={"Accept": "text/html"})


def is_page(answer):
    policy = answer.headers.get("Content-Security-Policy", "")
    return answer.status == 200 and answer.headers["Content-Type"].startswith("text/html") and "default-src 'none'" in policy \
        and "unsafe" not in policy


def receipts(walk):
    """A receipt: when money came, for its customer and dispatchers, as JSON, page and PDF, through tips and refunds"""
    home = depot.Depot(walk)
    order, customer = home.order()
    driver, staff, path = home.driver(), people.as_(walk, "dispatch"), f"/orders/{order}/receipt"
    walk.expect("nothing was charged yet", customer.ask("GET", path), 409, slug="receipt-not-ready")
    for action, body in (("claim", {}), ("start", {}), ("arrive", {"override": True, "reason": "No signal"}),
                         ("start-fueling", {"plate": customer.plate})):
        walk.expect(action, driving.step(driver, order, action, body))
    walk.expect("the meter", driving.step(driver, order, "meter-reading", {"meterStart": 10, "meterEnd": 22.345}), gallons=12.345)
    walk.expect("a photo", driving.photograph(walk, driver, order), 201)
    walk.expect("completed", driving.step(driver, order, "complete"), status="completed")
    shown = walk.eventually("a receipt within five seconds", lambda: customer.ask("GET", path), lambda answer: answer.status == 200)
    walk.expect("what it says", shown, fields=FIELDS, orderId=order, gallons=12.345, total=depot.money(5565), refunds=[],
                pricePerGallon={"mills": 3399, "currency": "USD"}, customerName="Rosa Delgado")
    walk.fact("its number", re.fullmatch(r"AF-20\d\d-\d{6}", shown["number"]), shown)
    walk.fact("lines add up", sum(line["amount"]["amount"] for line in shown["lines"]) == 5565, shown)
    codes = [line["code"] for line in shown["lines"]]
    walk.fact("in their order", codes == ["fuel", "delivery_fee", "asap_fee", "sales_tax", "tip"], shown)
    payment = shown["payments"][0]
    card = (payment["brand"], payment["last4"], payment["amount"])
    walk.fact("paid with the card", card == ("visa", "4242", depot.money(5565)), shown)
    seen = customer.ask("GET", f"/orders/{order}")
    walk.fact("the order names it", seen["final"]["receiptNumber"] == shown["number"], seen)
    walk.fact("and its payment", payment["paymentId"] == seen["payment"]["id"], seen)
    walk.fact("dispatchers read the same", staff("GET", path).body == shown.body)
    walk.expect("strangers find nothing", people.join(walk).ask("GET", path), 404, slug="not-found")
    walk.expect("its driver may not", driver.ask("GET", path), 403, slug="forbidden")
    walk.expect("guests neither", walk.ask("GET", path), 401, slug="unauthenticated")
    walk.expect("no such order", customer.ask("GET", f"/orders/{driving.NOBODY}/receipt"), 404)
    page = as_page(walk, path, customer.token)
    walk.fact("a page that prints", is_page(page) and shown["number"] in page.data.decode() and "$55.65" in page.data.decode(), page)
    sooner = walk.ask("GET", path, token=customer.token, headers={"Accept": "text/html;q=0.5, application/json"})
    walk.fact("JSON for one who likes it better", sooner.headers["Content-Type"].startswith("application/json"), sooner)
    for sheet in (walk.ask("GET", path + ".pdf", token=customer.token),
                  walk.ask("GET", path, token=customer.token, headers={"Accept": "application/pdf"})):
        right = sheet.status == 200 and sheet.headers["Content-Type"] == "application/pdf" and sheet.data[:5] == b"%PDF-"
        walk.fact("a sheet", right, sheet)
        walk.fact("that a screen reader reads", b"/MarkInfo << /Marked true >>" in sheet.data and b"/StructTreeRoot" in sheet.data)
    refund = staff("POST", f"/payments/{payment['paymentId']}/refunds", {"amount": 565, "reason": "Scratched door"})
    walk.fact("a refund", refund.status in (200, 201, 202), refund)
    after = walk.eventually("is noted", lambda: customer.ask("GET", path), lambda answer: answer["refunds"])
    walk.fact("under the same number", after["number"] == shown["number"] and after["refunds"][0]["amount"] == depot.money(565)
              and after["total"] == depot.money(5565), after)


def fees(walk):
    """A fee has a receipt without gallons; numbers follow each other"""
    home = depot.Depot(walk)
    driver, numbers = home.driver(), []
    for action in ("cancel", "fail"):
        order, customer = home.order(tip=0)
        if action == "cancel":
            walk.advance(advance="PT6M")
            answer = customer.ask("POST", f"/orders/{order}/cancel", {"reason": "Late", "acceptedFee": depot.money(500)})
        else:
            for step in ("claim", "start"):
                walk.expect(step, driving.step(driver, order, step))
            walk.expect("arrived", driving.step(driver, order, "arrive", {"override": True, "reason": "No signal"}))
            answer = driving.step(driver, order, "fail", {"reason": "vehicle-inaccessible"})
        walk.expect(action, answer)
        fee, code = (500, "cancellation_fee") if action == "cancel" else (1500, "no_show_fee")
        shown = walk.eventually("a receipt", lambda: customer.ask("GET", f"/orders/{order}/receipt"), lambda answer: answer.status == 200)
        walk.expect("of the fee", shown, gallons=None, pricePerGallon=None, total=depot.money(fee))
        walk.fact("in one line", [line["code"] for line in shown["lines"]] == [code], shown)
        numbers.append(int(shown["number"][-6:]))
    walk.fact("without a gap", numbers[1] == numbers[0] + 1, numbers)


def pages(walk):
    """The tracking page and the dispatch board: pages without data, rendered orders for those who may see them, live frames"""
    for path in ("/t/autofill/track", "/t/autofill/dispatch"):
        page = walk.ask("GET", path, plain=True)
        walk.fact(f"{path} is a page", is_page(page) and page.data.decode().count("<script>") == 1, page)
        spanish = walk.ask("GET", path + "?lang=es", plain=True)
        walk.fact("in Spanish, too", '<html lang="es">' in spanish.data.decode(), spanish)
    home, staff = depot.Depot(walk), people.token(walk, "dispatch")
    live = sockets.Live(walk, staff)
    live.send({"subscribe": "dispatch/board", "ref": 1})
    walk.fact("a dispatcher watches the board", live.next().get("subscribed") == "dispatch/board")
    order, customer = home.order()
    frame = live.until("order.status-changed")
    walk.fact("and hears of the order", frame and frame["data"]["orderId"] == order and "userId" not in frame["data"], frame)
    live.close()
    curious = sockets.Live(walk, customer.token)
    curious.send({"subscribe": "dispatch/board"})
    walk.fact("nobody else does", curious.next().get("error", {}).get("status") == 403)
    curious.close()
    board = as_page(walk, "/dispatch/board.html", staff)
    text = board.data.decode()
    walk.fact("the board has its card", is_page(board) and f'id="order-{order}"' in text and "<svg" in text, board)
    walk.expect("not for customers", as_page(walk, "/dispatch/board.html", customer.token), 403, slug="forbidden")
    walk.expect("nor for guests", as_page(walk, "/dispatch/board.html"), 401)
    path = f"/orders/{order}/tracking.html"
    for token in (customer.token, staff):
        shown = as_page(walk, path, token)
        text = shown.data.decode()
        walk.fact("the way of the order", is_page(shown) and "Scheduled</li>" in text and "<script" not in text, shown)
    walk.expect("strangers find nothing", as_page(walk, path, people.join(walk).token), 404)
    walk.expect("no such order", as_page(walk, f"/orders/{driving.NOBODY}/tracking.html", customer.token), 404)


PARTS = [receipts, fees, pages]
