// Connects standard input and output to a Unix socket: how a harness that starts its tool servers as programs reaches
// one of ours. `relay.mjs SOCKET`
import { connect } from 'node:net';

const socket = connect({ path: process.argv[2] ?? '', allowHalfOpen: true });
socket.on('error', (error) => {
  process.stderr.write(`The tool server cannot be reached: ${error.message}\n`);
  process.exit(1);
});
process.stdin.pipe(socket);
socket.pipe(process.stdout);
process.stdout.on('error', () => process.exit(0));
// A server that has gone ends its program, as it would without a relay between.
socket.on('end', () => process.stdout.write('', () => process.exit(0)));
