import ArgumentParser
import Foundation
import Kernel
import NIOCore

/// Another system with the same kind of routes, measured in turn with this one: a command and a question, over HTTP.
package struct PeerOptions: ParsableArguments {
    package init() {}

    @Option(name: .long, help: """
        Another system to measure in turn with this one: http://host:port. The machine's speed varies, so only numbers of one run compare.
        """) var peer: String?
    @Option(name: .long, help: "Its command: method and path. {n} becomes a number that is new each time, {key} an id.")
    var peerCommand = "POST /"
    @Option(name: .long, help: "The body of its command (JSON), with {n} and {key} as above.") var peerBody = "{}"
    @Option(name: .long, help: "A header of its requests, `Name: value`, with {n} and {key} as above. May be repeated.")
    var peerHeader: [String] = []
    @Option(name: .long, help: "Its question: method and path. {id} becomes the field `id` of an earlier command's answer.")
    var peerQuery: String?
    @Option(name: .long, help: "A process of the peer whose processor time counts, `name:pid`. May be repeated.")
    var peerProcess: [String] = []

    package func validate() throws {
        guard let peer else { return }
        guard peer.hasPrefix("http://"), address.split(separator: ":").count == 2 else {
            throw ValidationError("--peer http://host:port")
        }
        let requests = [peerCommand] + [peerQuery].compactMap { $0 }
        guard requests.allSatisfy({ $0.split(separator: " ").count == 2 }) else {
            throw ValidationError("a request is a method and a path")
        }
        guard peerProcess.allSatisfy({ Self.process($0) != nil }) else { throw ValidationError("--peer-process name:pid") }
    }

    var address: String { String((peer ?? "").dropFirst("http://".count).prefix { $0 != "/" }) }

    private static func process(_ text: String) -> (name: String, pid: Int32)? {
        let parts = text.split(separator: ":")
        guard parts.count == 2, let pid = Int32(parts[1]) else { return nil }
        return (String(parts[0]), pid)
    }
    var processes: [(name: String, pid: Int32)] { peerProcess.compactMap(Self.process) }
}

/// The peer's requests as scenarios.
package struct BenchPeer {
    private let options: PeerOptions
    var address: String { options.address }
    var processes: [(name: String, pid: Int32)] { options.processes }
    /// How many commands are sent beforehand, whose answers name what the question asks for.
    private static let idCount = 200
    /// Requests that are made beforehand; numbers and keys are new in each.
    private static let madeCount = 50_000

    package init?(_ options: PeerOptions) {
        guard options.peer != nil else { return nil }
        self.options = options
    }

    /// Sends some commands first, for the ids that the question needs.
    func scenarios() throws -> [BenchScenario] {
        let commands = (0..<Self.madeCount).map { command($0) }
        var scenarios = [BenchScenario(name: "peer-command", title: "peer: command", roundTrips: 1, success: [200, 201, 202],
                                       isCommand: true, requests: { commands[$0 % commands.count] })]
        guard let query = options.peerQuery else { return scenarios }
        let ids = try (0..<Self.idCount).map { try id(of: Self.madeCount + $0) }
        let questions = ids.enumerated().map { request(query.replacing("{id}", with: $0.element), body: nil, number: $0.offset) }
        scenarios.append(BenchScenario(name: "peer-query", title: "peer: query", roundTrips: 1, success: [200], isCommand: false,
                                       requests: { questions[$0 % questions.count] }))
        return scenarios
    }

    private func command(_ number: Int) -> ByteBuffer { request(options.peerCommand, body: options.peerBody, number: number) }

    private func filled(_ text: String, _ number: Int) -> String {
        text.replacing("{n}", with: String(number)).replacing("{key}", with: "bench-\(getpid())-\(number)")
    }

    private func request(_ line: String, body: String?, number: Int) -> ByteBuffer {
        var text = "\(filled(line, number)) HTTP/1.1\r\nhost: \(address)\r\naccept: application/json\r\n"
        for header in options.peerHeader { text += filled(header, number) + "\r\n" }
        let bytes = body.map { Array(filled($0, number).utf8) } ?? []
        if body != nil { text += "content-type: application/json\r\ncontent-length: \(bytes.count)\r\n" }
        return ByteBuffer(bytes: Array((text + "\r\n").utf8) + bytes)
    }

    private func id(of number: Int) throws -> String {
        let parts = options.peerCommand.split(separator: " ")
        var headers = ["content-type": "application/json"]
        for header in options.peerHeader {
            let pair = filled(header, number).split(separator: ":", maxSplits: 1)
            if pair.count == 2 { headers[String(pair[0]).lowercased()] = pair[1].trimmingCharacters(in: .whitespaces) }
        }
        let answer = try LocalHTTP.request(String(parts[0]), address, filled(String(parts[1]), number), headers: headers,
                                           body: Array(filled(options.peerBody, number).utf8), timeout: .seconds(10))
        guard let id = answer.json["id"]?.string else {
            throw LocalHTTP.Failed(description: "the peer's command answers \(answer.status) without an id: \(answer.text.prefix(200))")
        }
        return id
    }
}
