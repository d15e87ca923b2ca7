import type { PythonValue } from '../../../core/python/value.ts';
import { NotRestated, type Restated, restated } from '../outcome.ts';
import { BROWSER_METRICS } from './browser-metrics.ts';
import { GENERAL_METRICS } from './general-metrics.ts';
import { directJsonObject } from './json-object.ts';
import type { Metric } from './metric.ts';
import { shortcutOnDesktop } from './shortcuts.ts';
import { SYSTEM_METRICS } from './system-metrics.ts';

const METRICS: ReadonlyMap<string, Metric> = new Map<string, Metric>([
  ...Object.entries(GENERAL_METRICS),
  ...Object.entries(SYSTEM_METRICS),
  ...Object.entries(BROWSER_METRICS),
  ['check_direct_json_object', directJsonObject],
  ['is_shortcut_on_desktop', shortcutOnDesktop],
]);

/** Names of the metrics that are restated, as a task's file names them. */
export const OSWORLD_METRICS: readonly string[] = [...METRICS.keys()];

/**
 * OSWorld's metric functions that look at values alone.
 *
 * Source: external-targets §4, of xlang-ai/OSWorld in the copy ljxpython/OSWorldUse b5007a93.
 *
 * @param name the release's function name
 * @param args its positional arguments; for `literal_match` its options can follow as a dict
 * @returns a score from 0 to 1; `unsupported` for metrics of files, of regular expressions and of a page
 */
export function osworldMetric(name: string, args: readonly PythonValue[]): Restated<number> {
  return restated(() => {
    const metric = METRICS.get(name);
    if (!metric) throw new NotRestated(`the metric ${name} is not restated`);
    return metric(...args);
  });
}
