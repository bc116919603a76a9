// By hand: the file goes into the log piece by piece while it arrives; multipart-kit is made for Vapor, which is not used here.

import Kernel

/// Takes one file out of `multipart/form-data` (RFC 7578) as it comes, holding back no more than a boundary may need.
package struct MultipartReading {
    package struct Malformed: Error {
        package let reason: String
    }
    package static let headerBytesMax = 8 * 1024
    package static let fieldsMax = 32

    private enum Place { case preamble, headers, wanted, unwanted, epilogue }
    /// `\r\n--<boundary>`; the text is read as if it began with a line break.
    private let delimiter: [UInt8]
    private let wanted: Set<String>
    private var place = Place.preamble
    private var rest: [UInt8] = [13, 10]
    private var fields = 0
    /// The field was there.
    package private(set) var hasFile = false
    package var isWhole: Bool { place == .epilogue }

    /// Nil: the header names no boundary (1 to 70 characters, RFC 2046 §5.1.1).
    /// - Parameter fields: names under which the file may arrive; the first match counts.
    package init?(contentType: String, fields wanted: Set<String>) {
        let parameters = contentType.split(separator: ";").dropFirst().map { $0.trimmingPrefix { $0 == " " } }
        guard let parameter = parameters.first(where: { $0.lowercased().hasPrefix("boundary=") }) else { return nil }
        var boundary = parameter.dropFirst(9)
        if boundary.hasPrefix("\""), let end = boundary.dropFirst().firstIndex(of: "\"") {
            boundary = boundary[boundary.index(after: boundary.startIndex)..<end]
        }
        while boundary.last == " " { boundary = boundary.dropLast() }
        guard (1...70).contains(boundary.utf8.count), boundary.utf8.allSatisfy({ $0 >= 32 && $0 < 127 }) else { return nil }
        (delimiter, self.wanted) = (Array("\r\n--\(boundary)".utf8), wanted)
    }

    /// Takes what has come; answers bytes of the file.
    package mutating func take(_ bytes: some Sequence<UInt8>) throws(Malformed) -> [UInt8] {
        rest.append(contentsOf: bytes)
        var file: [UInt8] = []
        while true {
            switch place {
            case .preamble, .unwanted, .wanted:
                guard let found = find(delimiter) else {
                    let sure = max(0, rest.count - delimiter.count + 1)
                    if place == .wanted { file.append(contentsOf: rest[..<sure]) }
                    rest.removeFirst(sure)
                    return file
                }
                // After a boundary: a line break and headers, or two dashes and the end.
                guard rest.count >= found + delimiter.count + 2 else {
                    if place == .wanted { file.append(contentsOf: rest[..<found]) }
                    rest.removeFirst(found)
                    return file
                }
                if place == .wanted { file.append(contentsOf: rest[..<found]) }
                let after = Array(rest[(found + delimiter.count)..<(found + delimiter.count + 2)])
                rest.removeFirst(found + delimiter.count)
                if after == [45, 45] {
                    place = .epilogue
                } else {
                    guard after == [13, 10] else { throw Malformed(reason: "a boundary without a line break") }
                    fields += 1
                    guard fields <= Self.fieldsMax else { throw Malformed(reason: "more than \(Self.fieldsMax) fields") }
                    place = .headers
                }
            case .headers:
                guard let end = find([13, 10, 13, 10]) else {
                    guard rest.count <= Self.headerBytesMax else { throw Malformed(reason: "the headers of a field are too long") }
                    return file
                }
                let isWanted = !hasFile && name(in: String(decoding: rest[..<end], as: UTF8.self)).map(wanted.contains) == true
                rest.removeFirst(end + 4)
                hasFile = hasFile || isWanted
                place = isWanted ? .wanted : .unwanted
            case .epilogue:
                rest.removeAll()
                return file
            }
        }
    }

    private func find(_ pattern: [UInt8]) -> Int? {
        guard rest.count >= pattern.count else { return nil }
        return rest.withUnsafeBufferPointer { rest in
            var at = 0
            while at <= rest.count - pattern.count {
                if rest[at] == pattern[0] {
                    var k = 1
                    while k < pattern.count, rest[at + k] == pattern[k] { k += 1 }
                    if k == pattern.count { return at }
                }
                at += 1
            }
            return nil
        }
    }

    /// The name of `Content-Disposition: form-data; name="file"; …`.
    private func name(in headers: String) -> String? {
        for line in headers.split(separator: "\r\n") where line.lowercased().hasPrefix("content-disposition:") {
            for parameter in line.split(separator: ";").dropFirst() {
                let text = parameter.trimmingPrefix { $0 == " " }
                guard text.lowercased().hasPrefix("name=") else { continue }
                return String(text.dropFirst(5).filter { $0 != "\"" }.trimmingPrefix { $0 == " " })
            }
        }
        return nil
    }
}
