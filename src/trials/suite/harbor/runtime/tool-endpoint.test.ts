import { expect, test } from 'vitest';
import { RunLedger } from '../../run-ledger.ts';
import { says, serviceCall, type TrialService } from '../../services/service.ts';
import { ToolEndpoint } from './tool-endpoint.ts';

const service: TrialService = {
  name: 'desk',
  tools: [
    {
      name: 'ask',
      description: 'Asks.',
      inputSchema: { type: 'object' },
      call: ({ how }) =>
        how === 'dies'
          ? { dies: true }
          : how === 'fails'
            ? { code: -32_000, message: 'no' }
            : { ...says('yes'), afterMs: 1 },
    },
  ],
};

test('a service over HTTP answers, fails and dies as it does over a socket, and every call is in the ledger', async () => {
  const ledger = new RunLedger();
  const endpoint = new ToolEndpoint(service, serviceCall(service, {}, ledger), ledger);
  const ask = (method: string, params = {}) => endpoint.answer({ jsonrpc: '2.0', id: 1, method, params });
  const call = (how: string) => ask('tools/call', { name: 'ask', arguments: { how } });
  expect(await ask('initialize', { protocolVersion: '2025-03-26' })).toMatchObject({
    result: { protocolVersion: '2025-03-26', serverInfo: { name: 'desk' } },
  });
  expect(await ask('tools/list')).toMatchObject({ result: { tools: [{ name: 'ask' }] } });
  expect(await call('well')).toEqual({
    ...{ jsonrpc: '2.0', id: 1 },
    result: { content: [{ type: 'text', text: 'yes' }] },
  });
  expect(await call('fails')).toMatchObject({ error: { code: -32_000, message: 'no' } });
  expect(await call('dies')).toBe('dies');
  expect(await ask('tools/call', { name: 'other' })).toMatchObject({ error: { code: -32_602 } });
  expect(await ask('resources/list')).toMatchObject({ error: { code: -32_601 } });
  expect(await endpoint.answer({ jsonrpc: '2.0', method: 'notifications/initialized' })).toBe('nothing');
  expect(ledger.entries().map(({ event }) => event)).toEqual(['call', 'call', 'call', 'call']);
});
