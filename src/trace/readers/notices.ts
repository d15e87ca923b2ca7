import type { TraceBuilder } from '../building/builder.ts';

const TASK = /<task-id>([^<]{1,200})<\/task-id>/;

/** The background task that a notification names. */
export function taskOf(text: string | undefined): string | undefined {
  return text === undefined ? undefined : TASK.exec(text)?.[1];
}

/** Completions of background tasks: accepted by the harness is not yet delivered to the model. */
export class BackgroundTasks {
  readonly #accepted = new Map<string, number>();

  accepted(task: string, record: number): void {
    this.#accepted.set(task, record);
  }

  delivered(task: string): void {
    this.#accepted.delete(task);
  }

  finish(builder: TraceBuilder): void {
    for (const [task, record] of this.#accepted)
      builder.problem(
        'undelivered-completion',
        `the end of background task ${task} was accepted and never delivered to the model`,
        record,
      );
  }
}
