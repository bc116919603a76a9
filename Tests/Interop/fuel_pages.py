#!/usr/bin/env python3
"""Judges the pages of fuel orders as people meet them: the dispatch board and the tracking page in a real Chromium, 390 px wide,
by keys, and the receipt as JSON, as a page that prints and as a PDF that poppler reads (Debian package poppler-utils).
Screenshots are in .build/judges/fuel_pages/shots."""
import datetime, pathlib, shutil, struct, subprocess, sys, tempfile, time, zlib

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "support"))
import souk_platform

souk_platform.inside_venv("fuel_pages", ["playwright==1.65.2", "axe-playwright-python==0.1.8"], __file__)
import page_judge
from playwright.sync_api import sync_playwright

judge = page_judge.Judge(souk_platform.ROOT / ".build" / "judges" / "fuel_pages" / "shots", "en")
require, until, look = judge.require, judge.until, judge.look
PASSWORD = "Fuel-Demo-2026"
PLACE = {"lat": 25.7617, "lng": -80.1918}
HOSTILE = "<img src=x onerror=alert(1)>"


def picture():
    """A PNG of one pixel."""
    part = lambda name, data: struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
    header = struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + part(b"IHDR", header) + part(b"IDAT", zlib.compress(b"\0\xff\xff\xff")) + part(b"IEND", b"")


def moment(text):
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))


class Day:
    """A customer, a driver and a dispatcher of the demo."""

    def __init__(self, platform):
        self.platform, self.api, self.sessions = platform, "/t/autofill/api/v1", {}

    def call(self, method, path, body=None, account="maya"):
        if account not in self.sessions:
            status, answer = self.platform.request("POST", self.api + "/auth/login",
                                                   {"email": f"{account}@autofill.test", "password": PASSWORD}, None)
            assert status == 200, answer
            self.sessions[account] = answer["token"]
        status, answer = self.platform.request(method, self.api + path, body, self.sessions[account])
        assert status < 300, (method, path, status, answer)
        return answer

    def raw(self, method, path, data=None, account="maya", **headers):
        sent = {"Authorization": f"Bearer {self.sessions[account]}", **{name.replace("_", "-"): value for name, value in headers.items()}}
        return souk_platform.exchange(self.platform.port, method, self.api + path, data, sent)

    def clock(self, **change):
        """Sessions end with the old time."""
        status, answer = self.platform.request("POST", self.api + "/dev/clock", change, None)
        assert status == 200, answer
        self.sessions.clear()
        return moment(answer["now"])

    def order(self):
        """The first window of tomorrow, with a note that wants to be markup."""
        vehicle = next(car for car in self.call("GET", "/vehicles")["data"] if car["fuelType"] == "regular")
        place = {**PLACE, "address": f"401 Biscayne Blvd {HOSTILE}"}
        quote = self.call("POST", "/quotes", {"location": place, "vehicleId": vehicle["id"], "amount": {"type": "fill_up"},
                                              "scheduleType": "window"})
        now = moment(self.call("GET", "/app-config")["serverTime"])
        tomorrow = (now - datetime.timedelta(hours=5) + datetime.timedelta(days=1)).date()
        windows = self.call("GET", f"/delivery-windows?lat={PLACE['lat']}&lng={PLACE['lng']}&fuelType=regular&date={tomorrow}")["data"]
        window = next(window for window in windows if window["available"])
        placed = self.call("POST", "/orders", {"quoteId": quote["id"], "schedule": {"type": "window", "windowId": window["id"]},
                                               "tip": {"amount": 300, "currency": "USD"}})
        until("the card is authorised", lambda: self.call("GET", f"/orders/{placed['id']}")["status"] == "scheduled")
        return self.call("GET", f"/orders/{placed['id']}"), moment(window["startsAt"])

    def step(self, order, name, body=None):
        return self.call("POST", f"/deliveries/{order['id']}/{name}", body or {}, "luis")

    def position(self, lat):
        now = self.call("GET", "/app-config")["serverTime"]
        self.call("POST", "/shifts/current/locations", {"points": [{"lat": lat, "lng": PLACE["lng"], "recordedAt": now}]}, "luis")


