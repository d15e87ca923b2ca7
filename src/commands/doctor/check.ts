/** What is found of one thing that some part of Measurand needs. */
export interface Finding {
  /** `ok`: it was tried and works. `missing`: it is not there. `broken`: it is there and does not work. */
  readonly state: 'ok' | 'missing' | 'broken';
  /** Its version and place, or what is wrong. */
  readonly detail: string;
  /** What to do about it; absent when all is well. */
  readonly next?: string;
}

/** One thing to look for. */
export interface DoctorCheck {
  readonly id: string;
  readonly title: string;
  /** What needs it. */
  readonly for: string;
  look(signal: AbortSignal | undefined): Promise<Finding>;
}

export const ok = (detail: string): Finding => ({ state: 'ok', detail });
export const missing = (detail: string, next: string): Finding => ({ state: 'missing', detail, next });
export const broken = (detail: string, next: string): Finding => ({ state: 'broken', detail, next });
