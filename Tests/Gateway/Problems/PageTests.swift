import GatewayService
import Kernel
import Messaging
import Testing

@Suite("Pages: forms in, HTML out")
struct PageTests {
    private static let form = ["Content-Type": "application/x-www-form-urlencoded"]

    @Test("A form becomes the JSON its route expects; the way on lies below the tenant's root")
    func forms() async throws {
        let shop = try await Shop()
        let answer = try await shop.client.post("/t/demo/page/key-1", "name=Caf%C3%A9+%26+T%22a&other=x&note=a%0D%0Ab&token=fake",
                                                Self.form)
        #expect(answer.status == 303 && answer["Location"] == "/t/demo/page/done")
        #expect(shop.received.last?.value == Array(#"{"token":"key-1","name":"Café & T\"a","note":"a\r\nb"}"#.utf8))
        #expect(shop.received.last?.attributes["root"] == "http://127.0.0.1:0/t/demo")
        #expect(try await shop.client.post("/page/key-1", "name=x", Self.form.merging(["Host": "api.demo.example"]) { $1 })["Location"]
            == "/page/done")
        #expect(shop.received.last?.attributes["root"] == "https://api.demo.example")
        #expect(try await shop.client.post("/t/demo/page/key-1", "name=%GG", Self.form).status == 400)
        #expect(try await shop.client.post("/t/demo/api/v1/things/1/echo", "name=Tea", Self.form).status == 415)
        await shop.stop()
    }

    @Test("Fields with a dot fill an object of the form, whose members are the app's to know")
    func objects() async throws {
        let shop = try await Shop()
        let fields = "name=x&extra.size=3&other.size=4&extra.colour=%22red%22&extra.size=5"
        #expect(try await shop.client.post("/t/demo/page/key-1", fields, Self.form).status == 303)
        #expect(shop.received.last?.value == Array(#"{"token":"key-1","extra":{"colour":"\"red\"","size":"5"},"name":"x"}"#.utf8))
        await shop.stop()
    }

    @Test("A path with a guest's key is as private with a method that it does not take")
    func otherMethod() async throws {
        let shop = try await Shop()
        let wrong = try await shop.client.send("PATCH", "/t/demo/page/key-1")
        #expect(wrong.status == 405 && wrong["Allow"]?.contains("POST") == true && wrong["Cache-Control"] == "no-store")
        await shop.stop()
    }

    @Test("A refusal that is a page goes out as one, with the headers of its route")
    func refusals() async throws {
        let shop = try await Shop()
        let answer = try await shop.client.post("/t/demo/page/key-1", "name=%3F", Self.form)
        #expect(answer.status == 422 && answer.text == "<h1>No</h1>" && answer["Content-Type"] == "text/html; charset=utf-8")
        #expect(answer["Content-Security-Policy"] == "default-src 'none'" && answer["Cache-Control"] == "no-store")
        await shop.stop()
    }

    @Test("Who holds a key may change things 60 times a minute; another key is another principal")
    func keys() async throws {
        let shop = try await Shop { $0.rateLimits = .init() }
        // One more for each second that passes meanwhile: a slow machine takes more, none takes fewer.
        let began = ContinuousClock.now
        var taken = 0
        while taken < 600, try await shop.client.post("/t/demo/page/key-1", "name=x", Self.form).status == 303 { taken += 1 }
        let seconds = Int((ContinuousClock.now - began).components.seconds)
        #expect((60...61 + seconds).contains(taken))
        let headers = Self.form.merging(["Idempotency-Key": "once"]) { $1 }
        let first = try await shop.client.post("/t/demo/page/key-2", "name=x", headers),
            second = try await shop.client.post("/t/demo/page/key-3", "name=x", headers)
        #expect(first.status == 303 && second.status == 303 && second["Idempotency-Replayed"] == nil)
        await shop.stop()
    }

    @Test("What a page's form gets is a page, whatever went wrong; a client that asks for JSON gets the problem (12.F12)")
    func problems() async throws {
        let shop = try await Shop { $0.rateLimits = .init() }
        func isPage(_ answer: HTTPClient.Answer, _ status: Int) -> Bool {
            answer.status == status && answer["Content-Type"] == "text/html; charset=utf-8" && answer.text.hasPrefix("<!doctype html>")
                && answer.text.contains("role=\"alert\"") && answer.text.contains("href=\"/t/demo/page/key-9\"")
                && answer["Content-Security-Policy"] != nil
        }
        let path = "/t/demo/page/key-9"
        #expect(isPage(try await shop.client.post(path, "name=%GG", Self.form), 400))
        #expect(isPage(try await shop.client.post(path, "<xml/>", ["Content-Type": "text/xml", "Accept": "text/html,*/*;q=0.8"]), 415))
        // JSON is no form, and what it asks for is not done.
        let before = shop.received.count
        #expect(isPage(try await shop.client.post(path, #"{"name":"x"}"#, ["Content-Type": "application/json"]), 415))
        #expect(shop.received.count == before)
        #expect(isPage(try await shop.client.post(path, "name=" + String(repeating: "x", count: 2 << 20), Self.form), 413))
        let json = try await shop.client.post(path, "name=%GG", Self.form.merging(["Accept": "application/json"]) { $1 })
        #expect(json.status == 400 && json["Content-Type"] == "application/problem+json" && json.json["slug"] == "malformed-request")
        var last = try await shop.client.post(path, "name=x", Self.form)
        for _ in 0..<600 where last.status == 303 { last = try await shop.client.post(path, "name=x", Self.form) }
        #expect(isPage(last, 429) && last["Retry-After"] != nil)
        await shop.stop()
    }

    @Test("An upload of a page answers with pages, too, and takes the file as `file` or under the name of the form")
    func uploads() async throws {
        let shop = try await Shop()
        func send(_ body: String, type: String = "multipart/form-data; boundary=B") async throws -> HTTPClient.Answer {
            try await shop.client.post("/t/demo/page/key-9/photos", body, ["Content-Type": type])
        }
        func form(_ field: String, _ text: String) -> String {
            "--B\r\nContent-Disposition: form-data; name=\"\(field)\"; filename=\"a\"\r\n\r\n\(text)\r\n--B--\r\n"
        }
        let empty = try await send(form("note", "x"))
        #expect(empty.status == 422 && empty.text.contains("<h1>") && empty.text.contains("href=\"/t/demo/page/key-9\""))
        #expect(try await send("no form at all").text.hasPrefix("<!doctype html>"))
        let large = try await send(form("photo", String(repeating: "x", count: (2 << 20) + 100)))
        #expect(large.status == 413 && large.text.hasPrefix("<!doctype html>") && large.text.contains("At most 2 MB."))
        let french = try await shop.client.post("/t/demo/page/key-9/photos", form("photo", String(repeating: "x", count: (2 << 20) + 100)),
                                                ["Content-Type": "multipart/form-data; boundary=B", "Accept-Language": "fr"])
        #expect(french.text.contains("2 Mo au plus.") && !french.text.contains("bytes"))
        for field in ["photo", "file"] { #expect(try await send(form(field, "picture")).status == 201) }
        await shop.stop()
    }
}
