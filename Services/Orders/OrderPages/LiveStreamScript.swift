/// The last part of a page's script: it listens to live topics as server-sent events, read with `fetch`, so that the token is a header and
/// no part of an address. The page's own part defines `topics()`, `take(frame)` and `caughtUp()`, which fetches what happened while
/// nobody listened. The element `live` says whether the page listens.
package enum LiveStreamScript {
    package static let text = """
          const offline = () => { delete find('live').dataset.on; find('live').textContent = say.offline; };
          const online = () => { find('live').dataset.on = ''; find('live').textContent = say.online; };
          const frames = async (stream, spot) => {
            const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
            let rest = '';
            for (;;) {
              const {value, done} = await reader.read();
              if (done) { return; }
              const blocks = (rest + value).split('\\n\\n');
              rest = blocks.pop();
              for (const block of blocks) {
                const lines = block.split('\\n'), field = name => lines.filter(line => line.startsWith(name + ': '))
                  .map(line => line.slice(name.length + 2));
                if (field('id').length) { spot.id = field('id')[0]; }
                if (field('data').length) { take(JSON.parse(field('data').join('\\n'))); }
              }
            }
          };
          const listen = async () => {
            if (listening) { listening.abort(); }
            const mine = listening = new AbortController(), spot = {};
            for (let wait = 1; session && listening === mine;) {
              try {
                if (performance.now() > session.until - 60000) { await renew(); }
                const headers = {Accept: 'text/event-stream', Authorization: 'Bearer ' + session.token};
                if (spot.id) { headers['Last-Event-ID'] = spot.id; }
                const answer = await fetch(api + '/stream?topics=' + topics(),
                  {headers, cache: 'no-store', credentials: 'omit', signal: mine.signal});
                if (answer.status === 401) { await renew(); }
                if (answer.ok) {
                  online();
                  wait = 1;
                  await caughtUp();
                  await frames(answer.body, spot);
                }
              } catch (error) { if (mine.signal.aborted) { return; } }
              if (!session || listening !== mine) { return; }
              offline();
              await new Promise(next => setTimeout(next, wait * 1000));
              wait = Math.min(wait * 2, 30);
            }
          };
          show(find('sign-in'), true);
          find('login').focus();
        })();
        """
}
