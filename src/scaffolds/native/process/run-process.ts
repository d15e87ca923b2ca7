import type { ProgramRequest, ProgramResult } from './program-run.ts';
import { openSandbox, type SandboxOptions } from './sandbox.ts';

/** A sandbox for one program. */
export type ProcessRequest = SandboxOptions & ProgramRequest;

/**
 * Runs an untrusted program in a sandbox of its own. When the promise settles none of its processes is left.
 *
 * @throws what `openSandbox` and `Sandbox.run` throw
 */
export async function runProcess(request: ProcessRequest): Promise<ProgramResult> {
  await using sandbox = await openSandbox(request);
  return await sandbox.run(request);
}
