#!/usr/bin/env python3
"""Tests a rolling restart: two gateways behind haproxy, which balances TCP and polls /ready, stop and start again one
after the other under load. No connection is refused or cut, no answer is a 5xx, and each gateway knows the requests of
the other. Uses the cluster in KAFKA_BOOTSTRAP_SERVERS, which must hold nothing of Souk yet, or an embedded broker."""
import csv, http.client, io, json, os, pathlib, signal, subprocess, sys, tempfile, threading, time, urllib.error, urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "support"))
import souk_platform

BASE = "/t/eventpass/api/v1"
EVENT = "00000000-0000-4000-8000-00000e000001"
NOTICE_SECONDS = 6
WORKERS = 6


class GatewayProcess:
    """Another gateway instance on the platform under test: its own port, file and partition, the shared secret."""

    def __init__(self, platform, folder, number):
        self.port = souk_platform.free_ports(2)
        self.name = f"g{number}"
        environment = platform.environment
        self.environment = dict(
            environment, SOUK_PORT=str(self.port), SOUK_HTTP_PORT=str(self.port + 1), SOUK_DATA=f"{folder}/{self.name}",
            SOUK_GATEWAY_PARTITION=str(number),
            SOUK_SECRET_FILE=f"{environment['SOUK_DATA']}/gateway/secret", SOUK_DEVELOPMENT="true", SOUK_NOTICE_SECONDS=str(NOTICE_SECONDS),
            KAFKA_BOOTSTRAP_SERVERS=platform.servers,
        )

    def start(self):
        self.process = subprocess.Popen([souk_platform.programs() / "gateway"], env=self.environment, cwd=souk_platform.ROOT)
        try:
            wait(f"{self.name} is ready", lambda: status_of(f"http://127.0.0.1:{self.port}/ready") == 200)
        except AssertionError as late:
            raise AssertionError(f"{late}; it answers {answer_of(f'http://127.0.0.1:{self.port}/ready')}") from None

    def restart(self, balancer):
        self.process.send_signal(signal.SIGTERM)
        told = time.monotonic()
        wait(f"{self.name} is not ready any more", lambda: status_of(f"http://127.0.0.1:{self.port}/ready") == 503, NOTICE_SECONDS)
        assert self.process.wait(60) == 0, f"{self.name} ended with {self.process.returncode}"
        assert time.monotonic() - told >= NOTICE_SECONDS, f"{self.name} closed before balancers could notice"
        self.start()
        wait(f"{self.name} is used again", lambda: balancer.servers()[self.name]["status"].startswith("UP"))

    def stop(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()


class Balancer:
    def __init__(self, folder, gateways):
        self.port = souk_platform.free_ports(2)
        lines = "\n".join(f"  server {one.name} 127.0.0.1:{one.port} check inter 300ms fall 2 rise 1" for one in gateways)
        path = pathlib.Path(folder) / "haproxy.cfg"
        path.write_text(
            f"defaults\n  mode tcp\n  retries 0\n  timeout connect 2s\n  timeout client 60s\n  timeout server 60s\n"
            f"listen souk\n  bind 127.0.0.1:{self.port}\n  balance roundrobin\n  option httpchk GET /ready\n{lines}\n"
            f"listen numbers\n  mode http\n  bind 127.0.0.1:{self.port + 1}\n  stats enable\n  stats uri /numbers\n"
        )
        self.process = subprocess.Popen(["haproxy", "-q", "-f", str(path)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait("the balancer uses both", lambda: self.process.poll() is None
            and all(s["status"].startswith("UP") for s in self.servers().values()))

    def servers(self):
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port + 1}/numbers;csv", timeout=5) as answer:
                rows = csv.DictReader(io.StringIO(answer.read().decode().lstrip("# ")))
        except OSError:
            return {"none": {"status": "DOWN"}}
        return {row["svname"]: row for row in rows if row["pxname"] == "souk" and row["svname"].startswith("g")}

    def stop(self):
        self.process.terminate()
        self.process.wait()


def answer_of(url):
    """The status and the text; both are None if the connection fails."""
    try:
        with urllib.request.urlopen(url, timeout=5) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as refusal:
        return refusal.code, refusal.read().decode()
    except OSError:
        return None, None


def status_of(url):
    return answer_of(url)[0]


def wait(what, condition, seconds=60):
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, f"not within {seconds} s: {what}"
        time.sleep(0.05)


class Load:
    """Clients that send requests without a pause. Some keep their connection while the server allows it, some open a
    new one per request."""

    def __init__(self, port, token):
        self.port, self.token = port, token
        self.ending = threading.Event()
        self.answers, self.failures = [0] * WORKERS, []
        self.threads = [threading.Thread(target=self.ask, args=(number,)) for number in range(WORKERS)]
        for thread in self.threads:
            thread.start()

    def ask(self, number):
        connection = None
        count = 0
        while not self.ending.is_set():
            count += 1
            method, path = [("GET", "/events?perPage=3"), ("PUT", f"/events/{EVENT}/favorite"), ("GET", "/auth/me")][count % 3]
            headers = {"authorization": f"Bearer {self.token}", "connection": "keep-alive" if number % 2 else "close"}
            try:
                connection = connection or http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
                connection.request(method, BASE + path, headers=headers)
                answer = connection.getresponse()
                body = answer.read()
                if answer.status >= 500:
                    self.failures.append((time.monotonic(), method, path, answer.status, body[:200]))
                self.answers[number] += 1
                if answer.will_close or number % 2 == 0:
                    connection.close()
                    connection = None
            except (OSError, http.client.HTTPException) as failure:
                self.failures.append((time.monotonic(), method, path, repr(failure)))
                connection = None

    def stop(self):
        self.ending.set()
        for thread in self.threads:
            thread.join()


def main():
    os.environ["SOUK_PARTITIONS"] = "4"  # Also of gateway.replies: one for each instance.
    platform = souk_platform.Platform(souk_platform.ROOT / "deploy/tenants", seed=True, servers=os.environ.get("KAFKA_BOOTSTRAP_SERVERS"))
    folder = tempfile.mkdtemp(prefix="souk-rolling-", dir=platform.folder)
    started = []
    try:
        gateways = [GatewayProcess(platform, folder, number) for number in (1, 2)]
        for one in gateways:
            started.append(one)
            one.start()
        balancer = Balancer(folder, gateways)
        started.append(balancer)
        status, answer = platform.request("POST", BASE + "/auth/login", {"email": "john@example.com", "password": "password123"})
        assert status == 200, (status, answer)
        token = answer["token"]

        # Each gateway knows the requests of the other.
        def ask(one, method, path, headers):
            request = urllib.request.Request(f"http://127.0.0.1:{one.port}{path}", method=method,
                                             headers={"authorization": f"Bearer {token}", **headers})
            with urllib.request.urlopen(request, timeout=30) as answer:
                return answer.status, dict(answer.headers), json.loads(answer.read() or b"null")

        status, headers, _ = ask(gateways[0], "PUT", f"{BASE}/events/{EVENT}/favorite",
                                 {"prefer": "respond-async", "idempotency-key": "rolling-1"})
        assert status == 202, status
        wait("the other gateway has the answer", lambda: ask(gateways[1], "GET", headers["Location"], {})[2]["status"] == "succeeded")
        status, headers, _ = ask(gateways[1], "PUT", f"{BASE}/events/{EVENT}/favorite", {"idempotency-key": "rolling-1"})
        assert status == 200 and headers.get("Idempotency-Replayed") == "true", (status, headers)

        load = Load(balancer.port, token)
        try:
            wait("there is load", lambda: all(count >= 5 for count in load.answers))
            for one in gateways:
                one.restart(balancer)
            before = list(load.answers)
            wait("the load goes on", lambda: all(now >= then + 5 for now, then in zip(load.answers, before)))
        finally:
            load.stop()
        assert not load.failures, f"{len(load.failures)} of {sum(load.answers)} failed: {load.failures[:5]}"
        print(f"rolling restart: {sum(load.answers)} requests over {WORKERS} clients, both gateways restarted, none refused, no 5xx")
    finally:
        for one in reversed(started):
            one.stop()
        platform.stop()


main()
