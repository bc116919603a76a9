"""What plays of many orders share: people whose sessions outlive jumps of the clock, requests that are asked again when a service
was away, stories that go on when their time has come, and services that die at random meanwhile."""

import datetime, http.client, json, os, pathlib, random, signal, threading, time, uuid

import walk

# For `Walk`: hundreds of people join at once, and how hard their passwords are to guess is not what a play is about.
CHEAP_PASSWORDS = {"scrypt: { logN: 14, r: 8, p: 5 }": "scrypt: { logN: 4, r: 8, p: 1 }"}

# `Child.healthyAfter` of the supervisor, and the time of a start.
HEALTHY_AFTER = 35
# Access tokens live for a quarter of an hour.
TOKEN_MINUTES = 13


class Person:
    """Somebody with an account; asks again when a service was away, under the same key."""

    def __init__(self, play, email, password, joined=None):
        self.play, self.email, self.password, self.lock = play, email, password, threading.Lock()
        self.keep(joined) if joined else self.sign_in()

    def sign_in(self):
        answer = self.play.ask("POST", "/auth/login", {"email": self.email, "password": self.password})
        assert answer.status == 200, answer
        self.keep(answer)

    def keep(self, answer):
        self.token, self.refresh, self.until = answer["token"], answer["refreshToken"], self.play.minute + TOKEN_MINUTES

    def __call__(self, method, path, body=None, raw=None, **headers):
        answer = self.play.ask(method, path, body, self.valid_token(), headers, raw)
        if answer.slug == "token-expired":
            # On a slow machine time passes between the ticks, too.
            self.until = 0
            answer = self.play.ask(method, path, body, self.valid_token(), headers, raw)
        return answer

    def valid_token(self):
        with self.lock:
            if self.play.minute >= self.until:
                answer = self.play.ask("POST", "/auth/refresh", {"refreshToken": self.refresh})
                if answer.status == 200:
                    self.keep(answer)
                else:
                    self.sign_in()
            return self.token


class Play:
    """One platform on which many stories are played. `kills`: services die at random."""

    def __init__(self, walk, kills, seed):
        self.walk, self.kills, self.minute, self.seed = walk, kills, 0, seed
        # Thousands of requests: a connection for each costs a fifth of their time. `ask` asks again.
        walk.keep_connections()
        self.drawn = random.Random(seed)
        self.retries, self.killed, self.moves, self.requests, self.over = 0, 0, 0, 0, threading.Event()

    def ask(self, method, path, body=None, token=None, headers=None, raw=None):
        self.requests += 1
        self.moves += (method, path) == ("POST", "/dev/clock")
        headers = {"Idempotency-Key": str(uuid.uuid4()), **(headers or {})} if method != "GET" else headers
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline:
            try:
                answer = self.walk.ask(method, path, body, token=token, headers=headers, raw=raw)
            except (OSError, http.client.HTTPException):
                answer = None
            busy = answer is None or answer.status in (202, 429, 502, 503) or answer.slug == "idempotency-request-in-progress"
            if not busy:
                return answer
            self.retries += 1
            time.sleep(0.1)
        raise AssertionError(f"no answer: {method} {path} {answer}")

    def now(self):
        return walk.moment(self.ask("GET", "/dev/clock")["now"])

    def pass_time(self, minutes):
        self.go_to(self.now() + datetime.timedelta(minutes=minutes))
        self.minute += minutes

    def go_to(self, moment):
        """Names the time: a move whose answer was lost is asked again, and must not move the clock twice."""
        answer = self.ask("POST", "/dev/clock", {"to": moment.astimezone(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")})
        assert answer.status == 200 or self.now() >= moment, answer

    def run_killed(self, run):
        """Runs with services that die every few seconds; the supervisor starts them again. Says what it took."""
        killer = threading.Thread(target=self.kill)
        started, used = time.monotonic(), self.processor_seconds()
        if self.kills:
            killer.start()
        try:
            run()
        finally:
            self.over.set()
            if self.kills:
                killer.join()
        spent = [now - before for now, before in zip(self.processor_seconds(), used)]
        print(f"{time.monotonic() - started:.0f} s, {spent[0]:.0f} processor seconds of the platform and {spent[1]:.0f} of its people; "
              f"{self.moves} moves of the clock, {self.requests} requests, {self.killed} kills, {self.retries} requests asked again",
              flush=True)

    def processes(self):
        return json.loads(pathlib.Path(self.walk.platform.folder, "data", "run.json").read_text())["processes"]

    def processor_seconds(self):
        """Of the platform, with the processes that died, and of this script."""
        total = 0
        supervisor = self.walk.platform.process.pid
        for process in {supervisor, *self.processes().values()}:
            try:
                fields = pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
            except OSError:
                continue
            # utime and stime; for the supervisor also those of the processes that it buried.
            total += sum(map(int, fields[11:15 if process == supervisor else 13]))
        return total / os.sysconf("SC_CLK_TCK"), time.process_time()

    def kill(self):
        """One that dies again within half a minute is started again later and later: the supervisor takes it for broken."""
        chances, killed_at = random.Random(self.seed), {}
        while not self.over.wait(chances.uniform(2, 5)):
            processes, now = self.processes(), time.monotonic()
            names = sorted(name for name in processes if name != "broker" and now > killed_at.get(name, 0) + HEALTHY_AFTER)
            if not names:
                continue
            name = chances.choice(names)
            try:
                os.kill(processes[name], signal.SIGKILL)
            except ProcessLookupError:
                continue
            killed_at[name] = now
            self.killed += 1


class Stories:
    """Stories are generators: a step ends with the tick at which the next one is due, or with the end."""

    def __init__(self, pool):
        self.pool, self.waiting = pool, []

    def add(self, story, tick):
        self.waiting.append((story, tick))

    def go_on(self, tick):
        """Every story whose time has come makes a step, side by side."""
        due = [story for story, when in self.waiting if when <= tick]
        self.waiting = [(story, when) for story, when in self.waiting if when > tick]
        for story, wait in zip(due, list(self.pool.map(lambda story: next(story, None), due))):
            if wait is not None:
                self.waiting.append((story, tick + wait))
