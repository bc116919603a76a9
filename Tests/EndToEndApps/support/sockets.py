"""A WebSocket client (RFC 6455) and a reader of server-sent events, with nothing but sockets: somebody else's idea of both."""
import base64, hashlib, json, os, socket, struct, time


class WebSocket:
    def __init__(self, port, path, token=None):
        self.socket = socket.create_connection(("127.0.0.1", port), 60)
        key = base64.b64encode(os.urandom(16)).decode()
        head = [f"GET {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", "Upgrade: websocket", "Connection: Upgrade", f"Sec-WebSocket-Key: {key}",
                "Sec-WebSocket-Version: 13"]
        if token:
            head.append(f"Authorization: Bearer {token}")
        self.socket.sendall("\r\n".join(head + ["", ""]).encode())
        self.rest = b""
        answer = self.until(b"\r\n\r\n").decode()
        self.status, self.head = int(answer.split()[1]), answer
        accept = base64.b64encode(hashlib.sha1((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest()).decode()
        assert self.status != 101 or f"sec-websocket-accept: {accept}".lower() in answer.lower(), answer

    def until(self, mark):
        while mark not in self.rest:
            more = self.socket.recv(65536)
            assert more, f"closed after {self.rest[:300]}"
            self.rest += more
        found, self.rest = self.rest.split(mark, 1)
        return found

    def exactly(self, count):
        while len(self.rest) < count:
            more = self.socket.recv(65536)
            if not more:
                raise EOFError
            self.rest += more
        found, self.rest = self.rest[:count], self.rest[count:]
        return found

    def send(self, message):
        data = message if isinstance(message, bytes) else json.dumps(message).encode()
        mask = os.urandom(4)
        length = bytes([0x80 | len(data)]) if len(data) < 126 else bytes([0x80 | 126]) + struct.pack(">H", len(data))
        self.socket.sendall(b"\x81" + length + mask + bytes(byte ^ mask[index % 4] for index, byte in enumerate(data)))

    def receive(self, wanted=lambda message: True, seconds=60):
        """The next message that is wanted; None when none comes. Pings are answered."""
        deadline = time.monotonic() + seconds
        while True:
            self.socket.settimeout(max(0.05, deadline - time.monotonic()))
            try:
                first, second = self.exactly(2)
                length = second & 127
                if length == 126:
                    length = struct.unpack(">H", self.exactly(2))[0]
                elif length == 127:
                    length = struct.unpack(">Q", self.exactly(8))[0]
                data = self.exactly(length)
            except TimeoutError:
                return None
            except EOFError:
                return {"closed": None}
            if first & 15 == 9:
                self.socket.sendall(b"\x8a\x80" + os.urandom(4))
            elif first & 15 == 8:
                return {"closed": struct.unpack(">H", data[:2])[0] if data else None}
            elif first & 15 == 1:
                message = json.loads(data)
                if wanted(message):
                    return message

    def close(self):
        self.socket.close()


class Live:
    """What `{base}/ws` of a walked app tells, with all of it kept in `heard`."""

    def __init__(self, app, token):
        self.socket, self.heard, self.early = WebSocket(app.platform.port, f"{app.base}/ws", token), [], []
        assert self.socket.status == 101, self.socket.head

    def send(self, message):
        self.socket.send(message)

    def subscribe(self, *topics):
        """Waits until the subscriptions are in force: what happens from now on is told. Frames that come before that
        are kept for `until`."""
        for topic in topics:
            def is_answer(message):
                self.heard.append(message)
                if message.get("ref") != topic:
                    self.early.append(message)
                return message.get("ref") == topic
            self.send({"subscribe": topic, "ref": topic})
            answer = self.socket.receive(is_answer, 60)
            assert answer and answer.get("subscribed") == topic, answer

    def next(self):
        message = self.socket.receive(seconds=60)
        assert message and "closed" not in message, message
        return message

    def until(self, kind, seconds=60):
        """The first message of this type, or None."""
        while self.early:
            message = self.early.pop(0)
            if message.get("type") == kind:
                return message
        def is_wanted(message):
            self.heard.append(message)
            return message.get("type") == kind
        message = self.socket.receive(is_wanted, seconds)
        return None if message is None or "closed" in message else message

    def close(self):
        self.socket.close()


class EventStream:
    def __init__(self, port, path, token=None, last=None, accept="text/event-stream"):
        self.socket = socket.create_connection(("127.0.0.1", port), 60)
        head = [f"GET {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", f"Accept: {accept}"]
        head += [f"Authorization: Bearer {token}"] if token else []
        head += [f"Last-Event-ID: {last}"] if last else []
        self.socket.sendall("\r\n".join(head + ["", ""]).encode())
        self.bytes = b""
        while b"\r\n\r\n" not in self.bytes:
            self.bytes += self.socket.recv(65536)
        head, self.bytes = self.bytes.split(b"\r\n\r\n", 1)
        self.status, self.head = int(head.split()[1]), head.decode()
        self.text = ""

    def receive(self, wanted=lambda event: True, seconds=60):
        """The next event that is wanted, as {"id", "event", "data"}; None when none comes."""
        deadline = time.monotonic() + seconds
        self.unchunk()
        while True:
            while "\n\n" in self.text:
                block, self.text = self.text.split("\n\n", 1)
                event = {}
                for line in block.split("\n"):
                    if not line.startswith(":") and ":" in line:
                        name, value = line.split(":", 1)
                        event[name] = event[name] + "\n" + value.strip() if name in event else value.strip()
                if "data" in event:
                    event["data"] = json.loads(event["data"])
                    if wanted(event):
                        return event
            self.socket.settimeout(max(0.05, deadline - time.monotonic()))
            try:
                more = self.socket.recv(65536)
            except TimeoutError:
                return None
            if not more:
                return None
            self.bytes += more
            self.unchunk()

    def unchunk(self):
        while b"\r\n" in self.bytes:
            size, rest = self.bytes.split(b"\r\n", 1)
            count = int(size.split(b";")[0], 16)
            if len(rest) < count + 2:
                return
            self.text += rest[:count].decode().replace("\r\n", "\n")
            self.bytes = rest[count + 2:]

    def close(self):
        self.socket.close()
