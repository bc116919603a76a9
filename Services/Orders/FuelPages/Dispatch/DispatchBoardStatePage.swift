import Kernel
import OrdersPages
import ServiceKit

/// The dispatch board with its orders, drivers and map, rendered by the server.
package struct DispatchBoardStatePage {
    private let board: DispatchBoard
    private let words: DispatchBoardWords
    private let times: FuelPageTimes
    package init(_ board: DispatchBoard, words: DispatchBoardWords, zone: TimeZoneRules) {
        (self.board, self.words, times) = (board, words, FuelPageTimes(zone: zone))
    }

    package var markup: Markup {
        let lanes = DispatchBoard.Lane.allCases.map(lane)
        return PageFrame(language: words.code, title: words.title, style: FuelPageStyle.css).page("""
            <h1>\(words.title)</h1><div id="state"><div class="lanes">\(lanes)</div>\(more)\(map)\(drivers)</div>
            """)
    }

    /// Says how many of the open orders stand here, if not all.
    private var more: Markup {
        guard board.total > board.orders.count else { return .empty }
        return "<p class=\"hint\">\(words.shown): \(board.orders.count) / \(board.total)</p>"
    }

    private func lane(_ lane: DispatchBoard.Lane) -> Markup {
        let orders = board.orders.filter { $0.lane == lane }
        let none: Markup = orders.isEmpty ? "<p class=\"none\">\(words.empty)</p>" : .empty
        return """
            <section class="lane" aria-labelledby="\(lane.rawValue)-title"><h2 id="\(lane.rawValue)-title">\
            \(words.lanes[lane] ?? lane.rawValue) <bdi>\(orders.count)</bdi></h2>\
            <ul id="\(lane.rawValue)">\(orders.map(card))</ul>\(none)</section>
            """
    }

    private func card(_ order: DispatchBoard.Order) -> Markup {
        let isUrgent = order.isUrgent(at: board.now)
        let soon = "\(words.asap), \(words.until) \(times.clock(order.promisedBy))"
        let when = order.isAsap ? soon : times.window(order.startsAt, order.endsAt)
        let late: Markup = isUrgent ? "<p class=\"late\">\(words.late)</p>" : .empty
        let address: Markup = order.address.map { "<p>\($0)</p>" } ?? .empty
        var driver = Markup.empty
        if let name = order.driver { driver = "<p>\(words.driver): <bdi>\(name)</bdi> <bdi>\(order.truckCode ?? "")</bdi></p>" }
        let flags = order.flags.map { flag -> Markup in "<p class=\"late\">\(words.flags[flag] ?? flag)</p>" }
        // The look changes with everything that the card shows, so that the script leaves other cards alone.
        let look = "\(order.version)-\(isUrgent)-\(words.code)-\(candidates(of: order).map(\.id).joined(separator: "."))"
        return """
            <li class="card\(isUrgent ? " new" : Markup.empty)" id="order-\(order.id)" data-look="\(look)" data-order="\(order.id)" \
            data-number="\(order.number)"><h3 tabindex="-1" id="title-\(order.id)"><span>\(words.order) <bdi>\(order.number)</bdi></span>\
            <span>\(words.stages[order.status] ?? order.status)</span></h3>\(late)\
            <p>\(when)</p><p>\(order.fuelType), \(order.gallons) gal · \(order.vehicle)</p>\(address)\(driver)\(flags)\
            <div class="alert" role="alert" data-part="problem" hidden></div>\(actions(of: order))</li>
            """
    }

    // MARK: - What dispatchers do

    /// Drivers with the fuel, those of the area first.
    private func candidates(of order: DispatchBoard.Order) -> [DispatchBoard.Driver] {
        guard order.status == "scheduled" else { return [] }
        let able = board.drivers.filter { $0.fuels.contains(order.fuelType) }
        return able.filter { $0.areaId == order.areaId } + able.filter { $0.areaId != order.areaId }
    }

    private func actions(of order: DispatchBoard.Order) -> Markup {
        switch order.status {
        case "scheduled": "\(assignment(of: order))\(ending(of: order))"
        case "assigned", "en_route", "arrived":
            """
            <div class="actions"><button type="button" data-action="release" id="release-\(order.id)" class="quiet" \
            aria-expanded="false">\(words.release)</button></div>\(reason("release", words.release, of: order))\(ending(of: order))
            """
        default: .empty
        }
    }

    private func assignment(of order: DispatchBoard.Order) -> Markup {
        let drivers = candidates(of: order)
        guard !drivers.isEmpty else { return "<p class=\"hint\">\(words.noneWithFuel)</p>" }
        let options = drivers.map { driver -> Markup in
            let name = "\(driver.firstName) · \(driver.truckCode) · \(areaName(driver.areaId)) (\(driver.jobs))"
            return "<option value=\"\(driver.id)\">\(name)</option>"
        }
        return """
            <div class="actions"><label for="driver-\(order.id)"><span class="hidden">\(words.choose), \(order.number)</span>\
            <select id="driver-\(order.id)" data-part="driver">\(options)</select></label>\
            <button type="button" data-action="assign" id="assign-\(order.id)">\(words.assign)</button></div>
            """
    }
    /// An order that nobody can serve.
    private func ending(of order: DispatchBoard.Order) -> Markup {
        """
        <div class="actions"><button type="button" data-action="fail" id="fail-\(order.id)" class="quiet" aria-expanded="false">\
        \(words.fail)</button></div>\(reason("fail", words.fail, of: order))
        """
    }
    private func reason(_ action: String, _ title: String, of order: DispatchBoard.Order) -> Markup {
        """
        <fieldset data-part="\(action)" hidden><legend>\(title)</legend><label for="\(action)-why-\(order.id)">\(words.why)</label>\
        <input type="text" id="\(action)-why-\(order.id)" maxlength="200"><div class="actions">\
        <button type="button" data-action="confirm-\(action)" id="confirm-\(action)-\(order.id)">\(words.confirm)</button></div></fieldset>
        """
    }

    // MARK: - Map and drivers

    private func areaName(_ id: String) -> String { board.areas.first { $0.id == id }?.area.name ?? id }

    private var map: Markup {
        let orders = board.orders.map { order in
            AreaMap.Pin(order.isUrgent(at: board.now) ? .urgent : .place, label: order.number, point: order.place)
        }
        let trucks = board.drivers.compactMap { driver in
            driver.point.map { AreaMap.Pin(.truck, label: driver.truckCode, point: $0) }
        }
        let ways = board.orders.compactMap { order -> AreaMap.Way? in
            guard order.status == "en_route", let point = board.drivers.first(where: { $0.id == order.driverId })?.point else { return nil }
            return AreaMap.Way(from: point, to: order.place)
        }
        let text = "\(words.shown): \(orders.count). \(words.drivers): \(trucks.count)."
        return AreaMap(areas: board.areas.map(\.area), pins: orders + trucks, ways: ways, showsAreas: true)
            .markup(id: "map", title: words.mapTitle, description: text)
    }

    private var drivers: Markup {
        guard !board.drivers.isEmpty else { return "<h2>\(words.drivers)</h2><p class=\"none\">\(words.noDrivers)</p>" }
        let rows = board.drivers.map { driver -> Markup in
            let seen = driver.seenAt.map(times.clock) ?? words.never
            return """
                <tr><th scope="row"><bdi>\(driver.firstName)</bdi></th><td>\(driver.truckCode)</td><td>\(areaName(driver.areaId))</td>\
                <td>\(driver.fuels.joined(separator: ", "))</td><td>\(driver.jobs)</td><td>\(seen)</td></tr>
                """
        }
        let heads = [words.driver, words.truck, words.area, words.fuels, words.jobs, words.seen].map { head -> Markup in
            "<th scope=\"col\">\(head)</th>"
        }
        return """
            <div class="scroll" tabindex="0" role="region" aria-label="\(words.drivers)"><table class="drivers">\
            <caption>\(words.drivers)</caption><thead><tr>\(heads)</tr></thead><tbody>\(rows)</tbody></table></div>
            """
    }
}
