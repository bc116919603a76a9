import Crypto

/// A pass for the wallet of a phone (`.pkpass`): its files, a list of their hashes, and the signature of that list, in one zip file.
package struct WalletPass: Sendable {
    package static let contentType = "application/vnd.apple.pkpass"
    private let files: [(name: String, bytes: [UInt8])]

    /// - Parameter description: `pass.json`.
    package init(_ description: [UInt8], icon: PassIcon) throws(PassIcon.Failure) {
        files = [("pass.json", description), ("icon.png", try icon.png(scale: 1)), ("icon@2x.png", try icon.png(scale: 2)),
                 ("icon@3x.png", try icon.png(scale: 3))]
    }

    /// The SHA-1 of each file, as the format wants it.
    package var manifest: [UInt8] {
        let hashes = files.map { file in
            let hex = Insecure.SHA1.hash(data: file.bytes).map { byte in
                let digits = String(byte, radix: 16)
                return byte < 16 ? "0\(digits)" : digits
            }
            return "\"\(file.name)\":\"\(hex.joined())\""
        }
        return Array("{\(hashes.joined(separator: ","))}".utf8)
    }

    /// - Parameter time: seconds since 1970.
    package func bytes(signedBy signer: PassSigner, at time: Int64) throws(PassSigner.Failure) -> [UInt8] {
        let manifest = manifest
        let signature = try signer.signature(of: manifest, at: time)
        var archive = ZIPArchive()
        for file in files { archive.add(file.name, file.bytes) }
        archive.add("manifest.json", manifest)
        archive.add("signature", signature)
        return archive.bytes()
    }
}
