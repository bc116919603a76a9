import GRDB
import Crypto
import Logging
import Yams
import NIOCore
import NIOPosix
import NIOHTTP1
