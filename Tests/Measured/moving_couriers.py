#!/usr/bin/env python3
"""Measures what couriers who say where they are every five seconds cost others: the p99 of another command in `orders`, alone and
while 1,000 couriers move, median of three rounds each. It may be 1.5 times as long. `moving_couriers.py 100` takes fewer couriers."""
import concurrent.futures, http.client, json, pathlib, statistics, sys, threading, time

TESTS = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS / "EndToEndApps" / "support"), str(TESTS / "EndToEndApps" / "sofra")]
import people, walk

COURIERS = next((int(argument) for argument in sys.argv[1:] if argument.isdigit()), 1_000)
EVERY, SECONDS, ROUNDS, CONNECTIONS = 5, 10, 3, 8
SHOP = {"lat": 24.7136, "lng": 46.6753}


class Caller:
    """One connection that stays open."""

    def __init__(self, app):
        self.app, self.connection = app, http.client.HTTPConnection("127.0.0.1", app.platform.port, timeout=60)

    def __call__(self, method, path, body, token):
        self.connection.request(method, self.app.base + path, json.dumps(body), {
            "Content-Type": "application/json", "Authorization": f"Bearer {token}"})
        answer = self.connection.getresponse()
        answer.read()
        return answer.status


def place(number, step):
    return {"lat": SHOP["lat"] + number / 40_000, "lng": SHOP["lng"] + step / 10_000}


def recruit(app, pool):
    """Approved couriers, online, without a job."""
    couriers = list(pool.map(lambda _: people.join(app, "courier"), range(COURIERS)))
    staff = people.token(app, "supervisor")

    def begin(numbered):
        number, courier = numbered
        while app.ask("POST", f"/admin/couriers/{courier['id']}/approve", {}, staff).status != 200:
            time.sleep(0.1)
        answer = app.ask("PUT", "/courier/availability", {"online": True, "location": place(number, 0)}, courier["token"])
        assert answer.status == 200, answer
    list(pool.map(begin, enumerate(couriers)))
    return couriers


def ride(app, couriers, mine, ended, counts):
    """Each courier of this connection every five seconds, evenly."""
    caller, step, started = Caller(app), 0, time.monotonic()
    while not ended.is_set():
        step += 1
        for turn, number in enumerate(mine):
            due = started + EVERY * (step - 1 + turn / len(mine))
            if ended.wait(max(0, due - time.monotonic())):
                break
            counts.append(caller("POST", "/courier/location", {"location": place(number, step)}, couriers[number]["token"]))


def others(app):
    """The p99 of a courier who changes his plate, in milliseconds, and how often he did."""
    caller, token, took = Caller(app), people.token(app, "courier1"), []
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        started = time.monotonic()
        status = caller("PUT", "/courier/me", {"plate": str(len(took))}, token)
        assert status == 200, status
        took.append((time.monotonic() - started) * 1000)
    return sorted(took)[len(took) * 99 // 100], len(took)


def measure(app):
    """What moving couriers cost others"""
    with concurrent.futures.ThreadPoolExecutor(CONNECTIONS) as pool:
        couriers = recruit(app, pool)
    others(app)
    alone, beside, counts = [], [], []
    fastest = 0
    for _ in range(ROUNDS):
        alone.append(others(app)[0])
        ended = threading.Event()
        riders = [threading.Thread(target=ride, args=(app, couriers, range(first, COURIERS, CONNECTIONS), ended, counts))
                  for first in range(min(CONNECTIONS, COURIERS))]
        for rider in riders:
            rider.start()
        time.sleep(1)
        began, before = time.monotonic(), len(counts)
        beside.append(others(app)[0])
        rate = (len(counts) - before) / (time.monotonic() - began)
        fastest = max(fastest, rate)
        ended.set()
        for rider in riders:
            rider.join()
    first, second = statistics.median(alone), statistics.median(beside)
    print(f"{COURIERS} couriers, {fastest:.0f} positions a second: p99 of other commands {first:.1f} ms alone, {second:.1f} ms beside "
          f"them, {second / first:.2f} times; {[round(value, 1) for value in alone]} and {[round(value, 1) for value in beside]}",
          flush=True)
    app.fact("every position is taken", set(counts) == {204}, set(counts))
    app.fact("as many as there should be", fastest > 0.9 * COURIERS / EVERY, fastest)
    app.fact("others wait at most 1.5 times as long", second <= 1.5 * first, first, second)


if __name__ == "__main__":
    sys.exit(walk.Walk("sofra", "/api/v1").run([measure]))
