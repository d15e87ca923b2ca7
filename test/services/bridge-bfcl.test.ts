import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { auditTarget } from '../../src/commands/bridge/audit-target.ts';
import { run, temporaryFolder } from '../e2e/program.ts';

const RELEASE = 'bfcl-eval==2026.3.23';

/** A virtual environment with the released package alone: the audit stands in for the one module that needs more. */
async function installed(folder: string): Promise<string> {
  const made = await run('python3', ['-m', 'venv', folder]);
  if (made.code !== 0) throw new Error(`python3 -m venv failed, and this test needs Python: ${made.err}`);
  const python = join(folder, 'bin/python');
  const pip = await run(python, ['-m', 'pip', 'install', '--quiet', '--no-deps', RELEASE]);
  if (pip.code !== 0) throw new Error(`${RELEASE} could not be installed from the Python index: ${pip.err}`);
  return python;
}

test('the installed BFCL checker grades the battery rightly and cannot see its kernel', async () => {
  using folder = temporaryFolder();
  const python = await installed(join(folder.path, 'venv'));
  expect(existsSync(python)).toBe(true);
  const { profiles } = await auditTarget({ target: 'bfcl', python });
  const { measurements, card } = profiles['python'] ?? { measurements: undefined, card: undefined };
  expect(measurements?.battery).toMatchObject({ tasks: 400, submissions: 2000, deviating: 0 });
  const accepted = Object.fromEntries(
    Object.entries(measurements?.kernel ?? {}).map(([id, row]) => [id, `${row.accepted}/${row.tried}`]),
  );
  expect(accepted).toMatchObject({
    times_to_divide: '25/25',
    power_to_times: '25/25',
    minus_to_times: '13/13',
    plus_to_times: '0/12',
    decimal_point_dropped: '15/15',
    minus_sign_dropped: '1/1',
    bool_for_int_in_dict: '6/6',
    int_for_bool_in_dict: '14/14',
    first_call_for_last: '1/438',
    empty_list_for_optional: '60/60',
    integral_float_for_int: '0/2032',
    ints_for_float_list: '0/7',
    int_for_float: '261/261',
    calls_reversed: '437/438',
  });
  expect(measurements?.modelCalls).toBe(0);
  expect([card?.items.replay.verdict, card?.items.criterion.verdict]).toEqual(['pass', 'fail']);
  expect(card?.licensedByPaper).toBe('specification compliance');
}, 600_000);
