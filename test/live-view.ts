import type { DeclaredTool, RequestView } from '../src/trace/wire/request-view.ts';
import type { Trial } from '../src/trials/suite/define-trial.ts';

const OWN = ['shell', 'background', 'read_file', 'write_file', 'edit_file', 'delegate'];

/** A request of the reference harness in a trial: its tools and the trial's, and results by the ids of their calls. */
export function requestViewOf(
  { services = [] }: Pick<Trial, 'services'>,
  prompt: string,
  told: Readonly<Record<string, string>>,
): RequestView {
  const names = [
    ...OWN,
    ...services.flatMap(({ name, tools }) => tools.map((tool) => `mcp__${name}__${tool.name}`)),
  ];
  const results = Object.entries(told).map(([callId, text]) => ({ callId, text, parts: [] }));
  return {
    ...{ protocol: 'openai-chat', path: '/', model: 'm', stream: false, system: '', body: null },
    messages: [
      { role: 'user', text: prompt, calls: [], results: [] },
      ...results.map((result) => ({ role: 'tool' as const, text: '', calls: [], results: [result] })),
    ],
    results,
    tools: names.map(
      (name): DeclaredTool => ({ name, description: '', kind: 'function', inputSchema: null }),
    ),
  };
}
