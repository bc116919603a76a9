import Foundation
import GatewayService
import Kernel
import Messaging
import Testing

@Suite("With a certificate the edge speaks TLS, HTTP/2 and HTTP/1.1")
struct TLSTests {
    /// Runs a program of the machine; nil: it is not there.
    private func run(_ program: String, _ arguments: [String]) async throws -> String? {
        guard FileManager.default.isExecutableFile(atPath: program) else { return nil }
        return try await withCheckedThrowingContinuation { continuation in
            _ = BlockingThread(name: "program") {
                continuation.resume(with: Result {
                    let process = Process()
                    let output = Pipe()
                    process.executableURL = URL(fileURLWithPath: program)
                    process.arguments = arguments
                    process.standardOutput = output
                    process.standardError = FileHandle.nullDevice
                    try process.run()
                    let data = output.fileHandleForReading.readDataToEndOfFile()
                    process.waitUntilExit()
                    return String(decoding: data, as: UTF8.self)
                })
            }
        }
    }

    /// Makes a folder with a certificate for this machine and its key.
    private func makeCertificate() async throws -> String {
        let folder = NSTemporaryDirectory() + "souk-tls-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let made = try await run("/usr/bin/openssl", [
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj", "/CN=localhost",
            "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", folder + "/key.pem", "-out", folder + "/certificate.pem",
        ])
        try #require(made != nil, "openssl is needed: libssl-dev's package brings it")
        return folder
    }

    @Test("Before it ends it asks HTTP/1.1 connections to go, with and without TLS; HTTP/2 has no such header")
    func ending() async throws {
        let folder = try await makeCertificate()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let secured = try await Shop {
            $0.tls = GatewaySettings.TLSFiles(certificate: folder + "/certificate.pem", key: folder + "/key.pem")
        }
        let plain = try await Shop()
        for (scheme, shop) in [("https", secured), ("http", plain)] {
            for isEnding in [false, true] {
                if isEnding { shop.gateway.announceEnd() }
                for flag in scheme == "https" ? ["--http2", "--http1.1"] : ["--http1.1"] {
                    let url = "\(scheme)://127.0.0.1:\(shop.client.port)/t/demo/api/v1/things/1"
                    let answer = try #require(
                        try await run("/usr/bin/curl", ["-s", "-i", flag, "--cacert", folder + "/certificate.pem", url]), "needs curl")
                    let asksToGo = answer.lowercased().contains("\r\nconnection: close\r\n")
                    #expect(answer.contains(#"{"thingId":"1"}"#))
                    #expect(asksToGo == (isEnding && flag == "--http1.1"), "\(scheme) \(flag) ending: \(isEnding)\n\(answer)")
                }
            }
        }
        await secured.stop()
        await plain.stop()
    }

    @Test("curl speaks HTTP/2 with it, and HTTP/1.1 where it wants; who does not finish the handshake is cut off")
    func secure() async throws {
        let folder = try await makeCertificate()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let shop = try await Shop {
            $0.tls = GatewaySettings.TLSFiles(certificate: folder + "/certificate.pem", key: folder + "/key.pem")
            $0.headTimeoutSeconds = 1
        }
        let url = "https://127.0.0.1:\(shop.client.port)/t/demo/api/v1/things/1"
        let stalled = try OpenConnection(shop.client)
        stalled.send([0x16, 3, 1])
        for (flag, version) in [("--http2", "2"), ("--http1.1", "1.1")] {
            let format = "\n%{http_version} %{http_code}"
            let answer = try await run("/usr/bin/curl", ["-s", "-i", flag, "--cacert", folder + "/certificate.pem", "-w", format, url])
            guard let answer else { break }  // No curl here: the handshake below is looked at anyway.
            #expect(answer.hasSuffix("\n\(version) 200") && answer.contains(#"{"thingId":"1"}"#))
            #expect(answer.lowercased().contains("strict-transport-security: max-age="))
        }
        try await poll { stalled.isClosed }
        await shop.stop()
    }

    @Test("A certificate that cannot be read stops the start")
    func unreadable() throws {
        var settings = GatewaySettings()
        settings.tls = GatewaySettings.TLSFiles(certificate: "/nowhere/certificate.pem", key: "/nowhere/key.pem")
        settings.dataDirectory = NSTemporaryDirectory() + "souk-tls-\(UUID().uuidString)"
        #expect(throws: (any Error).self) { try Shop.unserved(settings) }
    }
}
