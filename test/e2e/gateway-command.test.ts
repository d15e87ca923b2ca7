import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { measurand, temporaryFolder } from './program.ts';
import { type StartedGateway, startGateway } from './started-gateway.ts';

const RESULT = 'DISK FULL on /dev/sda';

/** A chat request whose one call may have its result. */
function chat(answered: boolean): object {
  const call = { id: 'c1', type: 'function', function: { name: 'shell', arguments: '{"command":"df"}' } };
  return {
    model: 'm',
    messages: [
      { role: 'user', content: 'Look.' },
      ...(answered
        ? [
            { role: 'assistant', content: null, tool_calls: [call] },
            { role: 'tool', tool_call_id: 'c1', content: RESULT },
          ]
        : []),
    ],
    tools: [{ type: 'function', function: { name: 'shell', description: 'Runs', parameters: {} } }],
  };
}

async function ask({ baseUrls, token }: StartedGateway, body: object): Promise<[number, string]> {
  const response = await fetch(`${baseUrls['openai-chat']}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return [response.status, await response.text()];
}

const said = (text: string): unknown =>
  (JSON.parse(text) as { choices: { message: { content: unknown; tool_calls?: unknown[] } }[] }).choices[0]
    ?.message;

verifies('gateway.command.sources', async () => {
  using folder = temporaryFolder();
  const file = (name: string, value: unknown): string => {
    const path = join(folder.path, name);
    writeFileSync(path, JSON.stringify(value));
    return path;
  };
  const recorded = join(folder.path, 'boundary');
  const scripted = await startGateway([
    '--script',
    file('replies.json', [
      { calls: [{ id: 'c1', name: 'shell', args: { command: 'df' } }] },
      { text: 'Full.' },
    ]),
    '--faults',
    file('faults.json', [
      {
        id: 'busy',
        when: { results: 0, attempt: 0 },
        faults: [{ type: 'status', status: 429, message: 'slow down', headers: { 'retry-after': '1' } }],
      },
    ]),
    '--interventions',
    file('changes.json', [
      {
        id: 'hide',
        select: { kind: 'result', tool: 'shell' },
        action: { type: 'replace', find: 'FULL', text: 'FINE' },
      },
    ]),
    '--record',
    recorded,
  ]);
  expect((await ask(scripted, chat(false)))[0]).toBe(429);
  expect(said((await ask(scripted, chat(false)))[1])).toMatchObject({ tool_calls: [{ id: 'c1' }] });
  expect(said((await ask(scripted, chat(true)))[1])).toMatchObject({ content: 'Full.' });

  const upstream = await startGateway(
    [
      '--upstream',
      scripted.baseUrls['openai-chat'] ?? '',
      '--protocol',
      'openai-chat',
      '--key-env',
      'SECOND_KEY',
      '--faults',
      file('cut.json', [{ id: 'cut', when: { results: 1 }, faults: [{ type: 'cut', after: 12 }] }]),
    ],
    { SECOND_KEY: scripted.token },
  );
  expect(said((await ask(upstream, chat(false)))[1])).toMatchObject({ tool_calls: [{ id: 'c1' }] });
  await expect(ask(upstream, chat(true))).rejects.toThrow();
  expect(await upstream.end()).toBe(0);
  expect(await scripted.end()).toBe(0);

  const log = readFileSync(join(recorded, 'boundary.jsonl'), 'utf8').trim().split('\n');
  const records = log.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(records[0]).toMatchObject({ status: 429, faults: [{ type: 'status', rule: 'busy' }] });
  expect(records[2]).toMatchObject({ interventions: [{ intervention: 'hide', action: 'replace' }] });

  const replayed = await startGateway(['--replay', recorded]);
  expect((await ask(replayed, chat(false)))[0]).toBe(429);
  expect((await ask(replayed, { ...chat(false), messages: [{ role: 'user', content: 'Else' }] }))[0]).toBe(
    400,
  );
  expect(await replayed.end()).toBe(1);

  const shown = await measurand(['trace', 'show', recorded]);
  expect(shown.code).toBe(0);
  expect(shown.out).toContain('FINE');
  const imported = await measurand(['import', recorded, '--out', join(folder.path, 'trace'), '--json']);
  const { ledger } = JSON.parse(imported.out) as { ledger: Record<string, number> };
  expect(imported.code).toBe(0);
  expect(ledger).toMatchObject({ dropped: 0 });
  expect(ledger['read']).toBe(
    (ledger['mapped'] ?? 0) + (ledger['raw'] ?? 0) + (ledger['unpaired'] ?? 0) + (ledger['dropped'] ?? 0),
  );
});

test('a file of faults or interventions that has another form is refused by field, before anything listens', async () => {
  using folder = temporaryFolder();
  const path = join(folder.path, 'f.json');
  writeFileSync(path, '[{"id":"a","when":{},"faults":[{"type":"cut","after":"call"}]}]');
  const script = join(folder.path, 's.json');
  writeFileSync(script, '[{"text":"hi"}]');
  const cut = await measurand(['gateway', '--script', script, '--faults', path]);
  expect({ code: cut.code, err: cut.err }).toEqual({
    code: 2,
    err: expect.stringContaining('cannot cut after a call'),
  });
  writeFileSync(path, '[{"id":"a","select":{"kind":"result"},"action":{"type":"explode"}}]');
  const change = await measurand(['gateway', '--script', script, '--interventions', path]);
  expect({ code: change.code, err: change.err }).toEqual({ code: 2, err: expect.stringContaining('f.json') });
});
