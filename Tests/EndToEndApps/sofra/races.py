"""Rivals at the same moment: twenty couriers and one job, six orders and a kitchen with one place. `sofra.py races 50` runs fifty
rounds of each, without a number there are five."""

import collections, concurrent.futures, random, sys, threading, time
import people, riding

ROUNDS = next((int(argument) for argument in sys.argv[1:] if argument.isdigit()), 5)
RIDERS = [f"rider{number:02d}" for number in range(1, 21)]


def outcomes(answers):
    """How often each status and slug came."""
    return collections.Counter((answer.status, answer.slug) for answer in answers)


def couriers(walk):
    """Twenty couriers claim one job"""
    kitchen, customer = riding.Kitchen(walk), people.join(walk)
    tokens = {rider: people.token(walk, rider) for rider in RIDERS}
    supervisor = people.token(walk, "supervisor")
    wanted = {(200, None): 1, (409, "delivery-already-assigned"): 19}
    wrong, winners = [], collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(20) as pool:
        start = threading.Barrier(20)
        def one_of(method, path, body, rider):
            start.wait(30)
            return walk.ask(method, path, body, tokens[rider])
        def all_of(method, path, body):
            # In another order each time: the first thread is often the first at the gateway.
            asked = {rider: pool.submit(one_of, method, path, body, rider) for rider in random.sample(RIDERS, 20)}
            return [asked[rider].result() for rider in RIDERS]
        for number in range(ROUNDS):
            # Nobody is there when the search begins, so each who comes is offered the job at once.
            order = kitchen.order(customer)["id"]
            kitchen.step(order, "accept")
            came = all_of("PUT", "/courier/availability", {"online": True, "location": riding.near(kitchen.place, 400)})
            assert outcomes(came) == {(200, None): 20}, outcomes(came)
            answers = all_of("POST", f"/deliveries/{order}/claim", {})
            winner = next((rider for rider, answer in zip(RIDERS, answers) if answer.status == 200), None)
            winners[winner] += 1
            job = walk.ask("GET", f"/orders/{order}", token=supervisor)["delivery"]
            is_his = winner is not None and job["courier"]["id"] == next(
                answer["id"] for rider, answer in zip(RIDERS, came) if rider == winner)
            if outcomes(answers) != wanted or not is_his:
                wrong.append((number, outcomes(answers), job))
            ended = walk.ask("POST", f"/orders/{order}/cancel", {"reason": "other", "note": "اختبار"}, supervisor)
            assert ended.status == 200, ended
            gone = all_of("PUT", "/courier/availability", {"online": False})
            assert outcomes(gone) == {(200, None): 20}, outcomes(gone)
    walk.fact(f"{ROUNDS} times one has it and 19 hear so; {len(winners)} different winners", not wrong, *wrong)


def kitchen(walk):
    """Six orders at once for a kitchen with one place"""
    place = riding.Kitchen(walk)
    place.ask("PUT", f"/restaurants/{place.id}", {"maxActiveOrders": 1})
    customers = [people.join(walk) for _ in range(6)]
    cart = {"restaurantId": place.id, "items": [{"menuItemId": place.dish, "quantity": 1, "options": []}],
            "location": riding.near(place.place, 1500)}

    def quote(customer):
        return walk.ask("POST", "/quotes", cart, customer["token"])

    def order(asked):
        customer, quote = asked
        body = {"quoteId": quote["id"], "payment": {"method": "cash"}, "address": {"line": "شارع العليا ١٢"}}
        return walk.ask("POST", "/orders", body, customer["token"])

    wrong = []
    with concurrent.futures.ThreadPoolExecutor(6) as pool:
        for number in range(ROUNDS):
            # The place of the round before comes back by a message.
            while not quote(customers[0])["orderable"]:
                time.sleep(0.05)
            quotes = list(pool.map(quote, customers))
            assert all(one["orderable"] for one in quotes), quotes
            answers = list(pool.map(order, zip(customers, quotes)))
            won = [index for index, answer in enumerate(answers) if answer.status == 201]
            problems = [[problem["code"] for problem in answer["problems"]] for answer in answers if answer.slug == "quote-not-orderable"]
            full = quote(customers[1])
            is_full = [problem["code"] for problem in full["problems"]] == ["restaurant-at-capacity"] and not full["orderable"]
            if len(won) != 1 or problems != [["restaurant-at-capacity"]] * 5 or not is_full:
                wrong.append((number, outcomes(answers), problems, str(full)))
            for index in won:
                ended = walk.ask("POST", f"/orders/{answers[index]['id']}/cancel", {"reason": "mistake"}, customers[index]["token"])
                assert ended.status == 200, ended
    walk.fact(f"{ROUNDS} times one order stands and five hear that the kitchen is full", not wrong, *wrong)


PARTS = [couriers, kitchen]