def sign_in(page, second, account, name):
    """By keys: a wrong password is said, the right one opens the page."""
    page.keyboard.type(f"{account}@autofill.test")
    page.keyboard.press("Tab")
    page.keyboard.type("wrong")
    page.keyboard.press("Enter")
    until("a wrong password is said", lambda: page.inner_text("#refused").strip() != "")
    look(page, second, f"{name}-refused")
    page.fill("#password", PASSWORD)
    page.keyboard.press("Enter")
    until(f"{name} is live", lambda: page.query_selector("#live[data-on]") is not None)


def opened(page, origin, path):
    answer = page.goto(origin + path)
    policy = answer.headers.get("content-security-policy", "")
    require(f"{path} has a policy without exceptions: {policy}", "default-src 'none'" in policy and "unsafe" not in policy)
    require(f"{path} has one script", judge.read(path, answer.text()).count("script") == 1)


def dispatch(page, second, day, origin):
    """A dispatcher sees an order come, and gives it to a driver by keys."""
    opened(page, origin, "/dispatch")
    sign_in(page, second, "dispatch", "dispatch")
    order, start = day.order()
    until("the order arrives", lambda: page.query_selector(f"#waiting #order-{order['id']}") is not None)
    images = page.evaluate("() => document.images.length")
    require("the address is text", "<img" in page.inner_text(f"#order-{order['id']}") and images == 0)
    areas = len(page.query_selector_all("svg .area"))
    require("the map shows areas and the order", areas >= 4 and order["number"] in page.inner_html("svg"))
    look(page, second, "dispatch-waiting")
    page.click("#sign-out")
    day.clock(to=(start - datetime.timedelta(minutes=20)).strftime("%Y-%m-%dT%H:%M:%SZ"))
    truck = next(truck for truck in day.call("GET", "/trucks", account="dispatch")["data"] if truck["code"] == "T-101")
    day.call("POST", "/shifts", {"truckId": truck["id"]}, "luis")
    page.fill("#login", "dispatch@autofill.test")
    page.fill("#password", PASSWORD)
    page.keyboard.press("Enter")
    until("the board is live again", lambda: page.query_selector("#live[data-on]") is not None)
    until("the order is urgent", lambda: "Needs a driver" in page.inner_text(f"#order-{order['id']}"))
    look(page, second, "dispatch-urgent")
    page.focus(f"#assign-{order['id']}")
    page.keyboard.press("Enter")
    until("it is assigned", lambda: page.query_selector(f"#assigned #order-{order['id']}") is not None)
    # The board hears of it before the answer is there.
    until("it is announced, and the focus stays on it",
          lambda: order["number"] in page.inner_text("#news")
          and page.evaluate("() => document.activeElement.id") == f"title-{order['id']}")
    look(page, second, "dispatch-assigned")
    page.set_viewport_size({"width": 1280, "height": 900})
    page.screenshot(path=judge.shots / "dispatch-wide.png", full_page=True)
    page.set_viewport_size(page_judge.PHONE)
    return order


