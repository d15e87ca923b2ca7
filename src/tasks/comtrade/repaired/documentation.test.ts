import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { walkInOrder } from '../walk.ts';
import { repairedTasks } from './task.ts';

const page = readFileSync(new URL('../../../../docs/comtradebench-repaired.md', import.meta.url), 'utf8');

test('the table of tasks in docs/comtradebench-repaired.md says what the tasks are and cost', async () => {
  for (const task of repairedTasks()) {
    const { rows, pageSize, maxRequests } = task.settings;
    const costs: number[] = [];
    for (let seed = 0; seed < 50; seed += 1) costs.push((await walkInOrder(task.open(seed))).requests);
    const [least, most] = [Math.min(...costs), Math.max(...costs)];
    const walk = least === most ? `${least}` : `${least}-${most}`;
    const cells = [task.id, rows, pageSize, task.faults.join(', ') || 'none', walk, maxRequests];
    expect(page).toContain(`| ${cells.join(' | ')} |`);
  }
});
