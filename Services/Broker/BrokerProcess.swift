import CLinux
import Glibc

/// The life of the process: start, say so, wait for the signal, stop.
enum BrokerProcess {
    /// The exit code: 0 stopped by a signal, 1 could not start, 64 bad command line.
    static func run(arguments: [String]) -> Int32 {
        // Blocked before the library starts its threads, so that they inherit it and only `sigwait` takes the signals.
        var stop = sigset_t()
        sigemptyset(&stop)
        sigaddset(&stop, SIGTERM)
        sigaddset(&stop, SIGINT)
        pthread_sigmask(SIG_BLOCK, &stop, nil)
        signal(SIGPIPE, SIG_IGN)
        do {
            let options = try BrokerOptions(arguments: arguments)
            if options.exitsWithParent { try stopWithParent() }
            let broker = try Broker(options)
            try startThread { broker.run() }
            say("embedded broker on 127.0.0.1:\(options.port)", to: STDOUT_FILENO)
            var received: Int32 = 0
            _ = sigwait(&stop, &received)
            return 0
        } catch let error as BrokerOptions.Invalid {
            say("embedded-broker: \(error.reason)\n\(BrokerOptions.usage)", to: STDERR_FILENO)
            return 64
        } catch let error as Broker.Failed {
            say("embedded-broker: \(error.reason)", to: STDERR_FILENO)
            return 1
        } catch {
            say("embedded-broker: \(error)", to: STDERR_FILENO)
            return 1
        }
    }

    /// The process ends without stopping its threads: there is nothing to save.
    private static func startThread(_ start: @escaping () -> Void) throws(Broker.Failed) {
        let body = Unmanaged.passRetained(ThreadBody(start))
        var thread = pthread_t()
        let result = pthread_create(&thread, nil, { raw in
            if let raw { Unmanaged<ThreadBody>.fromOpaque(raw).takeRetainedValue().run() }
            return nil
        }, body.toOpaque())
        guard result == 0 else { throw Broker.Failed(reason: "cannot start a thread: \(String(cString: strerror(result)))") }
    }

    private final class ThreadBody {
        let run: () -> Void
        init(_ run: @escaping () -> Void) { self.run = run }
    }

    private static func stopWithParent() throws(Broker.Failed) {
        try startThread {
            souk_wait_for_parent()
            kill(getpid(), SIGTERM)
        }
    }

    private static func say(_ line: String, to descriptor: Int32) {
        let bytes = Array((line + "\n").utf8)
        _ = write(descriptor, bytes, bytes.count)
    }
}
