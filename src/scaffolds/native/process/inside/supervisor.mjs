// Runs inside the sandbox: opens the ports, starts programs, watches their limits, sends signals, and says what is
// left when they end. It goes when its parent goes. `supervisor.mjs SETUP`, where SETUP is JSON.
import { forward } from './forward.mjs';
import { isAlive, killFound, processFinder, send } from './processes.mjs';
import { startProgram } from './program.mjs';
import { capThreads } from './thread-cap.mjs';

/** @import { FromSupervisor, SupervisorSetup, ToSupervisor } from '../protocol.ts' */

/** @type {SupervisorSetup} */
const setup = JSON.parse(process.argv[2] ?? '{}');
const find = processFinder(setup, process.ppid);
/** @type {ReturnType<typeof startProgram> | undefined} */
let program;

/** @param {FromSupervisor} message */
const say = (message) => process.send?.(message);

const killEverything = () => killFound(find);

/**
 * @param {'process' | 'group' | 'everything'} target
 * @param {NodeJS.Signals} signal
 * @returns {number[]} what it was sent to
 */
function signalTarget(target, signal) {
  if (target === 'everything')
    return find()
      .filter(isAlive)
      .flatMap(({ pid }) => (send(pid, signal) ? pid : []));
  const pid = program?.pid;
  if (pid === undefined || program?.ended) return [];
  return send(target === 'group' ? -pid : pid, signal) ? [pid] : [];
}

function end() {
  // The end of the first process of the namespace ends all others at once.
  if (setup.mode === 'none') killEverything();
  process.exit(0);
}

/** @param {ToSupervisor} message */
function obey(message) {
  if (message.type === 'end') end();
  else if (message.type === 'list')
    say({
      type: 'list',
      processes: find().map(({ pid, parent, state, command }) => ({ pid, parent, state, command })),
    });
  else if (message.type === 'signal')
    say({ type: 'signalled', pids: signalTarget(message.target, message.signal) });
  else {
    if (setup.mode !== 'none') capThreads(message.start.limits.processes);
    program = startProgram(message.start, { ...setup, find, isAlive, say, killEverything });
  }
}

process.on('disconnect', end);
process.on('message', obey);
try {
  const ports = [];
  for (const { port, socket } of setup.forwards) ports.push(await forward(port, socket));
  say({ type: 'ready', ports });
} catch (error) {
  say({ type: 'failed', what: error instanceof Error ? error.message : String(error) });
}
