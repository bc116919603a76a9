"""What the judges of pages share: a parser that is not ours reads the markup, axe-core judges it in a real Chromium on a phone, the
browser's console tells of everything the policy refuses, and screenshots are kept for people."""

import html.parser, pathlib, time

import axe_playwright_python

AXE = (pathlib.Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
PHONE = {"width": 390, "height": 844}


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


class Judge:
    """Collects problems. `language` and `direction` are those that every page has."""

    def __init__(self, shots, language, direction="ltr"):
        self.shots, self.language, self.direction, self.problems = shots, language, direction, []
        shots.mkdir(parents=True, exist_ok=True)

    def require(self, what, holds):
        if not holds:
            self.problems.append(what)

    def until(self, what, truth, seconds=60):
        deadline = time.monotonic() + seconds
        while not truth():
            if time.monotonic() > deadline:
                return self.require(what, False)
            time.sleep(0.1)

    def read(self, what, text):
        """The markup as it was sent; answers what its tags are."""
        nesting = Nesting()
        nesting.feed(text)
        self.require(f"the markup of {what}: {nesting.wrong} {nesting.open}", not nesting.wrong and not nesting.open)
        return nesting.tags

    def watch(self, page, origin):
        """Nothing comes from elsewhere, no address has a token, the console tells of no error and no refusal."""
        page.set_default_timeout(60_000)
        page.on("request", lambda request: self.require(f"asks for {request.url}", request.url.startswith(origin)))
        page.on("request", lambda request: self.require(f"a token in {request.url}", "access_token" not in request.url))
        page.on("pageerror", lambda error: self.require(f"{page.url}: {error}", False))
        page.on("console", lambda message: self.require(f"{page.url}: {message.text}", "Content Security Policy" not in message.text))

    def look(self, page, second, name):
        """A phone's page as people and axe-core see it. `second` is a page without a policy, in which axe-core runs."""
        page.screenshot(path=self.shots / f"{name}.png", full_page=True)
        facts = page.evaluate("() => [document.documentElement.lang, getComputedStyle(document.documentElement).direction, "
                              "document.documentElement.scrollWidth, document.querySelectorAll('main').length, document.title]")
        wanted = [self.language, self.direction, PHONE["width"], 1]
        self.require(f"{name}: language, direction, width of a phone, one main, a title: {facts}", facts[:4] == wanted and facts[4])
        page.set_viewport_size({"width": 320, "height": PHONE["height"]})
        self.require(f"{name}: wider than 320 px", page.evaluate("() => document.documentElement.scrollWidth") <= 320)
        page.set_viewport_size(PHONE)
        second.set_content(page.content().replace("<script>", '<script type="text/plain">'))
        second.evaluate(AXE)
        found = second.evaluate(f"() => axe.run(document, {{runOnly: {RULES}, resultTypes: ['violations']}})")
        for violation in found["violations"]:
            self.require(f"{name}: axe {violation['id']}: {[node['html'][:120] for node in violation['nodes'][:3]]}", False)

    def report(self, what, seconds):
        """The exit status."""
        print(f"{what}: {seconds:.0f} s, {len(self.problems)} problems")
        for problem in self.problems:
            print(" ", problem)
        return 1 if self.problems else 0
