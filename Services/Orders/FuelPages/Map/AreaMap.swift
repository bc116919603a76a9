import Kernel
import ServiceKit

/// A map drawn from our own polygons: areas, places and the ways between them, as SVG. Nothing is fetched from elsewhere.
package struct AreaMap {
    package struct Area: Equatable {
        package let name: String
        package let geometry: AreaGeometry
        package init(name: String, geometry: AreaGeometry) { (self.name, self.geometry) = (name, geometry) }
    }
    package struct Pin: Equatable {
        /// What it stands for; the style draws each kind in its own form, not in its color alone.
        package enum Kind: String { case place, urgent, truck }
        package let kind: Kind
        package let label: String
        package let point: GeoPoint
        package init(_ kind: Kind, label: String, point: GeoPoint) { (self.kind, self.label, self.point) = (kind, label, point) }
    }
    package struct Way: Equatable {
        package let from, to: GeoPoint
        package init(from: GeoPoint, to: GeoPoint) { (self.from, self.to) = (from, to) }
    }

    private let areas: [Area]
    private let pins: [Pin]
    private let ways: [Way]
    private let frame: MapFrame
    /// - Parameter showsAreas: the map shows all of its areas; otherwise what lies around its pins.
    package init(areas: [Area], pins: [Pin], ways: [Way] = [], showsAreas: Bool) {
        (self.areas, self.pins, self.ways) = (areas, pins, ways)
        let corners = areas.filter { _ in showsAreas || pins.isEmpty }.flatMap { area -> [GeoPoint] in
            let box = area.geometry.box
            return [MicroPoint(x: box.west, y: box.south).geoPoint, MicroPoint(x: box.east, y: box.north).geoPoint]
        }
        frame = MapFrame(around: corners + pins.map(\.point) + ways.flatMap { [$0.from, $0.to] })
    }

    /// - Parameters:
    ///   - id: begins the ids of its title and description.
    ///   - description: says what the drawing shows, for who cannot see it.
    package func markup(id: String, title: String, description: String) -> Markup {
        let drawnAreas = areas.map { area -> Markup in "<path class=\"area\" d=\"\(outline(of: area.geometry))\"></path>" }
        let names = areas.map { area -> Markup in
            let box = area.geometry.box
            let place = frame.place(of: MicroPoint(x: (box.west + box.east) / 2, y: (box.south + box.north) / 2).geoPoint)
            return "<text class=\"area-name\" x=\"\(place.x)\" y=\"\(place.y)\">\(area.name)</text>"
        }
        let drawnWays = ways.map { way -> Markup in
            let from = frame.place(of: way.from), to = frame.place(of: way.to)
            return "<line class=\"way\" x1=\"\(from.x)\" y1=\"\(from.y)\" x2=\"\(to.x)\" y2=\"\(to.y)\"></line>"
        }
        return """
            <svg class="map" viewBox="0 0 \(MapFrame.width) \(frame.height)" role="img" aria-labelledby="\(id)-title \(id)-text">\
            <title id="\(id)-title">\(title)</title><desc id="\(id)-text">\(description)</desc>\
            \(drawnAreas)\(names)\(drawnWays)\(pins.map(pin))\(scale)</svg>
            """
    }

    private var scale: Markup {
        let bottom = frame.height - 30, scale = frame.scale
        return """
            <path class="scale" d="M30 \(bottom - 16)v16h\(scale.units)v-16"></path>\
            <text x="\(scale.units + 45)" y="\(bottom)">\(scale.miles) mi</text>
            """
    }

    private func pin(_ pin: Pin) -> Markup {
        let place = frame.place(of: pin.point)
        // A truck is a square, a place a circle, an urgent one has a ring.
        let shape: Markup = switch pin.kind {
        case .truck: "<rect x=\"\(place.x - 18)\" y=\"\(place.y - 18)\" width=\"36\" height=\"36\"></rect>"
        case .place: "<circle cx=\"\(place.x)\" cy=\"\(place.y)\" r=\"16\"></circle>"
        case .urgent: """
            <circle class="ring" cx="\(place.x)" cy="\(place.y)" r="26"></circle><circle cx="\(place.x)" cy="\(place.y)" r="16"></circle>
            """
        }
        // Labels at the right border stand left of their pin.
        let isLeft = place.x > MapFrame.width * 3 / 4
        return """
            <g class="pin \(pin.kind.rawValue)">\(shape)<text x="\(place.x + (isLeft ? -30 : 30))" y="\(place.y + 12)"\
            \(isLeft ? " text-anchor=\"end\"" : Markup.empty)>\(pin.label)</text></g>
            """
    }

    /// One path for all rings: what lies within an odd number of them is filled, so holes stay empty.
    private func outline(of geometry: AreaGeometry) -> String {
        geometry.polygons.flatMap(\.rings).map { ring in
            let places = ring.dropLast().map { frame.place(of: $0.geoPoint) }
            // Neighbours on the same spot of the drawing are one.
            var drawn: [MapFrame.Place] = []
            for place in places where drawn.last != place { drawn.append(place) }
            return "M" + drawn.map { "\($0.x) \($0.y)" }.joined(separator: "L") + "Z"
        }.joined()
    }
}
