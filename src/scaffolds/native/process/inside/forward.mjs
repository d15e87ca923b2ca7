import { connect, createServer } from 'node:net';

/** @import { Socket } from 'node:net' */

/**
 * Passes what comes in on one side out on the other, its end as an end and its breaking off as a reset.
 *
 * @param {Socket} from
 * @param {Socket} to
 */
function carry(from, to) {
  from.pipe(to);
  from.on('error', () => {
    if (to.remoteFamily === undefined) to.destroy();
    else to.resetAndDestroy();
  });
  // After an orderly end `pipe` has ended the other side; only an early close is left to pass on.
  from.on('close', () => {
    if (!from.readableEnded) to.destroy();
  });
}

/**
 * Listens on loopback and carries every connection to a Unix socket, byte for byte, in both directions.
 *
 * @param {number} port 0 for any free one
 * @param {string} socket
 * @returns {Promise<number>} the port
 */
export function forward(port, socket) {
  return new Promise((resolve, reject) => {
    const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
      const upstream = connect({ path: socket, allowHalfOpen: true });
      carry(client, upstream);
      carry(upstream, client);
    });
    server.on('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}
