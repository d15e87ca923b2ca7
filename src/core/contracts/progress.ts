/** How far long work has come. `total` is absent when it is not known. */
export interface Progress {
  readonly what: string;
  readonly done: number;
  readonly total?: number;
}

export type ProgressListener = (progress: Progress) => void;

/** What every long-running command takes besides its own options. */
export interface RunControl {
  readonly signal?: AbortSignal;
  readonly onProgress?: ProgressListener;
}
