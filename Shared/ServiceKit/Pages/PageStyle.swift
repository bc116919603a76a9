import Crypto
import FoundationEssentials

/// The one style sheet of the pages. It is part of every page and named by its hash in the policy, so nothing else can style or run.
public enum PageStyle {
    /// Contrast of text at least 4.5:1, of borders and focus at least 3:1; usable from 320 px on.
    public static let css = """
        :root{color-scheme:light}*{box-sizing:border-box}
        body{margin:0;background:#fbfaf8;color:#1f1b18;font:1.0625rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
        main{max-width:42rem;margin:0 auto;padding:1rem;overflow-wrap:anywhere}
        h1{font-size:1.6rem;line-height:1.2;margin:.5rem 0 1rem}h2{font-size:1.2rem;margin:2rem 0 .5rem}
        dl{display:grid;grid-template-columns:fit-content(35%) 1fr;gap:.25rem 1rem;margin:0}dt{color:#5c534c}dd{margin:0}
        fieldset{border:1px solid #8a8079;border-radius:.5rem;margin:0 0 1rem;padding:.5rem 1rem 1rem}legend{font-weight:600;padding:0 \
        .25rem}
        .times{display:grid;grid-template-columns:repeat(auto-fill,minmax(9rem,1fr));gap:.5rem}.times \
        label{display:flex;align-items:center;gap:.5rem;min-height:2.75rem;padding:.25rem .5rem;
        border:1px solid #8a8079;border-radius:.5rem;background:#fff}.times \
        input{width:1.25rem;height:1.25rem;margin:0;accent-color:#7a1f2b}
        .times label:has(:checked){border-color:#7a1f2b;box-shadow:inset 0 0 0 1px #7a1f2b}
        .field{margin:0 0 1rem}.field label{display:block;font-weight:600}.hint,.none{color:#5c534c;margin:0}
        input:not([type=radio]):not([type=hidden]),textarea{width:100%;min-height:2.75rem;padding:.5rem .75rem;border:1px solid \
        #8a8079;border-radius:.5rem;
        background:#fff;color:inherit;font:inherit}textarea{min-height:6rem}.field input[aria-invalid=true],.field \
        textarea[aria-invalid=true]{border:2px solid #a3141e}
        .error{color:#a3141e;font-weight:600;margin:.25rem 0 0}.alert{border:2px solid \
        #a3141e;border-radius:.5rem;background:#fff;padding:.75rem 1rem;margin:0 0 1rem}
        .alert h2{margin:0;color:#a3141e}.note{border:2px solid #2f6b3a;border-radius:.5rem;background:#fff;padding:.75rem 1rem;margin:0 0 \
        1rem}
        button,.button{display:inline-block;min-height:2.75rem;padding:.5rem \
        1.25rem;border:0;border-radius:.5rem;background:#7a1f2b;color:#fff;font:inherit;
        font-weight:600;text-decoration:none;cursor:pointer}.quiet{background:#fff;color:#7a1f2b;border:2px solid #7a1f2b}
        a{color:#7a1f2b}:focus-visible{outline:3px solid #14509c;outline-offset:2px}
        nav{display:flex;justify-content:space-between;flex-wrap:wrap;gap:.5rem;margin:0 0 1rem}nav a{padding:.5rem 0}
        .actions{display:flex;flex-wrap:wrap;gap:.75rem;margin:1rem 0}.pictures{display:flex;flex-wrap:wrap;gap:.5rem;margin:0 0 \
        1rem;padding:0;list-style:none}
        .pictures img{max-width:100%;height:auto;border-radius:.5rem}
        """

    private static func source(_ text: String) -> String {
        "'sha256-\(Data(SHA256.hash(data: Data(text.utf8))).base64EncodedString())'"
    }
    public static let policy = """
        default-src 'none'; style-src \(source(css)); img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'
        """
    /// Headers of every page: no caching, no referrer, no indexing, no scripts, no external resources.
    public static let headers = [
        "Cache-Control": "no-store", "Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex", "Content-Security-Policy": policy,
    ]
    /// The same for a page with a style and a script of its own: these texts alone may style and run, and requests go to
    /// this origin only.
    public static func headers(style: String, script: String) -> [String: String] {
        var own = headers
        own["Content-Security-Policy"] = """
            default-src 'none'; style-src \(source(css)) \(source(style)); script-src \(source(script)); connect-src 'self'; \
            img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'
            """
        return own
    }
}
