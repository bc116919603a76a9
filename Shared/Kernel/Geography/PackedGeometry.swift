extension AreaGeometry {
    /// For a column: numbers of four bytes each, the smallest byte first. How many polygons; of each how many rings; of each ring how
    /// many points, then their longitudes and latitudes.
    public var packed: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(16 + polygons.reduce(0) { $0 + $1.rings.reduce(4) { $0 + 4 + 8 * $1.count } })
        func add(_ number: Int) { withUnsafeBytes(of: Int32(truncatingIfNeeded: number).littleEndian) { bytes.append(contentsOf: $0) } }
        add(polygons.count)
        for polygon in polygons {
            add(polygon.rings.count)
            for ring in polygon.rings {
                add(ring.count)
                for point in ring {
                    add(point.x)
                    add(point.y)
                }
            }
        }
        return bytes
    }

    /// Nil for other bytes than `packed` makes.
    public init?(_ kind: Kind, packed bytes: some RandomAccessCollection<UInt8>) {
        var rest = bytes[...]
        func next() -> Int? {
            guard rest.count >= 4 else { return nil }
            var number: UInt32 = 0
            for shift in 0..<4 { number |= UInt32(rest[rest.index(rest.startIndex, offsetBy: shift)]) << UInt32(8 * shift) }
            rest = rest.dropFirst(4)
            return Int(Int32(bitPattern: number))
        }
        /// A number of parts that take at least so many bytes each.
        func count(_ least: Int) -> Int? {
            guard let number = next(), number >= 0, number <= rest.count / least else { return nil }
            return number
        }
        guard let parts = count(4) else { return nil }
        var polygons: [PlanarPolygon<MicroPoint>] = []
        for _ in 0..<parts {
            guard let rings = count(4) else { return nil }
            var read: [[MicroPoint]] = []
            for _ in 0..<rings {
                guard let points = count(8) else { return nil }
                var ring: [MicroPoint] = []
                ring.reserveCapacity(points)
                for _ in 0..<points {
                    guard let x = next(), let y = next() else { return nil }
                    ring.append(MicroPoint(x: x, y: y))
                }
                read.append(ring)
            }
            polygons.append(PlanarPolygon(rings: read))
        }
        guard rest.isEmpty else { return nil }
        self.init(kind, polygons)
    }
}
