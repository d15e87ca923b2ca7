import { digestOf } from '../../src/core/digest.ts';
import type {
  DecisionCount,
  EpisodeCoordinates,
  EpisodeEvent,
  EpisodeRecord,
  LedgerEntry,
  Model,
} from '../../src/core/contracts/index.ts';
import type { JsonValue } from '../../src/core/json.ts';
import { policyModels } from '../../src/models/policies/index.ts';
import { l1 } from '../../src/scaffolds/l1/l1.ts';
import { adversityTask } from '../../src/tasks/comtrade/adversity/task.ts';
import { DATA_PART } from '../../src/tasks/comtrade/submission.ts';

const idsIn = (data: string): string[] =>
  data === '' ? [] : data.split('\n').map((line) => (JSON.parse(line) as { record_id: string }).record_id);

function counted(events: readonly EpisodeEvent[]): DecisionCount[] {
  const counts = new Map<string, DecisionCount>();
  for (const event of events) {
    if (event.type !== 'decision') continue;
    const { decision, owner, choice } = event;
    const key = `${decision} ${owner} ${choice}`;
    counts.set(key, { decision, owner, choice, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  return [...counts.values()];
}

const amount = (ledger: readonly LedgerEntry[], outcome: LedgerEntry['outcome']) =>
  ledger.filter((entry) => entry.tool === 'fetch_page' && entry.outcome === outcome).length;

export interface RunCell {
  readonly record: EpisodeRecord;
  readonly events: readonly EpisodeEvent[];
  readonly ledger: readonly LedgerEntry[];
}

/** Runs one planned cell in process, and scores its coverage by record id against the task's truth. */
export async function runCell(
  coordinates: EpisodeCoordinates,
  models: readonly Model[] = policyModels(),
): Promise<RunCell> {
  const { seed, protocol, settings } = coordinates;
  const task = adversityTask(settings);
  const model = models.find(({ id }) => id === coordinates.model);
  if (!model) throw new Error(`No model ${coordinates.model}`);
  const environment = task.open(seed);
  const events: EpisodeEvent[] = [];
  const { signal } = new AbortController();
  const cell = { task, seed, model, environment, protocol, limits: l1.limits, signal };
  const outcome = await l1.run(cell, { record: (event) => void events.push(event) });
  const ledger = environment.ledger();
  const truth = task.truth?.(seed).records ?? [];
  const ids = new Set(idsIn(outcome.submission?.parts[DATA_PART] ?? ''));
  const value = truth.filter((record) => ids.has(record['record_id'] as string)).length / truth.length;
  const record: EpisodeRecord = {
    format: 'measurand.episode/1',
    id: digestOf(coordinates as unknown as JsonValue),
    coordinates,
    state: outcome.state,
    stop: outcome.stop,
    scores: [{ scorer: 'coverage', value, parts: {}, notes: [] }],
    decisions: counted(events),
    counts: {
      requests: ledger.filter(({ charged }) => charged).length,
      served: amount(ledger, 'ok'),
      faults: amount(ledger, 'fault'),
      rejected: amount(ledger, 'rejected'),
      refused: amount(ledger, 'refused'),
      modelTurns: events.filter(({ type }) => type === 'said').length,
      shownCharacters: 0,
      cutCharacters: 0,
      waitSeconds: 0,
    },
    faultsSeen: [...new Set(ledger.flatMap(({ faults }) => faults))].sort(),
  };
  return { record, events, ledger };
}

/** Runs every cell, in order. */
export async function runCells(cells: readonly EpisodeCoordinates[]): Promise<EpisodeRecord[]> {
  const records: EpisodeRecord[] = [];
  for (const cell of cells) records.push((await runCell(cell)).record);
  return records;
}
