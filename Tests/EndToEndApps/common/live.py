"""Real time: common §5, with EventPass' topics."""
import uuid
from sockets import EventStream, WebSocket

EVENT, REGULAR = "00000000-0000-4000-8000-00000e000003", "00000000-0000-4000-8000-00000f003001"
BUYER = ("load19@example.com", "load-kampala-2026")


def buy(walk, quantity=1):
    answer = walk.ask("POST", "/orders", {"eventId": EVENT, "items": [{"ticketTypeId": REGULAR, "quantity": quantity}]}, walk.token(*BUYER))
    assert answer.status == 201, answer
    return answer


def web_socket(walk):
    """GET /ws"""
    token, port, path = walk.token(*BUYER), walk.platform.port, walk.base + "/ws"
    socket = WebSocket(port, path, token)
    walk.fact("a WebSocket opens", socket.status == 101, socket.head)
    socket.send({"subscribe": "orders/mine", "ref": 1})
    walk.fact("a topic of mine is taken",
              socket.receive(lambda message: message.get("ref") == 1) == {"subscribed": "orders/mine", "ref": 1})
    order = buy(walk)
    news = socket.receive(lambda message: message.get("topic") == "orders/mine" and order["id"] in str(message))
    walk.fact("an order is told of", bool(news) and {"id", "type", "topic", "at", "data"} <= set(news), news)
    socket.send({"subscribe": f"orders/{order['id']}", "ref": 2})
    walk.fact("the one order, too",
              socket.receive(lambda message: message.get("ref") == 2) == {"subscribed": f"orders/{order['id']}", "ref": 2})
    walk.expect("(it is cancelled)", walk.ask("POST", f"/orders/{order['id']}/cancel", token=token), status="cancelled")
    news = socket.receive(lambda message: message.get("topic") == f"orders/{order['id']}")
    walk.fact("and what becomes of it", bool(news), news)
    socket.send({"unsubscribe": "orders/mine"})
    other = WebSocket(port, f"{path}?access_token={walk.token('jane@example.com', 'password123')}")
    walk.fact("the token may stand in the address", other.status == 101, other.head)
    other.send({"subscribe": f"orders/{order['id']}"})
    refused = other.receive(lambda message: "error" in message)
    walk.fact("somebody else's order is refused", bool(refused) and refused["error"]["status"] in (403, 404) and refused["error"]["slug"],
              refused)
    other.send({"subscribe": "no/such/topic"})
    walk.fact("so is a topic that is none", bool(other.receive(lambda message: "error" in message)))
    other.send(b"not json")
    walk.fact("and a message that is none", bool(other.receive(lambda message: "error" in message or "closed" in message)))
    guest = WebSocket(port, path)
    walk.fact("guests may come", guest.status == 101, guest.head)
    guest.send({"subscribe": f"listings/{EVENT}", "ref": "a"})
    walk.fact("for what is for sale", (guest.receive(lambda message: message.get("ref") == "a") or {})
        .get("subscribed") == f"listings/{EVENT}")
    order = buy(walk, 2)
    news = guest.receive(lambda message: message.get("topic") == f"listings/{EVENT}" and "availab" in str(message))
    walk.fact("and hear of every seat", bool(news), news)
    guest.send({"subscribe": "notifications/mine"})
    refused = guest.receive(lambda message: "error" in message)
    walk.fact("but have nothing of their own", bool(refused) and refused["error"]["status"] == 401, refused)
    bad = WebSocket(port, path, "abc.def.ghi")
    walk.fact("a bad token opens nothing", bad.status == 401, bad.head)
    fresh = walk.ask("POST", "/auth/login", {"email": BUYER[0], "password": BUYER[1]})
    ending = WebSocket(port, path, fresh["token"])
    walk.ask("POST", "/auth/logout", token=fresh["token"])
    end = ending.receive(lambda message: "closed" in message)
    walk.fact("it ends with its session", bool(end) and "closed" in end, end)
    walk.ask("POST", f"/orders/{order['id']}/cancel", token=token)
    for connection in (socket, other, guest, bad, ending):
        connection.close()


def event_stream(walk):
    """GET /stream"""
    token, port = walk.token(*BUYER), walk.platform.port
    stream = EventStream(port, f"{walk.base}/stream?topics=orders/mine", token)
    walk.fact("a stream opens", stream.status == 200 and "text/event-stream" in stream.head.lower(), stream.head)
    order = buy(walk)
    first = stream.receive(lambda event: order["id"] in str(event))
    walk.fact("an order is told of, with an id", bool(first) and bool(first.get("id")), first)
    stream.close()
    walk.expect("(it is cancelled meanwhile)", walk.ask("POST", f"/orders/{order['id']}/cancel", token=token), status="cancelled")
    again = EventStream(port, f"{walk.base}/stream?topics=orders/mine", token, last=first["id"])
    missed = again.receive(lambda event: order["id"] in str(event) and "cancel" in str(event))
    walk.fact("Last-Event-ID brings what was missed", bool(missed) and missed["id"] != first["id"], missed)
    again.close()
    same = EventStream(port, f"{walk.base}/events?topics=orders/mine", token)
    walk.fact("GET /events with Accept: text/event-stream is the same", same.status == 200 and "text/event-stream" in same.head.lower(),
              same.head)
    same.close()
    guest = EventStream(port, f"{walk.base}/stream?topics=listings/{EVENT}")
    walk.fact("guests watch what is for sale", guest.status == 200, guest.head)
    guest.close()


PARTS = [web_socket, event_stream]
