"""A WebSocket (RFC 6455), as little of it as a walkthrough needs: text frames both ways."""

import base64, json, os, socket, struct, time


class Live:
    """A connection to `{base}/ws` of a walked app."""

    def __init__(self, app, token):
        self.socket = socket.create_connection(("127.0.0.1", app.platform.port), timeout=10)
        key = base64.b64encode(os.urandom(16)).decode()
        head = f"GET {app.base}/ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
        self.socket.sendall(f"{head}Authorization: Bearer {token}\r\n\r\n".encode())
        self.buffer = b""
        while b"\r\n\r\n" not in self.buffer:
            self.buffer += self.socket.recv(4096)
        answer, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
        assert b" 101 " in answer.split(b"\r\n")[0], answer
        self.heard = []

    def take(self, count):
        while len(self.buffer) < count:
            data = self.socket.recv(65536)
            assert data, "the connection was closed"
            self.buffer += data
        taken, self.buffer = self.buffer[:count], self.buffer[count:]
        return taken

    def send(self, message, opcode=1):
        data, mask = message if isinstance(message, bytes) else json.dumps(message).encode(), os.urandom(4)
        assert len(data) < 126
        self.socket.sendall(bytes([0x80 | opcode, 0x80 | len(data)]) + mask + bytes(byte ^ mask[place % 4] for place, byte in enumerate(data)))

    def next(self):
        """The next JSON text; pings are answered on the way."""
        while True:
            opcode, length = struct.unpack("BB", self.take(2))
            length &= 127
            if length == 126:
                length = struct.unpack(">H", self.take(2))[0]
            elif length == 127:
                length = struct.unpack(">Q", self.take(8))[0]
            data = self.take(length)
            if opcode & 15 == 9:
                self.send(data, opcode=10)
            elif opcode & 15 == 1:
                return json.loads(data)

    def until(self, kind, seconds=5):
        """The first message of this type, or None; what else comes is kept in `heard`."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            self.socket.settimeout(max(0.01, deadline - time.monotonic()))
            try:
                message = self.next()
            except TimeoutError:
                return None
            self.heard.append(message)
            if message.get("type") == kind:
                return message
        return None

    def close(self):
        self.socket.close()
