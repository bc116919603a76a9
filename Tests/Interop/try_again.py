#!/usr/bin/env python3
"""Tests "try again": orders cancels an order with 503 if no answer came in time, and the same Idempotency-Key places
exactly one new order, also if two retries come together (12.A3). The same key on another service's route is refused,
whatever the outcome of the first (12.F4)."""
import concurrent.futures, json, os, pathlib, signal, sys, time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "support"))
import souk_platform

BASE = "/t/eventpass/api/v1"
EVENT = "00000000-0000-4000-8000-00000e000001"
ORDER = {"eventId": EVENT, "items": [{"ticketTypeId": "00000000-0000-4000-8000-00000f001001", "quantity": 1}]}


def process_of(platform, name):
    """The process id of one of the platform's programs."""
    return json.loads(pathlib.Path(platform.environment["SOUK_DATA"], "run.json").read_text())["processes"][name]


def main():
    platform = souk_platform.Platform(souk_platform.ROOT / "deploy/tenants", seed=True)
    try:
        status, answer = platform.request("POST", BASE + "/auth/login", {"email": "john@example.com", "password": "password123"})
        assert status == 200, (status, answer)
        token = answer["token"]

        def order(key="again-1", follow=True):
            return platform.request("POST", BASE + "/orders", ORDER, token, {"idempotency-key": key}, follow)

        def orders():
            return platform.request("GET", BASE + "/orders", token=token)[1]["meta"]["total"]

        before = orders()
        catalog = process_of(platform, "catalog")
        os.kill(catalog, signal.SIGSTOP)
        try:
            # Longer than the gateway waits, so it becomes an operation; then orders cancels it (`claimAnswerSeconds`).
            status, answer = order(follow=False)
            assert status == 202, (status, answer)
            operation = f"{BASE}/operations/{answer['id']}"
            deadline = time.monotonic() + 60
            while (answer := platform.request("GET", operation, token=token)[1])["status"] == "pending":
                assert time.monotonic() < deadline, "orders did not give up"
                time.sleep(0.2)
            assert answer["status"] == "failed" and answer["response"]["status"] == 503, answer
        finally:
            os.kill(catalog, signal.SIGCONT)
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            retries = [future.result() for future in [pool.submit(order) for _ in range(2)]]
        assert [status for status, _ in retries] == [201, 201], retries
        assert retries[0][1]["id"] == retries[1][1]["id"], "two retries that came together are one order"
        status, again = order()
        assert status == 201 and again["id"] == retries[0][1]["id"], (status, again)
        assert orders() == before + 2, "the one that was cancelled, and the one that is"
        status, refused = platform.request("PUT", f"{BASE}/events/{EVENT}/favorite", token=token, headers={"idempotency-key": "again-1"})
        assert status == 422 and refused["slug"] == "idempotency-key-reused", (status, refused)
        print("try again: a 503 was not the end of its key, two retries were one order, another service refused the key")
    finally:
        platform.stop()


main()
