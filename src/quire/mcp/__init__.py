"""The MCP server: a running service as tools and resources for agents (Model Context Protocol).

agent ⇄ stdio or streamable HTTP ⇄ `tool_server` ⇄ `quire_client` ⇄ the service

Every call goes to the service with the caller's key, so keys, scopes, rates, quotas and the sandbox are the service's.
"""
