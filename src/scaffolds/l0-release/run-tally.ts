/** What the release's scaffold counts and logs as it goes, for the payload that it will build. */
export class RunTally {
  readonly log: string[];
  requests = 0;
  toolCalls = 0;
  retries = 0;
  retries429 = 0;
  retries500 = 0;

  constructor(taskId: string) {
    this.log = [`task_id=${taskId}`];
  }

  countRetry(status: string): void {
    this.retries += 1;
    if (status === '429') this.retries429 += 1;
    if (status === '500') this.retries500 += 1;
  }
}
