import Contracts
import Foundation
import Kernel
import Messaging
import ServiceKit
import Testing

private let folder = #filePath.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 } + "/Golden"

/// Messages of the platform that lie outside Contracts.
private let allTypes: [any Message.Type] = AllMessages.types + [DeadLetter.self, Manifest.self]

private func sampleJSON<M: Message>(of type: M.Type) throws -> [UInt8] { try JSON.encode(SampleDecoder.sample(of: type)) }
private func roundTrip<M: Message>(_ type: M.Type, _ bytes: [UInt8]) throws -> [UInt8] { try JSON.encode(JSON.decode(type, from: bytes)) }

@Suite("Golden files: the JSON that travels")
struct GoldenFileTests {
    @Test("Every message has a golden file, which is read and written again byte for byte", arguments: allTypes.map { $0.type.rawValue })
    func golden(_ name: String) throws {
        let type = try #require(allTypes.first { $0.type.rawValue == name })
        let path = "\(folder)/\(name).json"
        if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] != nil, !FileManager.default.fileExists(atPath: path) {
            let pretty = try JSON.pretty(JSON.decode(JSONValue.self, from: sampleJSON(of: type)))
            try Data((pretty + "\n").utf8).write(to: URL(fileURLWithPath: path))
        }
        let bytes = try #require(FileManager.default.contents(atPath: path),
                                 "no golden file \(name).json; draft it: UPDATE_GOLDEN=1 swift test --filter ContractsTests")
        let pinned = try JSON.decode(JSONValue.self, from: bytes)
        let again = try JSON.decode(JSONValue.self, from: roundTrip(type, [UInt8](bytes)))
        #expect(again == pinned, "\(name): what is written differs from what was pinned; a new shape is a new version (.v2)")
        #expect(try JSON.pretty(pinned) + "\n" == String(decoding: bytes, as: UTF8.self), "\(name).json is not in canonical form")
    }

    @Test("A message that writes its JSON itself writes the bytes that the encoder makes",
          arguments: allTypes.filter { $0 is any WrittenMessage.Type }.map { $0.type.rawValue })
    func written(_ name: String) throws {
        let type = try #require(allTypes.first { $0.type.rawValue == name })
        func check<M: Message>(_ type: M.Type) throws {
            let golden = try #require(FileManager.default.contents(atPath: "\(folder)/\(name).json"))
            for message in [try SampleDecoder.sample(of: type), try JSON.decode(type, from: golden)] {
                #expect(try String(decoding: message.encoded(), as: UTF8.self) == String(decoding: JSON.encode(message), as: UTF8.self))
            }
        }
        try check(type)
    }

    @Test("No golden file is left of a message that is gone")
    func orphans() throws {
        let known = Set(allTypes.map { "\($0.type).json" })
        let found = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".json") }
        #expect(Set(found).subtracting(known).isEmpty)
    }

    @Test("Wire names are unique, lower case, owned and versioned")
    func names() {
        let names = allTypes.map { $0.type.rawValue }
        #expect(Set(names).count == names.count)
        for name in names {
            #expect(name.wholeMatch(of: /[a-z]+\.[a-z]+(-[a-z]+)*\.v[1-9][0-9]*/) != nil, "\(name)")
        }
    }
}
