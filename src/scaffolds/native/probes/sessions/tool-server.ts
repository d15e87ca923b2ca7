import { blind, type Step } from '../../scripts/styles.ts';
import { LAB_DONE, LAB_FILES, LAB_PROMPT } from '../lab-files.ts';
import { alone, type CellReading, type Probe, type ProbeEvidence, type ProbeSession } from '../probe.ts';
import { fromResult, placeOf } from '../reading/excerpt.ts';

const call = (tool: string, key = tool): Step => ({
  moves: [{ key, move: { move: 'callTool', server: 'lab', tool, args: {} } }],
});

function visibleName(evidence: ProbeEvidence): CellReading {
  const request = evidence.requests.find(({ role }) => role === 'main');
  const tool = request?.view.tools.find(({ name }) => /(^|_)echo$/.test(name));
  if (!request || !tool) {
    return { value: 'not declared', excerpt: '', place: request ? placeOf(request) : 'no request' };
  }
  const name = tool.namespace === undefined ? tool.name : `${tool.namespace}.${tool.name}`;
  return { value: name, excerpt: `${name}: ${tool.description}`, place: placeOf(request) };
}

const saysError = (text: string): boolean => /\berror\b|\bfailed\b|is_error/i.test(text);

function failure(text: string, isError: boolean | undefined): Pick<CellReading, 'value'> {
  if (isError === true) return { value: 'error flag' };
  return { value: saysError(text) ? 'error in words' : 'text only, like success' };
}

function parts(text: string, textMark: string, structMark: string): Pick<CellReading, 'value'> {
  const both = [text.includes(textMark) ? 'text' : '', text.includes(structMark) ? 'structured' : ''];
  const kept = both.filter(Boolean);
  return { value: kept.length === 2 ? 'both' : kept.length === 0 ? 'neither' : `${kept[0]} only` };
}

function bigPart(text: string): Pick<CellReading, 'value' | 'detail'> {
  const head = text.includes('BIG-HEAD-MARK');
  const tail = text.includes('BIG-TAIL-MARK');
  return {
    value: head ? (tail ? 'head and tail' : 'head only') : tail ? 'tail only' : 'no content',
    detail: { characters: text.length },
  };
}

function image(evidence: ProbeEvidence): CellReading {
  const shown = evidence.shown('image');
  return fromResult(evidence, 'image', (text) => {
    const caption = text.includes('CAPTION-MARK') ? 'caption' : 'no caption';
    const inside = shown?.result.parts.some(({ kind }) => /image/.test(kind)) ?? false;
    const anywhere = JSON.stringify(shown?.request.view.body ?? null).includes('iVBORw0KGgo');
    return { value: `${caption}, ${inside ? 'image' : anywhere ? 'image elsewhere' : 'no image'}` };
  });
}

const PROBES: readonly Probe[] = [
  {
    id: 'mcp-name',
    title: 'name that the model sees',
    group: 'tool-servers',
    keys: ['echo'],
    read: visibleName,
  },
  {
    id: 'mcp-error',
    title: 'result with isError',
    group: 'tool-servers',
    keys: ['fail'],
    read: (evidence) => fromResult(evidence, 'fail', failure),
  },
  {
    id: 'mcp-structured',
    title: 'structured content, no text',
    group: 'tool-servers',
    keys: ['structured'],
    read: (evidence) =>
      fromResult(evidence, 'structured', (text) => ({
        value: text.includes('STRUCT-MARK') ? 'shown' : 'not shown',
      })),
  },
  {
    id: 'mcp-both',
    title: 'structured content and a differing text',
    group: 'tool-servers',
    keys: ['both'],
    read: (evidence) =>
      fromResult(evidence, 'both', (text) => parts(text, 'TEXT-PART-MARK', 'STRUCT-PART-MARK')),
  },
  { id: 'mcp-image', title: 'image with a caption', group: 'tool-servers', keys: ['image'], read: image },
  {
    id: 'mcp-rpc-error',
    title: 'JSON-RPC error with data',
    group: 'tool-servers',
    keys: ['rpcerror'],
    read: rpcError,
  },
  {
    id: 'mcp-big',
    title: '200 KB of text',
    group: 'tool-servers',
    keys: ['big'],
    read: (evidence) => fromResult(evidence, 'big', bigPart),
  },
  {
    id: 'mcp-crash',
    title: 'server dies in a call',
    group: 'tool-servers',
    keys: ['crash'],
    read: (evidence) =>
      fromResult(evidence, 'crash', (text) => ({
        value: /clos|error|fail|disconnect/i.test(text) ? 'told' : 'other words',
      })),
  },
  {
    id: 'mcp-after-crash',
    title: '… and the next call after that',
    group: 'tool-servers',
    keys: ['crash'],
    read: afterCrash,
  },
];

function rpcError(evidence: ProbeEvidence): CellReading {
  return fromResult(evidence, 'rpcerror', (text) => ({
    value: text.includes('RPC-DATA-MARK')
      ? 'message and data'
      : text.includes('RPC-MARK')
        ? 'message only'
        : 'not told',
  }));
}

function afterCrash(evidence: ProbeEvidence): CellReading {
  const mains = evidence.requests.filter(({ role }) => role === 'main');
  const declares = (request = mains[0]): boolean =>
    request?.view.tools.some(({ name }) => /(^|_)echo$/.test(name)) ?? false;
  // One harness never declares them: it calls them through a tool of its own.
  const gone = declares(mains[0]) && !declares(mains.at(-1));
  const reading = fromResult(evidence, 'again', (text) => ({
    value: text.includes('ECHO-MARK') ? 'works: restarted' : 'fails, told',
  }));
  return gone ? { ...reading, value: 'its tools are gone from the declarations' } : reading;
}

export const TOOL_SERVER_SESSION: ProbeSession = {
  id: 'tool-server',
  prompts: [LAB_PROMPT],
  plan: alone(
    blind(
      'toolserver',
      [
        call('echo'),
        call('fail'),
        call('structured'),
        call('both'),
        call('image'),
        call('rpcerror'),
        call('big'),
        call('crash'),
        call('echo', 'again'),
      ],
      LAB_DONE,
    ),
  ),
  workspace: LAB_FILES,
  toolServer: true,
  limitSeconds: 300,
  // A model that Codex does not know: to those it knows it does not declare the tools of servers.
  model: ({ modelWithServers }) => modelWithServers,
  probes: PROBES,
};
