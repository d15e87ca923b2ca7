import type { Verdict } from '../types.ts';

/** Changes one declared parameter and digests all that can be observed before and after. */
export interface SettingProbe {
  readonly setting: string;
  readonly task: string;
  /** What is changed into what, such as `page_size 500 → 5`. */
  readonly change: string;
  observe(): Promise<{ readonly before: string; readonly after: string }>;
}

export interface InertSettings {
  readonly settings: number;
  readonly acting: number;
  readonly inert: number;
  readonly probes: readonly {
    readonly setting: string;
    readonly task: string;
    readonly change: string;
    readonly acts: boolean;
  }[];
  readonly inertSettings: readonly string[];
}

/** A setting is inert when no probe of it changes anything that can be observed. */
export async function inertSettings(probes: readonly SettingProbe[]): Promise<InertSettings> {
  const rows: InertSettings['probes'][number][] = [];
  for (const { setting, task, change, observe } of probes) {
    const { before, after } = await observe();
    rows.push({ setting, task, change, acts: before !== after });
  }
  const names = [...new Set(rows.map((row) => row.setting))];
  const inert = names.filter((name) => !rows.some((row) => row.setting === name && row.acts));
  return {
    settings: names.length,
    acting: names.length - inert.length,
    inert: inert.length,
    probes: rows,
    inertSettings: inert,
  };
}

export function inertSettingsVerdict({ settings, inert }: InertSettings): Verdict {
  if (settings === 0) return 'not-probed';
  return inert === 0 ? 'pass' : 'fail';
}