def tracking(page, second, day, origin, order):
    """The customer follows the driver to the car and gets the receipt."""
    opened(page, origin, f"/track?order={order['id']}")
    sign_in(page, second, "maya", "track")
    require("the driver is named, and nobody is on the map", "Luis" in page.inner_text("#order") and not page.query_selector(".pin.truck"))
    day.step(order, "start")
    day.position(25.7801)
    until("the truck is on the map", lambda: page.query_selector(".pin.truck") is not None)
    require("with its arrival", "mi away" in page.inner_text("#order") and page.inner_text("#now") == "On the way")
    look(page, second, "track-en-route")
    before = page.get_attribute(".pin.truck rect", "y")
    # Positions of one second are one, and the board is told of one in two seconds.
    until("it moves", lambda: day.position(25.7618) or page.get_attribute(".pin.truck rect", "y") != before)
    day.step(order, "arrive")
    day.step(order, "start-fueling", {"plate": order["vehicle"]["plate"]["number"]})
    until("fueling is said", lambda: page.inner_text("#now") == "Fueling")
    last = day.call("GET", f"/deliveries/{order['id']}", account="luis")
    require("the driver sees when to stop", last["stopAtGallons"] > 15)
    day.step(order, "meter-reading", {"meterStart": 90_000, "meterEnd": 90_012.345})
    status = day.raw("POST", f"/deliveries/{order['id']}/photos?kind=meter", picture(), "luis", Content_Type="image/png")[0]
    require(f"the photo is taken: {status}", status == 201)
    day.step(order, "complete")
    until("completed is said", lambda: page.inner_text("#now") == "Completed")
    until("the receipt is offered", lambda: page.query_selector("#show-receipt") is not None)
    require("no map is left", page.query_selector("svg") is None)
    page.focus("#show-receipt")
    page.keyboard.press("Enter")
    until("the receipt is shown", lambda: "Receipt AF-" in page.inner_text("#receipt"))
    require("with the sum", "$50.30" in page.inner_text("#receipt"))
    look(page, second, "track-receipt")
    kept = page.evaluate("() => localStorage.length + sessionStorage.length")
    require("nothing is kept in the browser", kept == 0 and page.context.cookies() == [])
    page.click("#sign-out")
    until("signing out shows the form alone", lambda: page.is_visible("#login") and page.inner_text("#order").strip() == "")


def receipt(page, second, day, order):
    """JSON, a page and a sheet say the same."""
    shown = day.call("GET", f"/orders/{order['id']}/receipt")
    total = sum(line["amount"]["amount"] for line in shown["lines"])
    require(f"lines add up: {shown}", total == shown["total"]["amount"] == 5030)
    status, headers, data = day.raw("GET", f"/orders/{order['id']}/receipt", Accept="text/html")
    require(f"a page: {status}", status == 200 and headers["Content-Type"].startswith("text/html"))
    require("without a script", "script" not in judge.read("the receipt", data.decode()))
    second_page = page.context.new_page()
    second_page.set_content(data.decode())
    look(second_page, second, "receipt")
    second_page.pdf(path=judge.shots / "receipt-printed.pdf", format="Letter")
    pages = subprocess.run(["pdfinfo", judge.shots / "receipt-printed.pdf"], capture_output=True, text=True).stdout
    require("the page prints on one sheet", "Pages:           1\n" in pages)
    status, headers, data = day.raw("GET", f"/orders/{order['id']}/receipt.pdf")
    require(f"a sheet: {status} {headers['Content-Type']}", status == 200 and headers["Content-Type"] == "application/pdf")
    sheet = judge.shots / "receipt.pdf"
    sheet.write_bytes(data)
    info = subprocess.run(["pdfinfo", sheet], capture_output=True, text=True)
    require(f"poppler takes it: {info.stderr}", "Tagged:          yes" in info.stdout and not info.stderr)
    tree = subprocess.run(["pdfinfo", "-struct-text", sheet], capture_output=True, text=True).stdout
    require("a screen reader reads heading and sums", "H1" in tree and shown["number"] in tree and "$50.30" in tree)
    subprocess.run(["pdftoppm", "-png", "-r", "70", "-singlefile", sheet, judge.shots / "receipt-sheet"], check=True, capture_output=True)


def main():
    chromium = shutil.which("chromium")
    if not chromium or not shutil.which("pdfinfo"):
        sys.exit("chromium or poppler is not there: apt-get install chromium poppler-utils")
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(souk_platform.ROOT / "deploy/tenants/autofill.yml", folder)
        platform = souk_platform.Platform(folder, seed=True)
    started = time.monotonic()
    try:
        origin = f"http://127.0.0.1:{platform.port}"
        with sync_playwright() as driver:
            browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
            context = browser.new_context(viewport=page_judge.PHONE, locale="en-US")
            page, second = context.new_page(), browser.new_context(viewport=page_judge.PHONE).new_page()
            judge.watch(page, origin)
            day = Day(platform)
            order = dispatch(page, second, day, origin + "/t/autofill")
            tracking(page, second, day, origin + "/t/autofill", order)
            receipt(page, second, day, order)
            browser.close()
    finally:
        platform.stop()
    sys.exit(judge.report("fuel pages", time.monotonic() - started))


if __name__ == "__main__":
    main()
