import OrdersPages

/// The tracking page's own part of its script: it chooses an order, listens to it and takes over what the server renders.
enum FuelTrackingScript {
    static let text = PageSessionScript.text + own + LiveStreamScript.text

    private static let own = """
          let order = null, asked = 0, isLooking = false, looksAgain = false;
          const closed = () => {
            order = null;
            asked += 1;
            find('now').textContent = '';
            find('order').replaceChildren();
            find('receipt').replaceChildren();
            show(find('problem'), false);
            show(find('signed-in'), false);
          };
          const tell = sentence => { find('problem').textContent = sentence; show(find('problem'), sentence !== ''); };
          const label = one => one.number + ' · ' + one.vehicle.make + ' ' + one.vehicle.model;
          const opened = async () => {
            const list = (await call('GET', '/orders?perPage=100&fields=number,status,vehicle')).data;
            const wanted = new URLSearchParams(location.search).get('order');
            if (list.length === 0) { return leave(say.nobody); }
            const isOpen = one => !['completed', 'cancelled', 'failed'].includes(one.status);
            find('choose').replaceChildren(...list.map(one => new Option(label(one), one.id)));
            const first = list.find(one => one.id === wanted) || list.find(isOpen) || list[0];
            find('choose').value = order = first.id;
            await look();
            show(find('signed-in'), true);
            find('order').focus();
          };
          const look = async () => {
            if (isLooking) { looksAgain = true; return; }
            isLooking = true;
            try {
              do {
                looksAgain = false;
                const turn = asked, page = await read('/orders/' + order + '/tracking.html');
                if (turn !== asked) { continue; }
                const now = page.getElementById('now').textContent, fresh = page.getElementById('order');
                if (find('now').textContent !== now) { find('now').textContent = now; }
                if (fresh.innerHTML !== find('order').innerHTML) {
                  const focused = document.activeElement && find('order').contains(document.activeElement) && document.activeElement.id;
                  find('order').replaceChildren(...fresh.childNodes);
                  if (focused) { (find(focused) || find('order')).focus(); }
                }
                tell('');
              } while (looksAgain);
            } catch (error) { if (session) { tell(error.message || say.failed); } } finally { isLooking = false; }
          };
          find('choose').addEventListener('change', event => {
            order = event.target.value;
            asked += 1;
            find('receipt').replaceChildren();
            look();
            listen();
          });
          find('order').addEventListener('click', async event => {
            if (event.target.id !== 'show-receipt') { return; }
            try {
              const page = await read('/orders/' + event.target.dataset.order + '/receipt');
              find('receipt').replaceChildren(...page.querySelector('main').childNodes);
              find('receipt').focus();
            } catch (error) { tell(error.message); }
          });
          const topics = () => 'orders/' + order;
          // The server renders; a frame only says that there is something new.
          const take = frame => { if (frame.topic === 'orders/' + order) { look(); } };
          const caughtUp = look;
          // A position that stays away grows old without a frame.
          setInterval(() => { if (session && order && !document.hidden) { look(); } }, 30000);

        """
}
