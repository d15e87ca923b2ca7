import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { verifies } from '../../test/requirements.ts';
import { diffTraces } from './diff/diff.ts';
import { gathered } from './diff/side.ts';
import type { DifferenceKind } from './diff/types.ts';
import { readTrace } from './read-trace.ts';

/** Samples that may not be copied into the project: read where they stand beside it. */
const SAMPLES = join(import.meta.dirname, '../../../shared/vectors/transcripts');
const present = existsSync(SAMPLES);

const files = present
  ? readdirSync(SAMPLES, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .flatMap(({ name }) => readdirSync(join(SAMPLES, name)).map((file) => `${name}/${file}`))
  : [];

const READERS: Readonly<Record<string, string>> = {
  'claude native': 'claude-session',
  'claude stdout': 'stream-json',
  'codex native': 'codex-rollout',
  'codex stdout': 'codex-stream',
  'dsh native': 'dsh-session',
  'dsh stdout': 'printed-text',
  'openclaw native': 'openclaw-database',
  'openclaw stdout': 'openclaw-result',
  'opencode native': 'opencode-database',
  'opencode stdout': 'opencode-stream',
  'pi native': 'pi-session',
  'pi stdout': 'pi-stream',
  'qwen native': 'qwen-session',
  'qwen stdout': 'stream-json',
  'gemini native': 'gemini-session',
  'gemini stdout': 'gemini-stream',
};

/** What the model was shown otherwise than the harness persisted, and which the study of these runs names. */
const FOUND: Readonly<Record<string, readonly DifferenceKind[]>> = {
  claude: ['text-appended'],
  codex: [],
  dsh: [],
  openclaw: ['id-rewritten', 'exit-code-not-told', 'message-extended'],
  opencode: ['exit-code-not-told'],
  pi: [],
  qwen: ['message-extended'],
  gemini: ['id-rewritten'],
};

describe.skipIf(!present)('samples of eight harnesses, beside the project', () => {
  test.each(files)('%s is read whole and every record of it is counted once', async (name) => {
    const { header, events } = await readTrace(join(SAMPLES, name));
    const [harness, kind] = [name.split('/')[0], name.split('.').at(-2)];
    expect(header.reader).toBe(kind === 'boundary' ? 'boundary-sample' : READERS[`${harness} ${kind}`]);
    const { read, mapped, raw, unpaired, dropped } = header.ledger;
    expect(mapped + raw + unpaired + dropped).toBe(read);
    expect(dropped).toBe(0);
    expect(new Set(events.map(({ record }) => record)).size).toBe(read);
    const marks = events.filter(({ payload }) => payload.kind === 'raw');
    expect(marks.every(({ payload }) => payload.kind === 'raw' && payload.reason.startsWith('elided'))).toBe(
      true,
    );
    expect(raw).toBe(marks.length);
  });

  verifies('trace.diff.shown-against-persisted', async () => {
    for (const [harness, expected] of Object.entries(FOUND)) {
      const native = await readTrace(join(SAMPLES, harness, 'basic.native.jsonl'));
      const boundary = await readTrace(join(SAMPLES, harness, 'basic.boundary.jsonl'));
      const { calls, differences } = diffTraces(gathered([native]), gathered([boundary]));
      expect(
        calls.map(({ a, b }) => a !== null && b !== null),
        harness,
      ).toEqual([true]);
      const kinds = differences.map(({ kind }) => kind);
      for (const kind of expected) expect(kinds, harness).toContain(kind);
      const quiet: readonly DifferenceKind[] = [
        'call-missing',
        'result-missing',
        'arguments-differ',
        'text-differs',
        'text-cut',
      ];
      expect(
        kinds.filter((kind) => quiet.includes(kind)),
        harness,
      ).toEqual([]);
    }
  });

  test('a killed run leaves the call that nobody answered unpaired, or tags the repair that answered it', async () => {
    for (const name of ['codex', 'dsh', 'opencode', 'pi']) {
      const { header } = await readTrace(join(SAMPLES, name, 'l_kill.native.jsonl'));
      expect(header.unpaired.calls, name).toHaveLength(1);
      expect(header.ledger.unpaired, name).toBe(1);
    }
    const { events } = await readTrace(join(SAMPLES, 'claude', 'l_kill.native.jsonl'));
    const repaired = events.filter(
      ({ payload, synthetic }) => payload.kind === 'result' && synthetic !== undefined,
    );
    expect(repaired.map(({ native }) => native.call)).toEqual(['toolu_000004']);
  });
});
