import CQRCode

/// The picture that notifications show beside a pass: a ticket in white on the color of the pass. By libpng.
package struct PassIcon: Sendable {
    package struct Failure: Error {}
    /// Of the background: red, green, blue.
    private let color: [UInt8]
    package init(red: UInt8, green: UInt8, blue: UInt8) { color = [red, green, blue] }

    /// Points of each side.
    package static let side = 29

    /// - Parameter scale: pixels to a point, 1 to 3.
    package func png(scale: Int) throws(Failure) -> [UInt8] {
        let side = Self.side * scale
        var pixels: [UInt8] = []
        pixels.reserveCapacity(3 * side * side)
        for y in 0..<side { for x in 0..<side { pixels += Self.isTicket(x / scale, y / scale) ? [255, 255, 255] : color } }
        var image = png_image()
        image.version = png_uint_32(PNG_IMAGE_VERSION)
        (image.width, image.height, image.format) = (png_uint_32(side), png_uint_32(side), png_uint_32(PNG_FORMAT_RGB))
        defer { png_image_free(&image) }
        var size = 0
        let row = png_int_32(3 * side)
        guard png_image_write_to_memory(&image, nil, &size, 0, pixels, row, nil) != 0 else { throw Failure() }
        var out = [UInt8](repeating: 0, count: size)
        guard png_image_write_to_memory(&image, &out, &size, 0, pixels, row, nil) != 0 else { throw Failure() }
        return Array(out.prefix(size))
    }

    /// A rectangle with a bite out of each short side.
    private static func isTicket(_ x: Int, _ y: Int) -> Bool {
        guard (4...24).contains(x), (8...20).contains(y) else { return false }
        return [4, 24].allSatisfy { (x - $0) * (x - $0) + (y - 14) * (y - 14) > 9 }
    }
}
