/** @import { Readable } from 'node:stream' */

/**
 * Reads a stream to its end, hands on the first bytes of it and counts all. Reading goes on past the limit, so that a
 * program that writes too much is not stopped by it.
 *
 * @param {Readable} stream
 * @param {number} limit bytes that are handed on
 * @param {(bytes: Uint8Array) => void} handOn
 */
export function capped(stream, limit, handOn) {
  const state = { written: 0, ended: false };
  stream.on('data', (/** @type {Buffer} */ chunk) => {
    const room = limit - state.written;
    state.written += chunk.length;
    if (room > 0) handOn(chunk.subarray(0, room));
  });
  const end = () => {
    state.ended = true;
  };
  stream.on('close', end);
  stream.on('error', end);
  return state;
}
