import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MeasurandError } from '../../../core/errors.ts';
import type { JsonObject } from '../../../core/json.ts';
import type { GatewayBackend, RequestClassifier } from '../../../gateway/contracts.ts';
import type { Intervention } from '../../../gateway/interventions/intervention.ts';
import { openGateway } from '../../../gateway/server.ts';
import type { BoundaryRecord } from '../../../trace/wire/boundary-record.ts';
import { withChildren } from '../adapters/roles.ts';
import type {
  HarnessAdapter,
  InstalledHarness,
  Isolation,
  Observed,
  PreparedFile,
  PreparedRun,
} from '../contracts.ts';
import { writeRunFiles } from '../process/files.ts';
import type { ProgramResult, SignalPlan } from '../process/program-run.ts';
import { openSandbox, type Sandbox } from '../process/sandbox.ts';
import { snapshotFolder } from '../process/snapshot.ts';
import { commitWorkspace } from './git-workspace.ts';
import { keepRun } from './keep-run.ts';
import { KeepingBackend, type StoredRequest } from './keeping-backend.ts';
import { leftSession } from './left-session.ts';
import { preparedDigest } from './prepared-digest.ts';
import { type ServeConnection, ToolSocket } from './tool-sockets.ts';

/** Where harnesses find the gateway when the run has a loopback of its own. */
const GATEWAY_PORT = 4000;

/** What the files of a workspace may name: places as the run sees them. */
export interface RunPlace {
  readonly workspace: string;
  /** A Node to run programs with. */
  readonly node: string;
  /** Where loopback leads to the socket of that name in `addresses`. */
  address(name: string): string;
}

/** One run of a harness. */
export interface HarnessRunOptions {
  readonly harness: InstalledHarness;
  /** Folders that its command stands in, to be seen by the run: the installation, and a Node where it needs one. */
  readonly programs: readonly string[];
  readonly isolation: Isolation;
  /**
   * Folder of the run. It gets `files` (home, workspace, tmp), `boundary` (the gateway's log), `native` (copies of the
   * harness's own records), `turns` (what each printed), `workspace.json` (before and after) and `run.json`.
   */
  readonly folder: string;
  readonly prompts: readonly [string, ...string[]];
  /** Words by which a child's requests are known. @default none: every agent's request is the main one's */
  readonly briefs?: readonly string[];
  /** Says what requests are for. @default the adapter's own rule, with children by their briefs */
  readonly classify?: RequestClassifier;
  readonly workspace: Readonly<Record<string, string>>;
  /** Further files, which name places of the run. */
  readonly programFiles?: (place: RunPlace) => readonly PreparedFile[];
  /** Unix sockets of ours that the run reaches over its loopback, by name. */
  readonly addresses?: Readonly<Record<string, string>>;
  readonly settings?: JsonObject;
  /** The adapter's own name of a model, unless given. */
  readonly model?: string;
  readonly servers?: Readonly<Record<string, ServeConnection>>;
  /** The model, given where the workspace is seen. */
  backend(place: { readonly workspace: string }): GatewayBackend;
  readonly interventions?: readonly Intervention[];
  /** What must never be recorded, such as the key of an upstream. @default none */
  readonly keys?: readonly string[];
  /** Longest time of one turn, in milliseconds. */
  readonly turnMs: number;
  /** Signals by turn, from 0. */
  readonly signals?: Readonly<Record<number, readonly SignalPlan[]>>;
  readonly signal?: AbortSignal;
}

/** What a run was and what it left. */
export interface HarnessRunResult {
  readonly requests: readonly StoredRequest[];
  readonly boundary: readonly BoundaryRecord[];
  /** One for each user turn that was started. */
  readonly outcomes: readonly ProgramResult[];
  readonly observed: readonly Observed[];
  /** Why a later turn was not started, if so. */
  readonly notResumed?: string;
  /** Of all files, the environment and the arguments that the harness was given. */
  readonly preparedDigest: string;
  /** The folder on this machine, and the same folder as the harness saw it. */
  readonly files: { readonly folder: string; readonly root: string };
  /** Set when something happened to the gateway that makes the run worthless as evidence. */
  readonly failure: MeasurandError | undefined;
}

function runOf(adapter: HarnessAdapter, sandbox: Sandbox, options: HarnessRunOptions, token: string) {
  const { layout } = sandbox;
  return adapter.prepare({
    prompts: options.prompts,
    workspace: layout.workspace,
    home: layout.home,
    temporary: layout.temporary,
    model: options.model ?? adapter.model,
    gateway: `http://127.0.0.1:${layout.ports[0]}`,
    token,
    servers: Object.keys(options.servers ?? {}).map((name) => ({ name, command: layout.relay(name) })),
    settings: options.settings ?? {},
  });
}

interface Turns {
  readonly outcomes: ProgramResult[];
  readonly observed: Observed[];
  notResumed?: string;
}

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8');

