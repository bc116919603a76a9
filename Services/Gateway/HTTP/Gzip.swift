import CZlib

/// gzip (RFC 1952) by the system's zlib.
package enum Gzip {
    package static let bodyBytesMin = 1024

    /// Nil when it cannot be compressed; then it is sent as it is.
    package static func compress(_ bytes: [UInt8]) -> [UInt8]? {
        var stream = z_stream()
        // 15 bits of window, +16 for the gzip wrapper. Level 4: most of the gain for a fraction of the time.
        guard deflateInit2_(&stream, 4, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
              == Z_OK else {
            return nil
        }
        defer { deflateEnd(&stream) }
        var input = bytes
        var isWhole = false
        let output = [UInt8](unsafeUninitializedCapacity: Int(deflateBound(&stream, UInt(bytes.count)))) { out, count in
            input.withUnsafeMutableBufferPointer { source in
                (stream.next_in, stream.avail_in) = (source.baseAddress, UInt32(source.count))
                (stream.next_out, stream.avail_out) = (out.baseAddress, UInt32(out.count))
                isWhole = deflate(&stream, Z_FINISH) == Z_STREAM_END
            }
            count = Int(stream.total_out)
        }
        return isWhole ? output : nil
    }
}
