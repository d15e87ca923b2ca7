import type { Environment, Task } from '../../core/contracts/index.ts';
import { sha256 } from '../../core/digest.ts';
import { isJsonObject, type JsonValue } from '../../core/json.ts';
import { type ComtradeDefinition, comtradeDefinition } from '../../tasks/comtrade/definitions.ts';
import { publishedTask, publishedTaskOf } from '../../tasks/comtrade/published/index.ts';
import { repairedTask } from '../../tasks/comtrade/repaired/task.ts';
import { repairedVariants } from '../../tasks/comtrade/repaired/variants.ts';
import { transcript } from '../../tasks/comtrade/transcript.ts';
import type { SettingProbe } from '../environment/inert-settings.ts';
import { intercept } from '../environment/intercept.ts';

const SEED = 0;

const digest = async (environment: Environment): Promise<string> =>
  sha256(JSON.stringify(await transcript(environment)));

/** Makes probes of one task: all that its requests can tell, before and after. What `get_task_info` repeats is no effect. */
function comparer(task: Task) {
  let unchanged: Promise<string> | undefined;
  return (setting: string, change: string, after: () => Environment): SettingProbe => ({
    setting,
    task: task.id,
    change,
    observe: async () => {
      unchanged ??= digest(task.open(SEED));
      return { before: await unchanged, after: await digest(after()) };
    },
  });
}

/** Passes one more argument with every page that is asked for. */
function withArgument(environment: Environment, name: string, value: JsonValue): Environment {
  return intercept(environment, (tool, args) =>
    environment.call(tool, tool === 'fetch_page' && isJsonObject(args) ? { ...args, [name]: value } : args),
  );
}

function publishedChanges(definition: ComtradeDefinition): readonly [string, string, ComtradeDefinition][] {
  const { paging, pageSize, maxRequests, rows, qps } = definition;
  const other = paging === 'page' ? 'offset' : 'page';
  return [
    ['paging_mode', `${paging} → ${other}`, { ...definition, paging: other }],
    ['rate_limit_qps', `${qps} → ${qps * 100}`, { ...definition, qps: qps * 100 }],
    [
      'page_size',
      `${pageSize} → ${Math.ceil(pageSize / 2)}`,
      { ...definition, pageSize: Math.ceil(pageSize / 2) },
    ],
    ['max_requests', `${maxRequests} → ${maxRequests + 1}`, { ...definition, maxRequests: maxRequests + 1 }],
    ['total_rows', `${rows} → ${rows + 1}`, { ...definition, rows: rows + 1 }],
  ];
}

/** The constraints that the release announces, and the argument that its tool takes. */
export function publishedSettingProbes(tasks: readonly string[]): SettingProbe[] {
  return tasks.flatMap((id) => {
    const task = publishedTask(id);
    const compare = comparer(task);
    const constraints = publishedChanges(comtradeDefinition(id)).map(([setting, change, changed]) =>
      compare(setting, change, () => publishedTaskOf(changed).open(SEED)),
    );
    const argument = compare('fetch_page.page_size', 'none → 5', () =>
      withArgument(task.open(SEED), 'page_size', 5),
    );
    return [...constraints, argument];
  });
}

/** Every setting that the repaired tasks declare. */
export function repairedSettingProbes(tasks: readonly string[]): SettingProbe[] {
  return tasks.flatMap((id) => {
    const compare = comparer(repairedTask(id));
    return repairedVariants(id).map(({ setting, from, to, task: changed }) =>
      compare(setting, `${JSON.stringify(from)} → ${JSON.stringify(to)}`, () => changed.open(SEED)),
    );
  });
}
