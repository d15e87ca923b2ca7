import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JudgeControl } from '../../audit/judges/probe-judge.ts';
import { proxied } from '../../gateway/backends/proxied.ts';
import { replayed } from '../../gateway/backends/replayed.ts';
import type { GatewayBackend, WireReply, WireRequest } from '../../gateway/contracts.ts';
import { openGateway } from '../../gateway/server.ts';

/** Where what a judge says comes from: a recording, or its own address. */
export type JudgeSource =
  | { readonly name: string; readonly replay: string }
  | {
      readonly name: string;
      /** Speaks the chat completions protocol. */
      readonly url: string;
      readonly key: string;
      /** Folder for the recording. */
      readonly record?: string;
    };

/** A judge that a target can ask through the socket that these variables name. */
export interface OpenJudge {
  readonly control: JudgeControl;
  readonly env: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

const UNREADABLE: WireReply = {
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: [
    Buffer.from(
      JSON.stringify({
        id: 'unreadable',
        object: 'chat.completion',
        choices: [{ index: 0, message: { role: 'assistant', content: '~~ ??' }, finish_reason: 'stop' }],
      }),
    ),
  ],
};

/** A back end whose answers can be replaced by words that are no verdict. */
class Garbling implements GatewayBackend {
  readonly id: string;
  readonly secrets: readonly string[];
  readonly sourced?: NonNullable<GatewayBackend['sourced']>;
  readonly #inner: GatewayBackend;
  garbled = false;

  constructor(inner: GatewayBackend) {
    this.id = inner.id;
    this.secrets = inner.secrets ?? [];
    this.#inner = inner;
    if (inner.sourced) this.sourced = (request, signal) => inner.sourced?.(request, signal) as never;
  }

  async pass(request: WireRequest, signal: AbortSignal): Promise<WireReply | undefined> {
    if (!this.garbled) return this.#inner.pass?.(request, signal);
    // A recording holds the words that were put there when it was made: they are passed over, so that the next request
    // finds the judge's own answer. A provider is not asked.
    if (this.#inner.id.startsWith('replayed'))
      await this.#inner.pass?.(request, signal).catch(() => undefined);
    return UNREADABLE;
  }

  reply(...asked: Parameters<GatewayBackend['reply']>): ReturnType<GatewayBackend['reply']> {
    return this.#inner.reply(...asked);
  }
}

/**
 * Opens a gateway for the judge behind a socket file, which a target without a network can reach.
 *
 * @throws MeasurandError what opening a gateway, a recording and an upstream throw
 */
export async function openJudge(source: JudgeSource): Promise<OpenJudge> {
  const inner =
    'replay' in source
      ? await replayed(source.replay)
      : proxied({ url: source.url, protocol: 'openai-chat', key: source.key });
  const backend = new Garbling(inner);
  const garble = (on: boolean): void => {
    backend.garbled = on;
  };
  const folder = mkdtempSync(join(tmpdir(), 'measurand-judge-'));
  const socket = join(folder, 'judge.sock');
  try {
    const record = 'replay' in source ? undefined : source.record;
    const gateway = await openGateway({
      backend,
      classify: () => 'main',
      listen: { socket },
      ...(record === undefined ? {} : { record }),
    });
    return {
      control: { name: source.name, origin: 'replay' in source ? 'recording' : 'endpoint', garble },
      env: {
        MEASURAND_JUDGE_SOCKET: socket,
        MEASURAND_JUDGE_TOKEN: gateway.token,
        MEASURAND_JUDGE_MODEL: source.name,
      },
      close: async () => {
        await gateway[Symbol.asyncDispose]();
        rmSync(folder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}
