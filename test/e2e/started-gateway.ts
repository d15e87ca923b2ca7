import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { PROGRAM, ROOT } from './program.ts';

/** A gateway that runs as a program of its own. */
export interface StartedGateway {
  readonly baseUrls: Readonly<Record<string, string>>;
  readonly token: string;
  /** Interrupts it, as Ctrl-C does, and gives its exit code. */
  end(): Promise<number | null>;
}

export async function startGateway(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<StartedGateway> {
  const child = spawn(process.execPath, [PROGRAM, 'gateway', '--json', ...args], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const closed = new Promise<number | null>((resolve) => child.on('close', resolve));
  const line = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).once('line', resolve);
    void closed.then((code) => reject(new Error(`the gateway ended with ${code}: ${said}`)));
  });
  const { baseUrls, token } = JSON.parse(line) as Pick<StartedGateway, 'baseUrls' | 'token'>;
  return {
    baseUrls,
    token,
    end: () => {
      child.kill('SIGINT');
      return closed;
    },
  };
}
