// The reference harness: a small agent program that hands on to the model, whole, what its tools say, and keeps a true
// record. A trial that it fails is a faulty trial. With REFERENCE_FAULT it has one fault on purpose.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { converse } from './agent.mjs';
import { faultNamed } from './faults.mjs';
import { Jobs } from './jobs.mjs';
import { Policy } from './policy.mjs';
import { SessionRecord } from './record.mjs';
import { HONEST } from './seams.mjs';
import { ToolServers } from './servers.mjs';
import { Tools } from './tools.mjs';

/** @import { SessionRow } from './types.ts' */

const VERSION = '1.0.0';
const SYSTEM =
  'You are an agent at work in a folder of files. Use your tools. A result tells the whole output of a command and how it ended.';

const { HOME = '', TMPDIR = '/tmp', REFERENCE_KEY = '', REFERENCE_FAULT } = process.env;
const seams = { ...HONEST, ...faultNamed(REFERENCE_FAULT) };

/** @param {unknown} event */
const say = (event) => process.stdout.write(`${JSON.stringify(event)}\n`);

/** @param {string} prompt @param {string | undefined} session */
async function main(prompt, session) {
  const folder = join(HOME, '.reference');
  /** @type {import('./types.ts').ProgramSettings} */
  const settings = JSON.parse(readFileSync(join(folder, 'settings.json'), 'utf8'));
  const { workspace } = settings;
  const record = new SessionRecord(join(folder, 'sessions'), session, VERSION, seams);
  say({ type: 'session', id: record.id });
  const write = (/** @type {SessionRow} */ row) => record.write(row);
  const rows = record.earlier.filter((row) => !('agent' in row));
  const policy = new Policy(settings, seams);
  const servers = new ToolServers(settings.servers, seams);
  const provider = { gateway: settings.gateway, model: settings.model, key: REFERENCE_KEY };
  const earlierJobs = rows.flatMap((row) => (row.type === 'job' ? [row.job] : []));
  const place = { workspace, temporary: TMPDIR };
  const jobs = new Jobs(earlierJobs, record.id, place, (job) => write({ type: 'job', job }));
  let helpers = 0;
  /** @type {Tools} */
  const tools = new Tools({ ...place, session: record.id, seams, policy, jobs, servers, delegate });

  /** @param {string} brief */
  function delegate(brief) {
    helpers += 1;
    const agent = `helper-${helpers}`;
    const row = /** @type {const} */ ({ type: 'user', text: brief, agent });
    write(row);
    const own = (/** @type {any} */ each) => write({ ...each, agent });
    return converse({
      provider,
      system: SYSTEM,
      rows: [row],
      tools,
      write: own,
      seams,
      refuses: () => undefined,
    });
  }

  try {
    await servers.connect();
    rows.push({ type: 'user', text: prompt });
    write({ type: 'user', text: prompt });
    const refuses = () => policy.refusesToFinish();
    const text = await converse({ provider, system: SYSTEM, rows, tools, write, seams, refuses });
    const left = (await jobs.left()).map(
      ({ id, output }) => `[left running: ${id}, its output goes to ${output}]`,
    );
    write({ type: 'end', status: 'ok' });
    say({ type: 'answer', text: [text, ...left].join('\n') });
    return 0;
  } catch (error) {
    const { message } = /** @type {Error} */ (error);
    write({ type: 'end', status: 'failed', error: message });
    say(seams.failure(message));
    return 1;
  } finally {
    policy.close();
    await servers.close();
  }
}

const words = process.argv.slice(2);
if (words[0] === '--version') say(VERSION);
else {
  const session = words[0] === '--session' ? words[1] : undefined;
  process.exitCode = seams.exitCode(await main(words.at(-1) ?? '', session));
}
