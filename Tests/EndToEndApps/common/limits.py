"""Rate limits: common §1 and §7, with the settings of production and of development."""

import concurrent.futures

import accounts


def production(walk):
    """The numbers of the contract"""
    answer = walk.ask("GET", "/events")
    limits = [answer.headers.get("RateLimit-" + name) for name in ("Limit", "Remaining", "Reset")]
    walk.fact("every answer tells the limit: 300 a minute for guests", limits[0] == "300" and int(limits[1]) < 300 and limits[2].isdigit(),
              limits)
    # Send all at once: the bucket refills every six seconds, and a busy machine takes longer for eleven passwords.
    with concurrent.futures.ThreadPoolExecutor(11) as pool:
        answers = list(pool.map(
            lambda number: walk.ask("POST", "/auth/login", {"email": f"nobody{number}@example.com", "password": "Not-the-one-1"}),
            range(11)))
    statuses = sorted(answer.status for answer in answers)
    walk.fact("ten sign-ins a minute from one address, the eleventh is 429", statuses[-1] == 429 and set(statuses[:-1]) <= {202, 401},
              statuses)
    late = walk.expect("with Retry-After", next(answer for answer in answers if answer.status == 429), 429, slug="too-many-requests")
    walk.fact("and the limit of sign-ins", late.headers["RateLimit-Limit"] == "10" and late.headers["RateLimit-Remaining"] == "0"
        and int(late.headers["Retry-After"]) >= 1, late)
    walk.expect("other routes go on", walk.ask("GET", "/events"))
    # Several at once: by now the bucket may have refilled for one. With an address of its own each would be let in.
    with concurrent.futures.ThreadPoolExecutor(6) as pool:
        spoofed = list(pool.map(
            lambda number: walk.ask("POST", "/auth/login", {"email": "nobody@example.com", "password": "x"},
                                    headers={"X-Forwarded-For": f"203.0.113.{number}"}), range(6)))
    walk.fact("X-Forwarded-For of a stranger counts for nothing", 429 in [answer.status for answer in spoofed], *spoofed)
    # The bucket refills by five a second: one after the other, on a busy machine, 330 might all find a place.
    with concurrent.futures.ThreadPoolExecutor(10) as pool:
        statuses = list(pool.map(lambda _: walk.ask("GET", "/categories").status, range(600)))
    let_in = statuses.count(200)
    walk.fact("after some 300 requests a guest gets 429", set(statuses) == {200, 429} and let_in > 200, let_in, set(statuses))
    walk.expect("outside development the outbox is not open", walk.ask("GET", "/t/peez/api/v1/dev/outbox"), 404)


def development(walk):
    """The settings of `make run`"""
    answer = walk.ask("GET", "/events")
    walk.fact("6,000 a minute and address", answer.headers.get("RateLimit-Limit") == "6000", answer.headers)
    statuses = [walk.ask("POST", "/auth/login", {"email": f"nobody{number}@example.com", "password": "Not-the-one-1"}).status
        for number in range(30)]
    walk.fact("sign-ins of many go on", set(statuses) == {401}, statuses)
    with concurrent.futures.ThreadPoolExecutor(13) as pool:
        statuses = sorted(pool.map(
            lambda _: walk.ask("POST", "/auth/login", {"email": "jane@example.com", "password": "password123"}).status, range(13)))
    walk.fact("ten a minute as one and the same", statuses[:10] == [200] * 10 and statuses[-1] == 429, statuses)
    walk.expect("nobody else waits", walk.ask("POST", "/auth/login", {"email": "john@example.com", "password": "password123"}))
    body = accounts.somebody()
    with concurrent.futures.ThreadPoolExecutor(15) as pool:
        statuses = sorted(pool.map(lambda _: walk.ask("POST", "/auth/register", body).status, range(15)))
    walk.fact("of fifteen accounts with one email one is made, and no attempt is 429", statuses == [201] + [422] * 14, statuses)


PARTS = {"production": [production], "development": [development]}
