"""The language model: any endpoint that speaks the chat interface of OpenAI, asked for one JSON object per call.

    prompt    what is asked, and the key under which its answer is kept
    fence     text of a book inside a prompt, as data that cannot pose as the prompt
    answer    from the text of an answer to an object that fits the schema, or its faults
    client    one call over the network: retries, caps, the ways in which endpoints take a schema
    cache     answers on disk, so that nothing is paid twice
    cost      prices, what was spent, and the budget that many calls in flight cannot overspend
    ask       `Asker`: what a phase is given
    config    the settings of all this as one JSON-able value
    script    a model without a model, for tests

No call is ever given a tool, and nothing that a model answers is fetched, run or followed.
"""
