import Kernel
import OrdersKit
import OrdersPages
import ServiceKit

/// What the holder of a shared link sees of an order, as a page.
package struct TrackingPage {
    /// As the API answers it.
    private let order: JSONValue
    private let words: TrackingWords
    private let zone: TimeZoneRules
    /// The page asks for itself so often, as long as the order is on its way.
    static let secondsBetweenLooks = 10

    package init(_ order: JSONValue, words: TrackingWords, zone: TimeZoneRules) {
        (self.order, self.words, self.zone) = (order, words, zone)
    }

    private func text(_ name: String) -> String { order[name]?.string ?? "" }

    package var markup: Markup {
        let frame = PageFrame(language: words.code, title: "\(words.title) \(text("number"))", description: text("restaurantName"),
                              style: OrderPageStyle.css, script: TrackingScript.text)
        // Screen readers announce a new status, not each new place of the courier; the script replaces both.
        return frame.page("""
            <h1>\(text("restaurantName"))</h1><p class="number">\(words.order) <bdi>\(text("number"))</bdi></p>
            <p class="now" id="now" role="status">\(words.stages[text("status")] ?? text("statusLabel"))</p>
            <div id="order" data-seconds="\(Self.isFinal(text("status")) ? 0 : Self.secondsBetweenLooks)">\(state)</div>
            <p class="hint" id="lost" role="status" data-text="\(words.lost)"></p>
            <noscript><p><a href="">\(words.reload)</a></p></noscript>
            """)
    }

    private var state: Markup {
        "\(arrival)\(courier)\(steps)"
    }

    private var arrival: Markup {
        guard let time = order["estimatedDeliveryAt"]?.string.flatMap({ Timestamp($0) }) else { return .empty }
        let label = text("status") == "delivered" ? words.delivered : words.expected
        return """
            <p>\(label) <time datetime="\(time.wholeSeconds.description)"><bdi>\(zone.local(time).clock)</bdi></time></p>
            """
    }

    private var courier: Markup {
        let name = text("courierFirstName")
        guard !name.isEmpty else { return .empty }
        var place = Markup.empty
        let location = order["courierLocation"]
        if let lat = location?["lat"].flatMap(Self.degrees), let lng = location?["lng"].flatMap(Self.degrees) {
            place = " · <a href=\"geo:\(lat),\(lng)\">\(words.map)</a>"
        }
        return "<p>\(words.courier) <bdi>\(name)</bdi>\(place)</p>"
    }
    private static func degrees(_ value: JSONValue) -> String? {
        switch value {
        case .double(let number): String(number)
        case .int(let number): String(number)
        case .null, .bool, .string, .array, .object: nil  // No coordinate.
        }
    }

    // MARK: - Progress

    private static let stages = ["pending", "accepted", "preparing", "ready", "out_for_delivery", "delivered"]
    private static func isFinal(_ status: String) -> Bool { status == "delivered" || status == "cancelled" }

    private var steps: Markup {
        let status = text("status")
        // A cancelled order went no way that the link tells of.
        guard let reached = Self.stages.firstIndex(of: status) else { return .empty }
        let items = Self.stages.enumerated().map { place, stage -> Markup in
            let label = words.stages[stage] ?? stage
            if place == reached { return "<li aria-current=\"step\">\(label)</li>" }
            return place < reached ? "<li class=\"done\">\(label)<span class=\"hidden\">, \(words.done)</span></li>" : "<li>\(label)</li>"
        }
        return "<h2>\(words.progress)</h2><ol class=\"steps\">\(items)</ol>"
    }
}
