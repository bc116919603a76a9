import Crypto

/// The key a guest pays with: 32 random bytes, so a plain hash of it tells nothing. Whoever makes a payment sends the hash, whoever pays sends the key.
public enum ClientSecret {
    public static func hash(_ secret: String) -> String { Base64URL.encode(Array(SHA256.hash(data: Array(secret.utf8)))) }
}
