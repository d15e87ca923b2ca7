import { createRequire } from 'node:module';
import { join } from 'node:path';
import { run, temporaryFolder } from '../e2e/program.ts';
import { Started } from './processes.ts';

/** Needed by nothing but these tests, old, and with many dependencies: so it is installed where they run. */
const PACKAGE = 's3rver@3.7.1';
/** The account that this server knows. It checks the name and not the signature, which s3-exchange.test.ts does. */
const KEY = 'S3RVER';

/** A server that speaks the protocol of S3, made by others, on a port of its own on this machine. */
export class S3Server {
  readonly environment: Readonly<Record<string, string>>;
  readonly folder: string;
  readonly #process: Started;
  readonly #scratch: Disposable;

  private constructor(process: Started, url: string, folder: string, scratch: Disposable) {
    this.#process = process;
    this.#scratch = scratch;
    this.folder = folder;
    this.environment = { AWS_ENDPOINT_URL_S3: url, AWS_ACCESS_KEY_ID: KEY, AWS_SECRET_ACCESS_KEY: KEY };
  }

  static async start(bucket: string): Promise<S3Server> {
    const scratch = temporaryFolder();
    const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'];
    const installed = await run('npm', ['install', '--prefix', scratch.path, ...flags, PACKAGE], {
      cwd: scratch.path,
    });
    if (installed.code !== 0) throw new Error(installed.err);
    const program = createRequire(join(scratch.path, 'x.js')).resolve('s3rver/bin/s3rver.js');
    const folder = join(scratch.path, 'data');
    const started = new Started(process.execPath, [
      ...[program, '--directory', folder, '--address', '127.0.0.1', '--port', '0'],
      ...['--configure-bucket', bucket],
    ]);
    const said = await started.says(/127\.0\.0\.1:(\d+)/);
    return new S3Server(started, `http://127.0.0.1:${said[1]}`, folder, scratch);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#process.kill();
    this.#scratch[Symbol.dispose]();
  }
}
