#!/usr/bin/env python3
"""Judges the booking pages as a person without a mouse meets them: a real Chromium, scripts off, 390 px wide, keys
only. What a screen reader is told comes from the browser's own accessibility tree (every field has a name, errors are
tied to fields, landmarks, headings, language); axe-core, which is not ours, looks for the rest. Screenshots lie in
.build/judges/booking_page/shots for whoever wants to look. Languages: es, en, fr and ar, which runs from right to
left."""
import pathlib, re, shutil, sys, tempfile, time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "support"))
import souk_platform

souk_platform.inside_venv("booking_page", ["playwright==1.65.2", "axe-playwright-python==0.1.8"], __file__)
import axe_playwright_python
from playwright.sync_api import sync_playwright

SHOTS = souk_platform.ROOT / ".build" / "judges" / "booking_page" / "shots"
AXE = (pathlib.Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()
WIDTH = 390
# What a person can act on; each needs a name.
ACTIVE = {"textbox", "radio", "button", "link", "checkbox", "combobox", "Date", "DateTime", "InputTime", "spinbutton"}
problems = []
looked_at = 0


def require(what, holds):
    if not holds:
        problems.append(what)


class Reader:
    """A page as a screen reader has it."""

    def __init__(self, page, second):
        self.page, self.second, self.session = page, second, page.context.new_cdp_session(page)
        self.session.send("Accessibility.enable")

    def nodes(self):
        tree = self.session.send("Accessibility.getFullAXTree")["nodes"]
        return [node for node in tree if not node.get("ignored")]

    @staticmethod
    def role(node):
        return node.get("role", {}).get("value")

    @staticmethod
    def text(node, name="name"):
        return (node.get(name) or {}).get("value") or ""

    @staticmethod
    def state(node, name):
        return next((p["value"].get("value") for p in node.get("properties", []) if p["name"] == name), None)

    def focused(self):
        inner = [node for node in self.nodes() if self.state(node, "focused") and self.role(node) != "RootWebArea"]
        return inner[-1] if inner else None

    def tab_to(self, matches, limit=200):
        """Presses Tab until something fits, as somebody would who listens."""
        for _ in range(limit):
            self.page.keyboard.press("Tab")
            node = self.focused()
            if node and matches(node):
                return node
        raise SystemExit(f"{self.page.url}: no way by Tab to what was looked for")

    def enter(self):
        """Enter, and wait until the next page is there."""
        with self.page.expect_navigation():
            self.page.keyboard.press("Enter")

    def named(self, role, *words):
        return lambda node: self.role(node) == role and any(word.lower() in self.text(node).lower() for word in words)


def look(page, reader, name, language, direction="ltr"):
    """Everything that has to hold on every page."""
    global looked_at
    looked_at += 1
    second = reader.second
    where = f"{name} ({language})"
    page.screenshot(path=SHOTS / f"{name}-{language}.png", full_page=True)
    nodes = reader.nodes()
    roles = [reader.role(node) for node in nodes]
    require(f"{where}: one main landmark", roles.count("main") == 1)
    headings = [(reader.state(node, "level"), reader.text(node)) for node in nodes if reader.role(node) == "heading"]
    require(f"{where}: one heading of level 1, first of all or after the alert: {headings}", [level for level, _ in headings].count(1) == 1
        and all(text for _, text in headings))
    for node in nodes:
        if reader.role(node) in ACTIVE:
            require(f"{where}: a {reader.role(node)} without a name", reader.text(node).strip() != "")
    facts = page.evaluate("() => ({lang: document.documentElement.lang, dir: getComputedStyle(document.documentElement).direction, width: "
                          "document.documentElement.scrollWidth,"
                          " scripts: document.scripts.length, title: document.title})")
    silent = page.evaluate("() => [...document.querySelectorAll('[aria-invalid=true]')].filter(field => "
                           "!(field.getAttribute('aria-describedby') || '').split(' ')"
                           ".some(id => id.endsWith('-error') && document.getElementById(id)?.textContent.trim())).map(field => field.id "
                           "|| field.value)")
    require(f"{where}: invalid, and nobody says why: {silent}", silent == [])
    require(f"{where}: lang {facts['lang']}", facts["lang"] == language)
    require(f"{where}: direction {facts['dir']}", facts["dir"] == direction)
    require(f"{where}: wider than the screen: {facts['width']}", facts["width"] <= page.viewport_size["width"])
    require(f"{where}: no scripts, a title", facts["scripts"] == 0 and facts["title"] != "")
    size = page.viewport_size
    page.set_viewport_size({"width": 320, "height": size["height"]})
    require(f"{where}: wider than 320 px", page.evaluate("() => document.documentElement.scrollWidth") <= 320)
    page.set_viewport_size(size)
    # Timers do not run where scripts are off, and axe needs them: it looks at the same page elsewhere.
    second.set_content(page.content())
    second.evaluate(AXE)
    found = second.evaluate("() => axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'], "
                            "resultTypes: ['violations']})")
    require(f"{where}: axe looked", len(found["passes"]) > 5)
    for violation in found["violations"]:
        require(f"{where}: axe {violation['id']}: {violation['help']}: {[node['html'][:120] for node in violation['nodes'][:3]]}", False)


def focus_shows(page, what):
    style = page.evaluate(
        "() => { const s = getComputedStyle(document.activeElement); return [s.outlineStyle, parseFloat(s.outlineWidth)] }")
    require(f"{what}: the focus can be seen: {style}", style[0] != "none" and style[1] >= 2)


class Studio:
    def __init__(self, platform):
        self.platform, self.api = platform, "/t/lucidda/api"
        body = {"name": "Lucía Ferreyra", "email": "lucia.judge@example.com", "password": "Peonia-Negra-88"}
        self.token = self.call("POST", "/auth/register", body)["token"]
        week = [{"dayOfWeek": d, "startTime": a, "endTime": b} for d in range(1, 7) for a, b in [("10:00", "13:00"), ("14:00", "19:00")]]
        self.call("PUT", "/working-hours", {"workingHours": week})
        # The first time that is offered must not begin, and so be too late to change, while the page is judged.
        self.call("PUT", "/schedule-settings", {"minimumNoticeMinutes": 60, "cancelNoticeMinutes": 0, "rescheduleNoticeMinutes": 0,
                                                "location": "Gurruchaga 1450, Palermo, Buenos Aires"})

    def call(self, method, path, body=None):
        deadline = time.monotonic() + 60
        while True:
            status, answer = self.platform.request(method, self.api + path, body, getattr(self, "token", None))
            # The calendar follows the account a moment later.
            if status < 300 or time.monotonic() > deadline:
                assert status < 300, (method, path, status, answer)
                return answer
            time.sleep(0.1)

    def link(self, **more):
        made = self.call("POST", "/booking-links", {"description": "Peonía en el antebrazo,\nlínea fina", "duration": 120, **more})
        return f"http://127.0.0.1:{self.platform.port}/t/lucidda/book/{made['token']}"


def book_by_keys(page, reader, studio):
    """The whole way in Spanish: week, details with a mistake, appointment, another time, cancelling."""
    page.goto(studio.link())
    look(page, reader, "week", "es")
    groups = [reader.text(node) for node in reader.nodes() if reader.role(node) == "group"]
    require(f"week: seven days are groups with names: {groups}", len([name for name in groups if name]) >= 7)
    page.goto(page.url)
    radio = reader.tab_to(lambda node: reader.role(node) == "radio")
    focus_shows(page, "a time")
    require(f"week: a time says itself: {reader.text(radio)!r}", re.search(r"\d\d:\d\d", reader.text(radio)) is not None)
    page.keyboard.press("Space")
    page.keyboard.press("ArrowDown")
    chosen = [node for node in reader.nodes() if reader.role(node) == "radio" and reader.state(node, "checked") == "true"]
    require("week: arrows move the choice", len(chosen) == 1)
    reader.tab_to(reader.named("button", "Continuar"))
    focus_shows(page, "the button")
    reader.enter()
    page.wait_for_url("**hold=**")
    look(page, reader, "details", "es")
    page.goto(page.url)
    for label, text in [("Nombre", "Carla Medina"), ("Correo", "carla@example.com"), ("Documento", "1"), ("Notas", "Piel sensible")]:
        field = reader.tab_to(reader.named("textbox", label))
        focus_shows(page, label)
        if label != "Notas":
            require(f"details: {label} is said to be required", reader.state(field, "required") is True)
        page.keyboard.type(text)
    reader.tab_to(reader.named("button", "Confirmar"))
    reader.enter()
    alert = [node for node in reader.nodes() if reader.role(node) == "alert"]
    require("details: the mistake is announced", len(alert) == 1)
    document = next((node for node in reader.nodes() if reader.role(node) == "textbox" and "Documento" in reader.text(node)), {})
    require("details: the field is invalid and its description says why", reader.state(document, "invalid") == "true"
        and "válido" in reader.text(document, "description"))
    names = [node for node in reader.nodes() if reader.role(node) == "textbox" and "Nombre" in reader.text(node)]
    require("details: what was typed is kept", names and reader.text(names[0], "value") == "Carla Medina")
    look(page, reader, "details-refused", "es")
    link = reader.tab_to(lambda node: reader.role(node) == "link" and "documento" in reader.text(node).lower())
    reader.enter()
    # The next Tab, or the link itself, is at the field.
    if reader.role(reader.focused() or {}) != "textbox":
        page.keyboard.press("Tab")
    require("details: the summary leads to the field", "Documento" in reader.text(reader.focused() or {}))
    page.keyboard.press("Control+A")
    page.keyboard.type("32.456.789")
    reader.enter()
    page.wait_for_url("**/appointment/**")
    look(page, reader, "appointment", "es")
    change_by_keys(page, reader)


def change_by_keys(page, reader):
    page.goto(page.url)
    reader.tab_to(reader.named("link", "Cambiar horario"))
    reader.enter()
    page.wait_for_url("**/reschedule")
    look(page, reader, "reschedule", "es")
    page.goto(page.url)
    reader.tab_to(lambda node: reader.role(node) == "radio")
    page.keyboard.press("Space")
    reader.tab_to(reader.named("button", "Cambiar a este horario"))
    reader.enter()
    require("reschedule: back at the appointment", re.search(r"/appointment/[^/]+$", page.url) is not None)
    reader.tab_to(reader.named("link", "Cancelar turno"))
    reader.enter()
    page.wait_for_url("**/cancel")
    look(page, reader, "cancel", "es")
    page.goto(page.url)
    reader.tab_to(reader.named("textbox", "Motivo"))
    page.keyboard.type("Viaje")
    reader.tab_to(reader.named("button", "cancelar"))
    reader.enter()
    require("cancelled: the page says so", "Cancelado" in page.content())
    look(page, reader, "cancelled", "es")


def other_pages(page, reader, studio):
    """Refusals, the deposit, and the other languages."""
    for language, direction in [("en", "ltr"), ("fr", "ltr"), ("ar", "rtl")]:
        url = studio.link(deposit={"amount": 2000000, "currency": "ARS"})
        page.goto(f"{url}?lang={language}")
        look(page, reader, "week", language, direction)
        page.locator("input[type=radio]").nth(3).press("Space")
        page.locator("form[action*='/hold'] button").focus()
        reader.enter()
        look(page, reader, "details", language, direction)
        for field, text in [("clientName", "Carla Medina"), ("clientEmail", "carla@example.com"), ("clientDni", "32456789")]:
            page.locator(f"#{field}").fill(text)
        page.locator("form button[type=submit]").focus()
        reader.enter()
        look(page, reader, "appointment", language, direction)
        page.goto(url + f"?lang={language}")
        look(page, reader, "used", language, direction)
    page.goto(studio.link())
    page.locator("#clientName").fill("J")
    page.evaluate("() => document.querySelectorAll('form').forEach(form => form.noValidate = true)")
    page.locator("form[action*='waitlist'] button").focus()
    reader.enter()
    look(page, reader, "waitlist-refused", "es")
    page.goto(page.url.rsplit("/book/", 1)[0] + "/book/" + "x" * 43)
    look(page, reader, "unknown", "es")


def main():
    chromium = shutil.which("chromium")
    if not chromium:
        sys.exit("chromium is not there: apt-get install chromium")
    SHOTS.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        # The tenant of the demo, and two languages more that pages can speak.
        text = (souk_platform.ROOT / "deploy/tenants/lucidda.yml").read_text()
        text = text.replace("languages: [es, en]", "languages: [es, en, fr, ar]")
        # Mails are not looked at: their texts stay English.
        text = re.sub(r"^( +)en: (\{ title: .*)$", r"\1en: \2\n\1fr: \2\n\1ar: \2", text, flags=re.M)
        pathlib.Path(folder, "lucidda.yml").write_text(text)
        platform = souk_platform.Platform(folder, seed=False)
    started = time.monotonic()
    try:
        studio = Studio(platform)
        with sync_playwright() as driver:
            browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
            context = browser.new_context(viewport={"width": WIDTH, "height": 844}, java_script_enabled=False, locale="es-AR")
            page = context.new_page()
            page.set_default_timeout(60_000)
            origin = f"http://127.0.0.1:{platform.port}/"
            page.on("request", lambda request: require(f"{page.url} asks for {request.url} ({request.resource_type})",
                                                       request.url.startswith(origin)
                                                           and request.resource_type in ("document", "image", "other")))
            page.on("console", lambda message: require(f"{page.url}: {message.text}", "Content Security Policy" not in message.text))
            reader = Reader(page, browser.new_context(viewport={"width": WIDTH, "height": 844}).new_page())
            book_by_keys(page, reader, studio)
            other_pages(page, reader, studio)
            require("no cookies", context.cookies() == [])
            browser.close()
    finally:
        platform.stop()
    print(f"booking pages: {looked_at} pages, keys only, {time.monotonic() - started:.0f} s, {len(problems)} problems")
    for problem in problems:
        print(" ", problem)
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
