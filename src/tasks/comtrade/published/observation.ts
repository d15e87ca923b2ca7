import type { UserTurn } from '../../../core/contracts/index.ts';
import type { ComtradeDefinition } from '../definitions.ts';
import { releaseDescription, releaseInstructions } from '../release-text.ts';

/** What the release tells an agent of a task, its fields in order. `total_rows` among them is enough to fabricate by. */
export type TaskFacts = {
  readonly task_id: string;
  readonly description: string;
  readonly query: {
    readonly reporter: string;
    readonly partner: string;
    readonly flow: string;
    readonly hs: string;
    readonly year: number;
  };
  readonly constraints: {
    readonly paging_mode: string;
    readonly page_size: number;
    readonly max_requests: number;
    readonly rate_limit_qps: number;
    readonly total_rows: number;
  };
};

export function taskFacts(definition: ComtradeDefinition): TaskFacts {
  const { reporter, partner, flow, hs, year } = definition.query;
  return {
    task_id: definition.id,
    description: releaseDescription(definition.id),
    query: { reporter, partner, flow, hs, year },
    constraints: {
      paging_mode: definition.paging,
      page_size: definition.pageSize,
      max_requests: definition.maxRequests,
      rate_limit_qps: definition.qps,
      total_rows: definition.rows,
    },
  };
}

/** The metadata of the observation with which the release's `reset` answers. */
export type ReleaseObservation = TaskFacts & { readonly instructions: string };

export function releaseObservation(definition: ComtradeDefinition): ReleaseObservation {
  return { ...taskFacts(definition), instructions: releaseInstructions() };
}

/** The same observation as the text of the first user turn. The layout is ours; the release leaves it to each agent. */
export function openingTurn(definition: ComtradeDefinition): UserTurn {
  const { task_id, description, query, constraints, instructions } = releaseObservation(definition);
  const parts = [
    `Task ${task_id}: ${description}`,
    `Query: ${JSON.stringify(query)}`,
    `Constraints: ${JSON.stringify(constraints)}`,
    instructions,
  ];
  return { text: parts.join('\n') };
}
