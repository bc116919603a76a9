#!/usr/bin/env python3
"""Judges the pages of food orders as people meet them: the tracking link and the restaurant's board, in a real Chromium,
390 px wide, by keys, in Arabic. A parser that is not ours reads the markup, axe-core judges it, the browser's console
tells of everything the policy refuses. Screenshots are in .build/judges/food_pages/shots."""
import pathlib, shutil, sys, tempfile, time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "support"))
import souk_platform

souk_platform.inside_venv("food_pages", ["playwright==1.65.2", "axe-playwright-python==0.1.8"], __file__)
import page_judge
from playwright.sync_api import sync_playwright

judge = page_judge.Judge(souk_platform.ROOT / ".build" / "judges" / "food_pages" / "shots", "ar", "rtl")
require, until, look = judge.require, judge.until, judge.look
PASSWORD = "Sofra-Demo-2026!"
HOSTILE = "<img src=x onerror=alert(1)>\u200b\u200f بدون بصل"


class Evening:
    """A customer and a restaurant of the demo."""

    def __init__(self, platform):
        self.platform, self.api, self.sessions = platform, "/t/sofra/api/v1", {}

    def call(self, method, path, body=None, account="customer"):
        if account not in self.sessions:
            status, answer = self.platform.request("POST", self.api + "/auth/login",
                                                   {"email": f"{account}@sofra.test", "password": PASSWORD}, None)
            assert status == 200, answer
            self.sessions[account] = answer["token"]
        status, answer = self.platform.request(method, self.api + path, body, self.sessions[account])
        assert status < 300, (method, path, status, answer)
        return answer

    def order(self):
        place = self.call("GET", "/restaurants?slug=sofra-24")["data"][0]["id"]
        menu = self.call("GET", f"/restaurants/{place}/menu")
        item = next(item["id"] for part in menu["categories"] for item in part["items"] if item["names"]["ar"] == "مندي لحم")
        quote = self.call("POST", "/quotes", {"restaurantId": place, "location": {"lat": 24.7040, "lng": 46.6890},
                                              "items": [{"menuItemId": item, "quantity": 1, "options": [], "note": "بدون بصل"}]})
        return self.call("POST", "/orders", {"quoteId": quote["id"], "payment": {"method": "cash"}, "note": HOSTILE,
                                             "address": {"line": "شارع العليا ١٢"}})


def answered_later(route):
    route.continue_(headers={**route.request.headers, "prefer": "respond-async"})


def board(page, second, evening, origin):
    """The owner signs in by keys, sees an order come, accepts it and hands it over."""
    answer = page.goto(origin + "/board")
    policy = answer.headers.get("content-security-policy", "")
    require(f"the board has a policy without exceptions: {policy}", "default-src 'none'" in policy and "unsafe" not in policy)
    require("one script", judge.read("the board", answer.text()).count("script") == 1)
    page.keyboard.type("owner@sofra.test")
    page.keyboard.press("Tab")
    page.keyboard.type("wrong")
    page.keyboard.press("Enter")
    until("a wrong password is said", lambda: page.inner_text("#refused").strip() != "")
    look(page, second, "board-refused")
    page.fill("#password", PASSWORD)
    # A busy machine answers 202 and an operation: the board waits for what comes of it, at sign-in and for each step.
    page.route("**/auth/login", answered_later)
    page.route("**/accept", answered_later)
    page.keyboard.press("Enter")
    until("the board is live", lambda: page.query_selector("#live[data-on]") is not None)
    # The owner of the demo has four; customers find three of them, the newest is a draft.
    active = [one["id"] for one in evening.call("GET", "/restaurants?perPage=100")["data"]]
    offered = page.eval_on_selector_all("#restaurant option", "options => options.map(option => option.value)")
    require("the board opens with an active restaurant", page.input_value("#restaurant") == offered[0])
    require("and offers the draft last", [one in active for one in offered] == [True, True, True, False])
    place = evening.call("GET", "/restaurants?slug=sofra-24")["data"][0]["id"]
    page.select_option("#restaurant", place)
    until("all its orders are there", lambda: (page.get_attribute("#lanes", "data-shown"), page.get_attribute("#lanes", "aria-busy"))
        == (place, "false"))
    before = len(page.query_selector_all("#new .card"))
    placed = evening.order()
    started = time.monotonic()
    until("the order arrives", lambda: len(page.query_selector_all("#new .card")) == before + 1)
    print(f"the order was on the board {time.monotonic() - started:.1f} s after its answer")
    card = f"//li[contains(@class, 'card')][.//bdi[text()='{placed['number']}']]"
    require("it is announced", placed["number"] in page.inner_text("#news"))
    require("the note is text", "<img" in page.inner_text(card) and page.evaluate("() => document.images.length") == 0)
    look(page, second, "board-new")
    for action, lane in (("accept", "kitchen"), ("prepare", "kitchen"), ("ready", "waiting")):
        button = page.wait_for_selector(f"{card}//button[@data-action='{action}'][not(@hidden)][not(@disabled)]")
        button.focus()
        page.keyboard.press("Enter")
        until(f"{action} moves it", lambda: page.query_selector(f"//ul[@id='{lane}']{card}") is not None)
    until("it waits for its courier", lambda: evening.call("GET", f"/orders/{placed['id']}")["status"] == "ready")
    look(page, second, "board-waiting")
    kept = page.evaluate("() => localStorage.length + sessionStorage.length")
    require("nothing is kept in the browser", kept == 0 and page.context.cookies() == [])
    page.click("#sign-out")
    until("signing out shows the form alone", lambda: page.is_visible("#login") and not page.query_selector_all(".card"))
    return placed


def tracking(page, second, evening, placed):
    """Somebody with the link follows the order."""
    link = evening.call("POST", f"/orders/{placed['id']}/share")["url"]
    path = link[link.index("/api/"):]
    address = f"http://127.0.0.1:{evening.platform.port}/t/sofra{path}"
    answer = page.goto(address)
    judge.read("the link's page", answer.text())
    require("a browser gets a page", answer.headers["content-type"].startswith("text/html") and "سفرة" in page.inner_text("h1"))
    require("the step is marked", page.inner_text("[aria-current=step]") == "جاهز")
    look(page, second, "track-ready")
    evening.call("POST", f"/orders/{placed['id']}/cancel", {"reason": "no_courier", "note": "لا مندوب"}, "support")
    until("the page follows by itself", lambda: page.inner_text("#now") == "ملغي")
    look(page, second, "track-cancelled")
    evening.platform.request("POST", "/t/sofra/api/v1/dev/clock", {"advance": "P1DT1M"}, None)
    answer = page.goto(address)
    require(f"a day later the link is over, and the page says so: {answer.status}", answer.status == 410 and page.inner_text("h1").strip())


def main():
    chromium = shutil.which("chromium")
    if not chromium:
        sys.exit("chromium is not there: apt-get install chromium")
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(souk_platform.ROOT / "deploy/tenants/sofra.yml", folder)
        platform = souk_platform.Platform(folder, seed=True)
    started = time.monotonic()
    try:
        origin = f"http://127.0.0.1:{platform.port}"
        with sync_playwright() as driver:
            browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
            context = browser.new_context(viewport=page_judge.PHONE, locale="ar-SA")
            page, second = context.new_page(), browser.new_context(viewport=page_judge.PHONE).new_page()
            judge.watch(page, origin)
            evening = Evening(platform)
            tracking(page, second, evening, board(page, second, evening, origin + "/t/sofra"))
            browser.close()
    finally:
        platform.stop()
    sys.exit(judge.report("food pages", time.monotonic() - started))


if __name__ == "__main__":
    main()
