import Crypto

/// The key with which a guest pays: 32 random bytes, so its plain hash reveals nothing. The creator of a payment sends
/// the hash, the payer sends the key.
public enum ClientSecret {
    public static func hash(_ secret: String) -> String { Base64URL.encode(Array(SHA256.hash(data: Array(secret.utf8)))) }
}
