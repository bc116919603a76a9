"""A receiver of webhooks that behaves as it is told, also badly, and remembers what came."""
import http.server, socket, threading, time


class Receiver:
    """Answers each path by its own rule: a status, a list of statuses in turn (the last one stays), or a function of the
    request handler."""

    def __init__(self):
        self.rules, self.came, self.lock = {}, [], threading.Lock()
        self.stopped = threading.Event()
        receiver = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                body = self.rfile.read(int(self.headers["content-length"]))
                with receiver.lock:
                    receiver.came.append({"path": self.path, "headers": {k.lower(): v for k, v in self.headers.items()}, "body": body,
                                          "at": time.time()})
                    rule = receiver.rules.get(self.path, 200)
                    if isinstance(rule, list):
                        rule = rule.pop(0) if len(rule) > 1 else rule[0]
                if callable(rule):
                    rule(self)
                else:
                    self.answer(rule)

            do_GET = do_POST

            def answer(self, status, headers=(), body=b"ok"):
                self.send_response(status)
                for name, value in headers:
                    self.send_header(name, value)
                self.send_header("content-length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        class Server(http.server.ThreadingHTTPServer):
            daemon_threads = True

            def handle_error(self, request, client_address):
                pass  # A caller may close while we still write.

        self.server = Server(("127.0.0.1", 0), Handler)
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def url(self, path):
        return f"http://127.0.0.1:{self.port}{path}"

    def of(self, path):
        with self.lock:
            return [request for request in self.came if request["path"] == path]

    def hang(self, handler):
        """Takes the request and never answers."""
        self.stopped.wait(60)

    def drop(self, handler):
        handler.close_connection = True
        handler.connection.shutdown(socket.SHUT_RDWR)

    def endless(self, handler):
        """A good status, and a body that never ends."""
        handler.send_response(200)
        handler.end_headers()
        try:
            while not self.stopped.is_set():
                handler.wfile.write(b"x" * 65536)
        except OSError:
            pass

    def stop(self):
        self.stopped.set()
        self.server.shutdown()
