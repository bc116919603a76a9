import Kernel
import OrdersFuelReceipts
import OrdersPages
import ServiceKit

/// An order as the tracking page shows it, rendered by the server.
package struct TrackedOrderPage {
    private let order: TrackedOrder
    private let words: FuelTrackingWords
    private let times: FuelPageTimes
    package init(_ order: TrackedOrder, words: FuelTrackingWords, zone: TimeZoneRules) {
        (self.order, self.words, times) = (order, words, FuelPageTimes(zone: zone))
    }

    package var markup: Markup {
        let frame = PageFrame(language: words.code, title: "\(words.order) \(order.number)", style: FuelPageStyle.css)
        // Screen readers announce a new status, not each new place of the driver; the script replaces both.
        return frame.page("""
            <h1>\(words.order) <bdi>\(order.number)</bdi></h1>
            <p class="now" id="now" role="status">\(words.stages[order.status] ?? order.status)</p>
            <div id="order">\(failure)\(arrival)\(map)\(facts)\(receipt)\(steps)</div>
            """)
    }

    private var failure: Markup {
        guard let slug = order.failure else { return .empty }
        return "<p class=\"note\">\(words.failures[slug] ?? slug)</p>"
    }

    private var arrival: Markup {
        var out = Markup.empty
        if let arrival = order.arrival {
            out = """
                <p>\(words.arrives) <time datetime="\(arrival.at.description)"><bdi>\(times.clock(arrival.at))</bdi></time> \
                (\((arrival.seconds + 59) / 60) \(words.minutes), \(Self.distance(arrival.meters)) \(words.distance))</p>
                """
        }
        if let driver = order.driver {
            out = "\(out)<p>\(words.driver) <bdi>\(driver.firstName)</bdi>, \(words.truck) <bdi>\(driver.truckCode)</bdi></p>"
            if driver.isStale { out = "\(out)<p class=\"hint\">\(words.stale)</p>" }
        }
        return out
    }
    /// Miles with one decimal, as roads there count.
    private static func distance(_ meters: Int) -> String {
        let tenths = (max(0, meters) * 10 + 804) / 1609
        return "\(tenths / 10).\(tenths % 10) mi"
    }

    private var map: Markup {
        guard !order.isFinal else { return .empty }
        var pins = [AreaMap.Pin(.place, label: order.vehicle, point: order.place)], ways: [AreaMap.Way] = []
        var text = words.carHere
        if let driver = order.driver, let point = driver.point {
            pins.append(AreaMap.Pin(.truck, label: driver.truckCode, point: point))
            ways.append(AreaMap.Way(from: point, to: order.place))
            text += " \(words.driverHere) \(Self.distance(point.wholeMeters(to: order.place))) \(words.distance)."
        } else { text += " \(words.noDriver)" }
        return AreaMap(areas: order.area.map { [$0] } ?? [], pins: pins, ways: ways, showsAreas: false)
            .markup(id: "map", title: words.mapTitle, description: text)
    }

    private var facts: Markup {
        var rows: [(String, String)] = []
        if order.isAsap {
            rows.append((words.window, words.asap))
        } else { rows.append((words.window, times.window(order.startsAt, order.endsAt))) }
        if order.isAsap, !order.isFinal { rows.append((words.promised, times.clock(order.promisedBy))) }
        rows.append((words.vehicle, "\(order.vehicle), \(order.fuelType)"))
        if let address = order.address { rows.append((words.place, address)) }
        if let captured = order.captured {
            rows.append((words.charged, FuelReceiptWords.money(captured)))
        } else if !order.isFinal { rows.append((words.held, FuelReceiptWords.money(order.authorized))) }
        let list = rows.map { row -> Markup in "<dt>\(row.0)</dt><dd>\(row.1)</dd>" }
        return "<dl>\(list)</dl>"
    }

    private var receipt: Markup {
        guard order.receiptNumber != nil else { return .empty }
        return "<p class=\"actions\"><button type=\"button\" id=\"show-receipt\" data-order=\"\(order.id)\">\(words.receipt)</button></p>"
    }

    // MARK: - Progress

    private static let stages = ["pending", "scheduled", "assigned", "en_route", "arrived", "fueling", "completed"]

    private var steps: Markup {
        // What was cancelled or failed went no way that these steps tell of.
        guard let reached = Self.stages.firstIndex(of: order.status) else { return .empty }
        let items = Self.stages.enumerated().map { place, stage -> Markup in
            let label = words.stages[stage] ?? stage
            if place == reached { return "<li aria-current=\"step\">\(label)</li>" }
            return place < reached ? "<li class=\"done\">\(label)<span class=\"hidden\">, \(words.done)</span></li>" : "<li>\(label)</li>"
        }
        return "<h2>\(words.progress)</h2><ol class=\"steps\">\(items)</ol>"
    }
}
