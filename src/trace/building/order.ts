/** Something wrong with the order or the completeness of a source. */
export type Report = (code: string, what: string, record: number, field?: string) => void;

/** Rows that name their parents: each parent should stand before its child. */
export class ParentTrail {
  readonly #seen = new Set<string>();
  readonly #waiting = new Map<string, number>();
  checked = 0;
  broken = 0;

  note(id: string): void {
    this.#seen.add(id);
  }

  has(id: string): boolean {
    return this.#seen.has(id);
  }

  needs(parent: string, record: number): void {
    this.checked += 1;
    if (!this.#seen.has(parent) && !this.#waiting.has(parent)) this.#waiting.set(parent, record);
  }

  finish(report: Report, field: string): void {
    for (const [parent, record] of this.#waiting) {
      this.broken += 1;
      if (this.#seen.has(parent))
        report('out-of-order', `stands before what it names as its parent, ${parent}`, record, field);
      else report('missing-parent', `names ${parent} as its parent, which is not there`, record, field);
    }
  }
}

/** Rows that are numbered: each number follows the one before it. */
export class SequenceTrail {
  readonly #last = new Map<string, number>();
  checked = 0;
  broken = 0;

  note(scope: string, number: number, record: number, field: string, report: Report): void {
    const last = this.#last.get(scope);
    this.#last.set(scope, number);
    if (last === undefined) {
      this.#first(number, record, field, report);
      return;
    }
    this.checked += 1;
    if (number === last + 1) return;
    this.broken += 1;
    if (number > last + 1)
      report('sequence-gap', `${number} follows ${last}: ${number - last - 1} are missing`, record, field);
    else if (number === last) report('repeated-sequence', `${number} stands twice`, record, field);
    else report('out-of-order', `${number} follows ${last}`, record, field);
  }

  #first(number: number, record: number, field: string, report: Report): void {
    if (number <= 1) return;
    this.broken += 1;
    report('sequence-gap', `the first number is ${number}: those before it are missing`, record, field);
  }

  /** A new file or session starts its own numbers. */
  restart(scope: string): void {
    this.#last.delete(scope);
  }
}

/** Several sessions in one file follow one another. One that comes back after another has begun was mixed in. */
export class SessionRuns {
  readonly #ended = new Set<string>();
  #current: string | undefined;
  #reported = false;

  note(session: string, record: number, report: Report): void {
    if (session === this.#current) return;
    if (this.#current !== undefined) this.#ended.add(this.#current);
    this.#current = session;
    if (!this.#ended.has(session) || this.#reported) return;
    this.#reported = true;
    report('interleaved-sessions', `session ${session} goes on after another has begun`, record);
  }
}
