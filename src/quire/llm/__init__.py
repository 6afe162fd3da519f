"""The language model: any endpoint that speaks the chat interface of OpenAI, asked for one JSON object per call.

    ask       `Asker`: what a phase is given
    config    the settings of all this as one JSON-able value, from which an asker is made
    prompt    what is asked, and the key under which its answer is kept
    fence     text of a book inside a prompt, as data that cannot pose as the prompt
    attempt   a prompt on its way, with what was wrong with the first answer
    answer    from the text of an answer to an object that fits the schema, or its faults
    cache     answers on disk, so that nothing is paid twice
    cost      prices, what was spent, and the budget that many calls under way cannot overspend
    call      a call and its reply, and what a model is to the rest
    client    the model over the network; `endpoint` what its errors mean, `dialect` how it wants to be asked, `patience`
              how long is waited
    embedding texts to vectors over the network, kept by `vectors`
    script    a model without a model, for tests

No call is ever given a tool, and nothing that a model answers is fetched, run or followed.
"""
