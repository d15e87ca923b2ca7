/** How an answer ended: `cut` by the other side, `too-large` and `aborted` by ours, `too-late` past the deadline. */
export type AnswerEnd = 'complete' | 'cut' | 'too-large' | 'aborted' | 'too-late';

/** What crossed the boundary for one decision. No header that can hold a secret, and no known secret in any byte. */
export interface BoundaryExchange {
  readonly model: string;
  readonly request: {
    readonly method: string;
    /** Path and query. */
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: Buffer;
  };
  /** Absent when no answer began. */
  readonly response?: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    /** As received, whole or in part; empty and `withheld` when a key was spread over it in pieces. */
    readonly body: Buffer;
    readonly end: AnswerEnd;
    readonly withheld?: true;
  };
}

/** Gets every exchange, also the failed ones, before the decision is given or the error thrown. */
export interface BoundaryRecorder {
  exchange(exchange: BoundaryExchange): void;
}
