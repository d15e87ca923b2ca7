import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/client/validators/ajv';
import { afterAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { verifies } from '../../../test/requirements.ts';
import { planStudy } from '../plan.ts';
import { archiveReport } from '../report/archive-report.ts';
import { runStudy } from '../run.ts';
import { isSliceFile } from '../tau-slice/slice-file.ts';
import { openDesign } from './planned-declared.ts';

const FOLDER = resolve(import.meta.dirname, '../../../examples');
/** A slice has a format of its own, and tests beside its reader. */
const EXAMPLES = readdirSync(FOLDER).filter(
  (name) => name.endsWith('.yaml') && !isSliceFile(join(FOLDER, name)),
);

const scratch = mkdtempSync(join(tmpdir(), 'measurand-examples-'));
afterAll(() => rmSync(scratch, { recursive: true }));

const textOf = (name: string): string => readFileSync(join(FOLDER, name), 'utf8');

/** The example at two seeds of its first task; one that names no models has too many of them for a test. */
function cutDown(name: string): string {
  const text = textOf(name)
    .replace(/^seeds: .*$/m, 'seeds: 0-1')
    .replace(/^tasks: \[(\w+),.*$/m, 'tasks: [$1]');
  const file = join(scratch, name);
  const models = /^models:/m.test(text) ? '' : 'models: [perfect, walks-once, skip-hedging]\n';
  writeFileSync(file, text + models);
  return file;
}

/** Planned episodes of each example: what the pages say of them. */
const PLANNED: Readonly<Record<string, number>> = {
  'e1.yaml': 18_900,
  'two-by-two.yaml': 70,
  'b1-faithful.yaml': 160,
  'b1-half-scaffold.yaml': 160,
  'b2.yaml': 160,
  'slack.yaml': 640,
  'degradation.yaml': 480,
  't7.yaml': 150,
  'forensics.yaml': 150,
};

test('there is an example for every experiment of the paper, and each says how it is run with a key', () => {
  expect(new Set(EXAMPLES)).toEqual(new Set(Object.keys(PLANNED)));
  const page = readFileSync(join(FOLDER, '../docs/studies.md'), 'utf8');
  for (const [name, planned] of Object.entries(PLANNED)) {
    expect(textOf(name), name).toMatch(/^# With (a key|keys|live models):/m);
    expect(textOf(name), name).toContain(`measurand run examples/${name}`);
    expect(page).toMatch(
      new RegExp(`\\(\\.\\./examples/${name}\\).*\\| ${planned.toLocaleString('en')} +\\|`),
    );
  }
});

test('editors find the schema that an example names, and it accepts the example', () => {
  for (const name of EXAMPLES) {
    const [, path = ''] = /^# yaml-language-server: \$schema=(\S+)\n/.exec(textOf(name)) ?? [];
    const file = resolve(FOLDER, path);
    expect(existsSync(file), `${name} names ${path}`).toBe(true);
    const schema = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
    const validate = new AjvJsonSchemaValidator().getValidator(schema);
    expect(validate(parse(textOf(name))), name).toMatchObject({ valid: true });
    expect(validate({ ...(parse(textOf(name)) as object), scafolds: ['l2'] }).valid).toBe(false);
  }
});

verifies(
  'examples.studies.run',
  async () => {
    for (const name of EXAMPLES) {
      const { design } = await openDesign({ study: join(FOLDER, name) });
      expect([name, design.cells.length]).toEqual([name, PLANNED[name]]);
      const { price, episodes } = await planStudy({ study: cutDown(name) });
      expect(price).toMatchObject({ verdict: 'priced', cost: 0 });
      const { ledger, errors, analysis, declared } = await runStudy({ study: cutDown(name) });
      expect([name, errors, ledger.planned, ledger.states.missing]).toEqual([name, {}, episodes.planned, 0]);
      expect(analysis?.study).toBe(name.slice(0, -'.yaml'.length));
      expect(declared?.standing, name).toBe('exploratory');
    }
  },
  120_000,
);

test('the rule of B1 asks for a frontier reasoning model, and without one it is not probed', async () => {
  const { declared } = await runStudy({ study: cutDown('b1-faithful.yaml') });
  expect(declared?.decision).toMatchObject({ verdict: 'not-probed', standing: 'exploratory' });
  const file = cutDown('b1-faithful.yaml');
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replace('frontier-reasoning: []', 'frontier-reasoning: [perfect]'),
  );
  expect((await runStudy({ study: file })).declared?.decision).toMatchObject({
    verdict: 'not-met',
    requirements: [{ asked: ['judge, perfect'], shown: [] }],
  });
});

test('forensics reads every kept transcript anew at every report', async () => {
  const study = cutDown('forensics.yaml');
  const archive = join(scratch, 'forensics');
  await runStudy({ study, archive });
  const { study: shown } = await archiveReport({ archive, study });
  const rows = shown?.details[0]?.tables[0]?.rows ?? [];
  const signatures = Object.fromEntries(rows.map(({ label, numbers }) => [label, numbers]));
  expect(signatures['repeats-page-zero']).toMatchObject({ n: 2, 'four-then-empty': 2, 'no-trace': 0 });
  expect(signatures['recovers-from-page-zero']).toMatchObject({ 'solved-after-page-zero': 2, solved: 1 });
});
