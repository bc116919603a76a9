import Foundation
import Kernel

/// A pass as other programs take it apart: zip by its own directory, the signature by `openssl`.
struct PassFile {
    struct Failed: Error { let what: String }
    /// The files of the archive, by name.
    let files: [String: [UInt8]]

    init(_ bytes: [UInt8]) throws {
        func number(_ at: Int, _ count: Int) throws -> Int {
            guard at >= 0, at + count <= bytes.count else { throw Failed(what: "the archive ends early") }
            return (0..<count).reduce(0) { $0 | Int(bytes[at + $1]) << (8 * $1) }
        }
        let end = bytes.count - 22
        guard try number(end, 4) == 0x0605_4B50 else { throw Failed(what: "no end of the directory") }
        var files: [String: [UInt8]] = [:]
        var at = try number(end + 16, 4)
        for _ in 0..<(try number(end + 10, 2)) {
            let size = try number(at + 24, 4), length = try number(at + 28, 2), local = try number(at + 42, 4)
            let start = local + 30 + length
            guard try number(at, 4) == 0x0201_4B50, try number(local, 4) == 0x0403_4B50, start + size <= bytes.count else {
                throw Failed(what: "the directory leads nowhere")
            }
            files[String(decoding: bytes[(at + 46)..<(at + 46 + length)], as: UTF8.self)] = Array(bytes[start..<(start + size)])
            at += 46 + length
        }
        self.files = files
    }
    func json(_ name: String) throws -> JSONValue { try JSON.decode(JSONValue.self, from: files[name] ?? []) }

    /// Whether `openssl` says that a key of these certificates signed the manifest.
    func isSigned(by certificates: String, manifest: [UInt8]? = nil) throws -> Bool {
        let folder = NSTemporaryDirectory() + "souk-pass-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try Data(files["signature"] ?? []).write(to: URL(fileURLWithPath: folder + "/signature"))
        try Data(manifest ?? files["manifest.json"] ?? []).write(to: URL(fileURLWithPath: folder + "/manifest"))
        try Data(certificates.utf8).write(to: URL(fileURLWithPath: folder + "/trusted"))
        return try Self.openssl(["smime", "-verify", "-binary", "-inform", "DER", "-in", folder + "/signature", "-content",
                                 folder + "/manifest", "-CAfile", folder + "/trusted", "-purpose", "any", "-out", "/dev/null"]).status == 0
    }

    /// A certificate that signs itself and its private key, as an operator would put them into one secret.
    static func selfSigned(_ name: String) throws -> String {
        let made = try openssl(["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "/dev/stdout", "-out", "/dev/stdout", "-days",
                                "7", "-subj", "/CN=\(name)"])
        guard made.status == 0 else { throw Failed(what: "openssl makes no certificate") }
        return made.output
    }

    private static func openssl(_ arguments: [String]) throws -> (status: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
        process.arguments = arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: bytes, as: UTF8.self))
    }
}
