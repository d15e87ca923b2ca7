import { MeasurandError } from '../core/errors.ts';
import type { OutputReport } from '../report/outputs/report.ts';
import type { Terminal } from './terminal.ts';

/** Files that a pull request shows. */
export const OUTPUT_OPTIONS = {
  sarif: { type: 'string', description: 'Write the findings as SARIF 2.1.0', valueHint: 'FILE' },
  junit: { type: 'string', description: 'Write what was tried as JUnit XML', valueHint: 'FILE' },
  summary: { type: 'string', description: 'Write a summary as Markdown', valueHint: 'FILE' },
} as const;

export interface Outputs {
  readonly sarif: string | undefined;
  readonly junit: string | undefined;
  readonly summary: string | undefined;
}

const asked = ({ sarif, junit, summary }: Outputs): boolean =>
  [sarif, junit, summary].some((file) => file !== undefined);

/** Refuses the files where nothing is judged that could stand in them. @throws MeasurandError `invalid-usage` */
export function refuseOutputs(outputs: Outputs): void {
  if (!asked(outputs)) return;
  throw new MeasurandError('invalid-usage', 'an archive alone has no findings of logs to write', {
    field: 'sarif',
    next: 'Leave out --sarif, --junit and --summary, or name logs',
  });
}

/** Writes the files that were asked for and names them. @throws MeasurandError `report-write` */
export async function writeOutputs(
  outputs: Outputs,
  report: () => OutputReport,
  terminal: Terminal,
): Promise<void> {
  if (!asked(outputs)) return;
  const { writeOutputFiles } = await import('../report/outputs/write.ts');
  for (const file of writeOutputFiles(outputs, report())) terminal.note(`Written: ${file}`);
}
