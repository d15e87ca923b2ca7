import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** @import { SessionRow } from './types.ts' */

export const SESSION_FORMAT = 'measurand.reference-session/1';

const INTERRUPTED =
  'Interrupted: the session ended before this call had a result. Whether it took effect is unknown; look before you repeat it.';

/** @param {string} file @returns {SessionRow[]} */
const rowsIn = (file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

/** Calls that were made and never answered, such as in a session that was killed. @param {readonly SessionRow[]} rows */
function unanswered(rows) {
  const answered = new Set(rows.map((row) => (row.type === 'result' ? row.call : '')));
  return rows.flatMap((row) =>
    row.type === 'assistant' && row.agent === undefined
      ? row.calls.filter(({ id }) => !answered.has(id))
      : [],
  );
}

/** A session file: one JSON object a line, each written before what it announces is done. */
export class SessionRecord {
  /** @type {string} */ id;
  /** @type {string} */ #file;
  /** @type {import('./types.ts').Seams} */ #seams;
  /** @type {SessionRow[]} */ earlier = [];

  /** @param {string} folder @param {string | undefined} session @param {string} version @param {import('./types.ts').Seams} seams */
  constructor(folder, session, version, seams) {
    mkdirSync(folder, { recursive: true });
    this.#seams = seams;
    this.id = session ?? `session-${readdirSync(folder).length + 1}`;
    this.#file = join(folder, `${this.id}.jsonl`);
    if (session === undefined) {
      this.write({ type: 'session', format: SESSION_FORMAT, id: this.id, version });
      return;
    }
    if (!existsSync(this.#file)) throw new Error(`there is no session ${session}`);
    const held = rowsIn(this.#file);
    this.earlier = [...seams.history(held)];
    for (const { id, name } of unanswered(this.earlier)) {
      /** @type {SessionRow} */
      const row = { type: 'result', call: id, name, text: INTERRUPTED, isError: true };
      this.write(row);
      this.earlier.push(row);
    }
  }

  /** @param {SessionRow} row */
  write(row) {
    const kept = this.#seams.record(row);
    if (kept !== undefined) appendFileSync(this.#file, `${JSON.stringify(kept)}\n`);
  }
}
