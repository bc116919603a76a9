#!/usr/bin/env python3
"""Judges the pages of food orders as people meet them: the tracking link and the restaurant's board, in a real Chromium,
390 px wide, by keys, in Arabic. A parser that is not ours reads the markup, axe-core judges it, the browser's console
tells of everything the policy refuses. Screenshots lie in .build/judges/food_pages/shots for whoever wants to look."""
import html.parser, pathlib, shutil, sys, tempfile, time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "support"))
import souk_platform

souk_platform.inside_venv("food_pages", ["playwright==1.65.2", "axe-playwright-python==0.1.8"], __file__)
import axe_playwright_python
from playwright.sync_api import sync_playwright

SHOTS = souk_platform.ROOT / ".build" / "judges" / "food_pages" / "shots"
AXE = (pathlib.Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
PASSWORD = "Sofra-Demo-2026!"
HOSTILE = "<img src=x onerror=alert(1)>\u200b\u200f بدون بصل"
problems = []


def require(what, holds):
    if not holds:
        problems.append(what)


def until(what, truth, seconds=20):
    deadline = time.monotonic() + seconds
    while not truth():
        if time.monotonic() > deadline:
            return require(what, False)
        time.sleep(0.1)


class Nesting(html.parser.HTMLParser):
    """Whether every element ends where it should, every id is there once, every attribute once."""

    EMPTY = {"meta", "br", "input", "img", "link", "hr"}

    def __init__(self):
        super().__init__()
        self.open, self.wrong, self.ids, self.tags = [], [], set(), []

    def handle_starttag(self, tag, attributes):
        names = [name for name, _ in attributes]
        self.tags.append(tag)
        if len(set(names)) != len(names):
            self.wrong.append(f"an attribute of {tag} comes twice")
        for name, value in attributes:
            if name.startswith("on") or (name in ("src", "href") and value and not value.startswith("geo:")):
                self.wrong.append(f"{tag} has {name}={value}")
            if name == "id" and value in self.ids:
                self.wrong.append(f"two elements are called {value}")
            self.ids.update([value] if name == "id" else [])
        if tag not in self.EMPTY:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.wrong.append(f"{tag} ends where it did not begin")


def look(page, second, name):
    page.screenshot(path=SHOTS / f"{name}.png", full_page=True)
    facts = page.evaluate("() => [document.documentElement.lang, getComputedStyle(document.documentElement).direction, "
                          "document.documentElement.scrollWidth, document.querySelectorAll('main').length, document.title]")
    require(f"{name}: Arabic from right to left on a phone, one main, a title: {facts}", facts[:4] == ["ar", "rtl", 390, 1] and facts[4])
    page.set_viewport_size({"width": 320, "height": 844})
    require(f"{name}: wider than 320 px", page.evaluate("() => document.documentElement.scrollWidth") <= 320)
    page.set_viewport_size({"width": 390, "height": 844})
    second.set_content(page.content().replace("<script>", '<script type="text/plain">'))
    second.evaluate(AXE)
    found = second.evaluate(f"() => axe.run(document, {{runOnly: {RULES}, resultTypes: ['violations']}})")
    for violation in found["violations"]:
        require(f"{name}: axe {violation['id']}: {[node['html'][:120] for node in violation['nodes'][:3]]}", False)


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


def board(page, second, evening, origin):
    """The owner signs in by keys, sees an order come, accepts it and hands it over."""
    answer = page.goto(origin + "/board")
    policy = answer.headers.get("content-security-policy", "")
    require(f"the board has a policy without exceptions: {policy}", "default-src 'none'" in policy and "unsafe" not in policy)
    nesting = Nesting()
    nesting.feed(answer.text())
    require(f"the board's markup: {nesting.wrong} {nesting.open}", not nesting.wrong and not nesting.open)
    require("one script", nesting.tags.count("script") == 1)
    page.keyboard.type("owner@sofra.test")
    page.keyboard.press("Tab")
    page.keyboard.type("wrong")
    page.keyboard.press("Enter")
    until("a wrong password is said", lambda: page.inner_text("#refused").strip() != "")
    look(page, second, "board-refused")
    page.fill("#password", PASSWORD)
    page.keyboard.press("Enter")
    until("the board is live", lambda: page.query_selector("#live[data-on]") is not None)
    # The owner of the demo has four; the board opens with the newest.
    page.select_option("#restaurant", evening.call("GET", "/restaurants?slug=sofra-24")["data"][0]["id"])
    page.wait_for_load_state("networkidle")
    before = len(page.query_selector_all("#new .card"))
    placed = evening.order()
    started = time.monotonic()
    until("the order arrives", lambda: len(page.query_selector_all("#new .card")) == before + 1)
    require("within two seconds", time.monotonic() - started < 2)
    card = f"//li[contains(@class, 'card')][.//bdi[text()='{placed['number']}']]"
    require("it is announced", placed["number"] in page.inner_text("#news"))
    require("the note is text", "<img" in page.inner_text(card) and page.evaluate("() => document.images.length") == 0)
    look(page, second, "board-new")
    for action, lane in (("accept", "kitchen"), ("prepare", "kitchen"), ("ready", "waiting")):
        button = page.wait_for_selector(f"{card}//button[@data-action='{action}'][not(@hidden)]")
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
    nesting = Nesting()
    nesting.feed(answer.text())
    require(f"the page's markup: {nesting.wrong} {nesting.open}", not nesting.wrong and not nesting.open)
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
    SHOTS.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(souk_platform.ROOT / "deploy/tenants/sofra.yml", folder)
        platform = souk_platform.Platform(folder, seed=True)
    started = time.monotonic()
    try:
        origin = f"http://127.0.0.1:{platform.port}"
        with sync_playwright() as driver:
            browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
            context = browser.new_context(viewport={"width": 390, "height": 844}, locale="ar-SA")
            page, second = context.new_page(), browser.new_context(viewport={"width": 390, "height": 844}).new_page()
            page.set_default_timeout(15_000)
            page.on("request", lambda request: require(f"asks for {request.url}", request.url.startswith(origin)))
            page.on("request", lambda request: require(f"a token in {request.url}", "access_token" not in request.url))
            page.on("pageerror", lambda error: require(f"{page.url}: {error}", False))
            page.on("console", lambda message: require(f"{page.url}: {message.text}", "Content Security Policy" not in message.text))
            evening = Evening(platform)
            tracking(page, second, evening, board(page, second, evening, origin + "/t/sofra"))
            browser.close()
    finally:
        platform.stop()
    print(f"food pages: {time.monotonic() - started:.0f} s, {len(problems)} problems")
    for problem in problems:
        print(" ", problem)
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
