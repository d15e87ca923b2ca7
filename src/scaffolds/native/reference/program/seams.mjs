/**
 * Places in the program at which a fault can be planted. All of them do nothing here: this is the program as it is
 * meant to be, and each planted fault is one other function at one of these places.
 *
 * @typedef {import('./types.ts').Seams} Seams
 */

/** @type {Seams} */
export const HONEST = {
  declared: (tools) => tools,
  args: (_name, args) => args,
  repairs: () => undefined,
  times: () => 1,
  parts: (answer) => answer,
  ending: (words) => words,
  output: (text) => text,
  result: (_call, result) => result,
  results: (results) => results,
  shown: (messages) => messages,
  record: (row) => row,
  edited: (after) => after,
  allows: () => false,
  stops: () => true,
  keepsServers: () => false,
  history: (rows) => rows,
  finishes: (refused) => refused,
  exitCode: (code) => code,
  failure: (message) => ({ type: 'error', message }),
};
