import type { Requirement } from '../requirements.ts';

export const MCP = {
  'mcp.tools.verbatim': {
    source: 'issue 2, MCP',
    says: 'the server lists exactly the tools of the environment, each with its declared schema',
  },
  'mcp.call.reaches-ledger': {
    source: 'DESIGN §4, Nothing silent',
    says: 'every call of a known tool reaches the environment, wrong arguments included, so that its ledger is complete',
  },
  'mcp.call.tool-errors': {
    source: 'issue 2, MCP',
    says: 'an answer that is an error is a tool error with the structured object, never a protocol error',
  },
  'mcp.call.budget-under-concurrency': {
    source: 'issue 2, MCP',
    says: 'however many calls come at once, no more are charged than the budget allows',
  },
  'mcp.call.one-submission': {
    source: 'issue 2, MCP',
    says: 'a second submission is refused and leaves the first as it is',
  },
  'mcp.eras': {
    source: 'toolchain §8',
    says: 'clients of the 2025 handshake and of the 2026-07-28 protocol are served alike',
  },
  'mcp.stdio.protocol-only': {
    source: 'toolchain §7',
    says: 'over stdio, standard output carries protocol messages and nothing else',
  },
  'mcp.stdio.hostile': {
    source: 'DESIGN §10',
    says: 'garbage, unknown methods and oversized lines on standard input neither crash the server nor charge the budget',
  },
  'mcp.http.loopback-only': {
    source: 'DESIGN §10',
    says: 'the HTTP server answers only loopback hosts and origins, and only with the token when one is set',
  },
  'mcp.shutdown': {
    source: 'issue 2, MCP',
    says: 'the server ends with exit code 0 at the end of its input and on SIGINT and SIGTERM, leaving no process and no port',
  },
} satisfies Record<string, Requirement>;
