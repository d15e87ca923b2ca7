// A worker that dies, as by a fault in native code, of every episode of the model `fabricates`.
import { parseQueueAddress } from '../../src/study/queue/queue-address.ts';
import { serveQueue } from '../../src/study/queue/serve-queue.ts';
import { BUILT_IN } from '../../src/study/registries.ts';

await serveQueue({
  address: parseQueueAddress(process.argv[2] ?? ''),
  lease: 1,
  admit: ({ model }) => {
    if (model === 'fabricates') process.kill(process.pid, 'SIGKILL');
  },
  registries: () => BUILT_IN,
  signal: new AbortController().signal,
});
