import Foundation
import Kernel
import Messaging
import OrdersFood
import OrdersFoodPages
import ServiceKit
import TestKit
import Testing

/// Orders as a link finds them.
private enum LinkedOrder {
    /// States a link may find an order in; the files are read by people before they are kept.
    static let states: [(name: String, order: JSONValue)] = [
        ("pending", order("pending")), ("accepted", order("accepted")), ("preparing", order("preparing", courier: "ياسر")),
        ("ready", order("ready", courier: "ياسر")),
        ("out-for-delivery", order("out_for_delivery", courier: "ياسر",
                                   location: ["lat": .double(24.7136), "lng": .double(46.6753), "at": "2026-11-21T07:30:00Z"])),
        ("delivered", order("delivered")), ("cancelled", order("cancelled", at: .null)),
        ("hostile", order("ready", restaurant: "<script>alert(1)</script>\u{202E}\u{200B}\"'&", courier: "<img src=x onerror=alert(1)>")),
    ]
    static func order(_ status: String, restaurant: String = "سفرة ٢٤", courier: JSONValue = .null, location: JSONValue = .null,
                      at: JSONValue = "2026-11-21T07:36:00Z") -> JSONValue {
        ["number": "SF-100042", "status": .string(status), "statusLabel": "—", "restaurantName": .string(restaurant),
         "estimatedDeliveryAt": at, "courierFirstName": courier, "courierLocation": location]
    }
}

@Suite("Pages of food orders")
struct FoodPageTests {
    private func tracking(_ order: JSONValue, _ language: String = "ar") throws -> String {
        TrackingPage(order, words: .of(language), zone: try TimeZoneRules.named("Asia/Riyadh")).markup.html
    }
    private func board(_ language: String = "ar") -> String {
        KitchenBoardPage(api: "/t/sofra/api/v1", timezone: "Asia/Riyadh", words: .of(language)).markup.html
    }
    private func between(_ start: String, _ end: String, of text: String) -> String? {
        guard let from = text.range(of: start), let to = text.range(of: end, range: from.upperBound..<text.endIndex) else { return nil }
        return String(text[from.upperBound..<to.lowerBound])
    }
    private func golden(_ name: String) throws -> String {
        try String(contentsOf: URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden/\(name).html"), encoding: .utf8)
    }

    @Test("The link shows each state as it was agreed", arguments: LinkedOrder.states.map(\.name))
    func states(name: String) throws {
        let order = try #require(LinkedOrder.states.first { $0.name == name }?.order)
        let page = try tracking(order)
        #expect(try between("<main>", "</main>", of: page) == golden(name).trimmingCharacters(in: .newlines))
        #expect(page.contains("<html lang=\"ar\" dir=\"rtl\">"))
        #expect(try !tracking(order, "en").contains("dir=\"rtl\""))
    }

    @Test("The board's page is as it was agreed, in both languages, and has no data", arguments: ["ar", "en"])
    func boards(language: String) throws {
        #expect(try between("<main>", "</main>", of: board(language)) == golden("board-\(language)").trimmingCharacters(in: .newlines))
    }

    @Test("One script and nothing from elsewhere: no address, no handler in an attribute, no markup made of text", arguments: [true, false])
    func ownScript(isBoard: Bool) throws {
        let page = try isBoard ? board() : tracking(LinkedOrder.order("out_for_delivery", courier: "ياسر"))
        #expect(page.components(separatedBy: "<script>").count == 2 && page.components(separatedBy: "<style>").count == 3)
        let script = try #require(between("<script>", "</script>", of: page))
        for sink in ["innerHTML =", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "localStorage", "sessionStorage",
                     "document.cookie", "access_token"] {
            #expect(!script.contains(sink), "\(sink)")
        }
        let markup = try #require(between("<main>", "</main>", of: page))
        for outside in ["http:", "https:", " src=", " on", "javascript:", "style="] {
            #expect(!markup.contains(outside), "\(outside)")
        }
    }

    @Test("Only texts that are named may style and run")
    func policy() throws {
        let headers = PageStyle.headers(style: "a{color:red}", script: "let a = 1")
        let policy = try #require(headers["Content-Security-Policy"])
        // shasum -a 256 of the two texts, in base64.
        #expect(policy.contains("script-src '\(Self.scriptHash)'") && policy.contains("'\(Self.styleHash)'"))
        #expect(policy.hasPrefix("default-src 'none'") && policy.contains("connect-src 'self'") && !policy.contains("unsafe"))
        #expect(headers["Cache-Control"] == "no-store" && headers["Referrer-Policy"] == "no-referrer")
    }
    private static let scriptHash = "sha256-LAfYd7pbFUgwfQu8b4q135PeTG2z+/coPEUYCd74eCQ="
    private static let styleHash = "sha256-6hWWMOcF+mJesSJGYhmK2lkIIEw9Xc5XKGLPVzh8yxs="

    @Test("A link that names a language answers in it, the restaurant's name too")
    func namedLanguage() throws {
        let kitchen = try FoodKitchen()
        let order = try kitchen.place()
        let token = try #require(try kitchen.shard.send(ShareFoodOrder(orderId: order.id), as: FoodKitchen.noura)?.json["token"])
        func name(_ lang: JSONValue) throws -> JSONValue? {
            try kitchen.shard.ask(TrackOnPage.self, ["token": token, "lang": lang]).json["restaurantName"]
        }
        #expect(try name("en") == "Sofra 24" && name("ar") == "سفرة ٢٤" && name("fr") == "سفرة ٢٤" && name(.null) == "سفرة ٢٤")
    }

    @Test("The link answers programs with JSON, the board answers with its page for the app's own path")
    func asked() throws {
        let kitchen = try FoodKitchen()
        let order = try kitchen.place()
        let token = try #require(try kitchen.shard.send(ShareFoodOrder(orderId: order.id), as: FoodKitchen.noura)?.json["token"])
        let shown = try kitchen.shard.ask(TrackOnPage.self, ["token": token])
        #expect(try shown.status == 200 && shown.json == kitchen.shard.ask(TrackFoodOrder.self, ["token": token]).json)
        #expect(try kitchen.shard.ask(TrackOnPage.self, ["token": "unknown"]).status == 404)
        let page = try kitchen.shard.ask(ShowKitchenBoard.self, ["lang": "en"])
        #expect(page.status == 200 && page.contentType == "text/html; charset=utf-8")
        let html = String(decoding: page.body, as: UTF8.self)
        #expect(html.contains("data-api=\"/t/sofra") && html.contains("<html lang=\"en\">") && html.contains("data-zone=\"Asia/Riyadh\""))
    }
}
