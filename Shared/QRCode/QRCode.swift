import CQRCode

/// QR codes (ISO/IEC 18004) as PNG, by libqrencode and libpng.
public enum QRCode {
    public enum Failure: Error, Sendable, Equatable {
        /// The text needs more modules than the picture has pixels, or more than a QR code can have.
        case textTooLong
        /// The side is outside `sidePixels`.
        case size
        /// libpng could not write the picture.
        case encoding(String)
    }

    /// Sides a picture may have, in pixels.
    public static let sidePixels = 200...1000
    /// ISO/IEC 18004 asks for a margin of four modules on each side.
    public static let quietZoneModules = 4

    /// A square grayscale PNG with a side of exactly `sizePixels`: error correction M, modules of a whole number of pixels,
    /// centred; what is left over after the quiet zone is white. The same text gives the same bytes.
    /// Throws `Failure`.
    public static func png(_ text: String, sizePixels: Int) throws -> [UInt8] {
        guard sidePixels.contains(sizePixels) else { throw Failure.size }
        let modules = try matrix(of: text)
        let scale = sizePixels / (modules.width + 2 * quietZoneModules)
        guard scale >= 1 else { throw Failure.textTooLong }
        return try writePNG(draw(modules, scale: scale, side: sizePixels), side: sizePixels)
    }

    /// The same with modules of `modulePixels` each, as large as the text makes it.
    public static func png(_ text: String, modulePixels: Int) throws -> [UInt8] {
        guard (1...40).contains(modulePixels) else { throw Failure.size }
        let modules = try matrix(of: text)
        let side = (modules.width + 2 * quietZoneModules) * modulePixels
        return try writePNG(draw(modules, scale: modulePixels, side: side), side: side)
    }

    /// The modules of a code, without its quiet zone.
    public struct Modules: Sendable {
        /// Of each side.
        public let width: Int
        /// Row by row; true is dark.
        public let dark: [Bool]
    }

    /// The code of a text with error correction M, for who draws it. Throws `Failure.textTooLong`.
    public static func matrix(of text: String) throws -> Modules {
        let bytes = Array(text.utf8)
        guard !bytes.isEmpty, let code = QRcode_encodeData(Int32(bytes.count), bytes, 0, QR_ECLEVEL_M) else { throw Failure.textTooLong }
        defer { QRcode_free(code) }
        let width = Int(code.pointee.width)
        guard width > 0, let data = code.pointee.data else { throw Failure.textTooLong }
        // libqrencode: the lowest bit of each byte is the module's colour.
        return Modules(width: width, dark: (0..<width * width).map { data[$0] & 1 == 1 })
    }

    private static func draw(_ modules: Modules, scale: Int, side: Int) -> [UInt8] {
        var pixels = [UInt8](repeating: 255, count: side * side)
        let margin = (side - modules.width * scale) / 2
        for y in 0..<modules.width * scale {
            let row = (y / scale) * modules.width
            for x in 0..<modules.width * scale where modules.dark[row + x / scale] {
                pixels[(margin + y) * side + margin + x] = 0
            }
        }
        return pixels
    }

    /// libpng's simplified interface: it reports errors in the struct, where the classic one would `longjmp` over Swift frames.
    private static func writePNG(_ pixels: [UInt8], side: Int) throws -> [UInt8] {
        var image = png_image()
        image.version = png_uint_32(PNG_IMAGE_VERSION)
        image.width = png_uint_32(side)
        image.height = png_uint_32(side)
        image.format = png_uint_32(PNG_FORMAT_GRAY)
        defer { png_image_free(&image) }
        var size = 0
        guard png_image_write_to_memory(&image, nil, &size, 0, pixels, png_int_32(side), nil) != 0 else {
            throw Failure.encoding(message(of: image))
        }
        var out = [UInt8](repeating: 0, count: size)
        guard png_image_write_to_memory(&image, &out, &size, 0, pixels, png_int_32(side), nil) != 0 else {
            throw Failure.encoding(message(of: image))
        }
        return Array(out.prefix(size))
    }

    private static func message(of image: png_image) -> String {
        withUnsafeBytes(of: image.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}
