import Foundation
import Kernel
import OrdersFuelPages
import ServiceKit
import Testing

@Suite("Pages of fuel orders")
struct FuelPageTests {
    private let zone = Result { try TimeZoneRules.named("America/New_York") }

    private func tracked(_ order: TrackedOrder, _ language: String = "en") throws -> String {
        TrackedOrderPage(order, words: .of(language), zone: try zone.get()).markup.html
    }
    private func state(_ board: DispatchBoard, _ language: String = "en") throws -> String {
        DispatchBoardStatePage(board, words: .of(language), zone: try zone.get()).markup.html
    }
    private func between(_ start: String, _ end: String, of text: String) -> String? {
        guard let from = text.range(of: start), let to = text.range(of: end, range: from.upperBound..<text.endIndex) else { return nil }
        return String(text[from.upperBound..<to.lowerBound])
    }
    private func golden(_ name: String) throws -> String {
        try String(contentsOf: URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden/\(name).html"), encoding: .utf8)
            .trimmingCharacters(in: .newlines)
    }

    @Test("An order shows each of its states as it was agreed", arguments: FuelPageSamples.states.map(\.name))
    func states(name: String) throws {
        let order = try #require(FuelPageSamples.states.first { $0.name == name }?.order)
        #expect(try between("<main>", "</main>", of: tracked(order)) == golden(name))
        #expect(try tracked(order, "es").contains("<html lang=\"es\">"))
    }

    @Test("The board shows orders, drivers and areas as it was agreed, in both languages", arguments: ["en", "es"])
    func boards(language: String) throws {
        #expect(try between("<main>", "</main>", of: state(FuelPageSamples.board(), language)) == golden("board-\(language)"))
    }

    @Test("Pages that people open have no data, one script, and nothing from elsewhere", arguments: ["en", "es"])
    func shells(language: String) throws {
        let pages = [FuelTrackingPage(api: "/t/autofill/api/v1", words: .of(language)).markup.html,
                     DispatchBoardPage(api: "/t/autofill/api/v1", words: .of(language)).markup.html]
        for page in pages {
            #expect(page.components(separatedBy: "<script>").count == 2 && page.components(separatedBy: "<style>").count == 3)
            let script = try #require(between("<script>", "</script>", of: page))
            for sink in ["innerHTML =", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "localStorage", "sessionStorage",
                         "document.cookie", "access_token"] {
                #expect(!script.contains(sink), "\(sink)")
            }
            let markup = try #require(between("<main>", "</main>", of: page))
            for outside in ["http:", "https:", " src=", " on", "javascript:", "style="] { #expect(!markup.contains(outside), "\(outside)") }
        }
    }

    @Test("What people typed is text, on the map too, and what the server renders has no script")
    func hostile() throws {
        let order = try #require(FuelPageSamples.states.first { $0.name == "hostile" }?.order)
        for page in [try tracked(order), try state(FuelPageSamples.board(hostile: true))] {
            #expect(!page.contains("<script") && !page.contains("<img") && page.contains("&lt;img src=x onerror=alert(1)&gt;"))
        }
    }

    @Test("Nobody is drawn whom the customer may not see: without a position there is no truck and no way")
    func unseen() throws {
        let assigned = try #require(FuelPageSamples.states.first { $0.name == "assigned" }?.order)
        let page = try tracked(assigned)
        #expect(page.contains("Luis") && !page.contains("class=\"pin truck\"") && !page.contains("class=\"way\""))
        let ended = try tracked(FuelPageSamples.order("completed"))
        #expect(!ended.contains("<svg"))
    }
}
