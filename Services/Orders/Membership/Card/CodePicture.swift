import FoundationEssentials
import Kernel
import QRCode

/// A code as a picture in JSON: PNG, base64 without a `data:` prefix.
enum CodePicture {
    /// What a phone's camera reads from another phone's screen.
    static let modulePixels = 4
    static func base64(of text: String) throws -> String { Data(try QRCode.png(text, modulePixels: modulePixels)).base64EncodedString() }
}

/// An answer that nobody keeps: it is about now.
package struct Unkept: Encodable, Sendable {
    let body: JSONValue
    package func encode(to encoder: any Encoder) throws { try body.encode(to: encoder) }
}
