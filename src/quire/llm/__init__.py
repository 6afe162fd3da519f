"""The language model: any endpoint that speaks OpenAI's chat interface, asked for one JSON object per call.

No call is ever given a tool, and nothing that a model answers is fetched, run or followed. The README beside this file
lists the modules and the way of a prompt through them.
"""