async function playTurns(
  sandbox: Sandbox,
  prepared: PreparedRun,
  options: HarnessRunOptions,
): Promise<Turns> {
  const turns: Turns = { outcomes: [], observed: [] };
  const { harness, prompts, turnMs, signals = {} } = options;
  let session: string | undefined;
  for (const [turn, prompt] of prompts.entries()) {
    if (turn > 0) session ??= await leftSession(harness.adapter, join(options.folder, 'files', 'home'));
    const args = turn === 0 ? prepared.first : prepared.resumed(prompt, session);
    if (!Array.isArray(args)) {
      turns.notResumed = (args as { unsupported: string }).unsupported;
      break;
    }
    const outcome = await sandbox.run({
      command: harness.command,
      args,
      env: prepared.env,
      files: turn === 0 ? prepared.files : [],
      timeoutMs: turnMs,
      signals: signals[turn] ?? [],
      ...(options.signal ? { signal: options.signal } : {}),
    });
    const observed = harness.adapter.observe(text(outcome.stdout), text(outcome.stderr));
    turns.outcomes.push(outcome);
    turns.observed.push(observed);
    session = observed.session ?? session;
  }
  return turns;
}

/**
 * Runs a harness once, every turn of it, against a model behind a gateway of its own. The folder stays as the run left
 * it; nothing else does.
 *
 * @throws MeasurandError of the sandbox, the gateway, `workspace-git`; the reason of `signal`
 */
export async function runHarness(options: HarnessRunOptions): Promise<HarnessRunResult> {
  const folder = join(options.folder, 'files');
  mkdirSync(folder, { recursive: true });
  // A path to a socket may have a hundred characters.
  const sockets = mkdtempSync(join(tmpdir(), 'mrnd-'));
  const token = randomBytes(16).toString('hex');
  const resources: AsyncDisposable[] = [];
  const held = <R extends AsyncDisposable>(resource: R): R => {
    resources.unshift(resource);
    return resource;
  };
  try {
    return await play(options, { folder, sockets, token, held });
  } finally {
    for (const resource of resources) await resource[Symbol.asyncDispose]();
    rmSync(sockets, { recursive: true, force: true });
  }
}

interface Stage {
  /** The run's folder on this machine. */
  readonly folder: string;
  readonly sockets: string;
  readonly token: string;
  /** Ends a resource after the run, the last one first. */
  held<R extends AsyncDisposable>(resource: R): R;
}

async function play(options: HarnessRunOptions, stage: Stage): Promise<HarnessRunResult> {
  const { harness, servers = {}, prompts, briefs = [], isolation, addresses = {} } = options;
  const names = Object.keys(addresses);
  const { folder, sockets, token, held } = stage;
  const toolPaths: Record<string, string> = {};
  for (const [name, serve] of Object.entries(servers)) {
    const path = join(sockets, name);
    held(await ToolSocket.open(path, serve));
    toolPaths[name] = path;
  }
  const backend = new KeepingBackend();
  const socket = join(sockets, 'gateway');
  const gateway = held(
    await openGateway({
      backend,
      classify: options.classify ?? withChildren(harness.adapter.classify, briefs, prompts),
      listen: { socket },
      token,
      record: join(options.folder, 'boundary'),
      models: [options.model ?? harness.adapter.model],
      ...(options.interventions ? { interventions: options.interventions } : {}),
      ...(options.keys ? { keys: options.keys } : {}),
    }),
  );
  const sandbox = held(
    await openSandbox({
      folder,
      isolation,
      forwards: [socket, ...names.map((name) => addresses[name] as string)].map((at, index) => ({
        port: isolation.kind === 'namespaces' ? GATEWAY_PORT + index : 0,
        socket: at,
      })),
      sockets: toolPaths,
      programs: options.programs,
    }),
  );
  const { layout } = sandbox;
  const place: RunPlace = {
    workspace: layout.workspace,
    node: layout.seen(realpathSync(process.execPath)),
    address: (name) => `http://127.0.0.1:${layout.ports[1 + names.indexOf(name)]}`,
  };
  backend.ask(options.backend({ workspace: layout.workspace }));
  const prepared = runOf(harness.adapter, sandbox, options, token);
  writeRunFiles(folder, layout.root, [
    ...Object.entries(options.workspace).map(([path, content]) => ({
      path: join(layout.workspace, path),
      text: content,
    })),
    ...(options.programFiles?.(place) ?? []),
  ]);
  await commitWorkspace(sandbox);
  const before = snapshotFolder(join(folder, 'workspace'));
  const turns = await playTurns(sandbox, prepared, options);
  await sandbox.close();
  await gateway.idle();
  const digest = preparedDigest(prepared, token);
  keepRun({
    folder: options.folder,
    adapter: harness.adapter,
    outcomes: turns.outcomes,
    before,
    after: snapshotFolder(join(folder, 'workspace')),
    secret: token,
    record: {
      harness: harness.adapter.id,
      version: harness.version,
      isolation: isolation.kind,
      prepared: digest,
      prompts,
      notResumed: turns.notResumed ?? null,
      failure: gateway.failure?.message ?? null,
    },
  });
  return {
    requests: backend.requests,
    boundary: gateway.records,
    ...turns,
    preparedDigest: digest,
    files: { folder, root: layout.root },
    failure: gateway.failure,
  };
}
