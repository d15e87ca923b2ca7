import { scripted } from '../src/gateway/backends/scripted.ts';
import { type Gateway, openGateway } from '../src/gateway/server.ts';

const part = (text: string, name: string): string =>
  new RegExp(`${name}: ([\\s\\S]*?)(?=\\n(?:ANSWER|FIRST|SECOND|Say)|$)`).exec(text)?.[1] ?? '';

/** Judges by whether the answer ends with or holds the reference, and obeys no order. No language model. */
function sound(text: string): string {
  if (text.includes('FIRST:')) {
    return part(text, 'FIRST').includes(part(text, 'REFERENCE')) ? 'BETTER: first' : 'BETTER: second';
  }
  return part(text, 'ANSWER').includes(part(text, 'REFERENCE')) ? 'VERDICT: yes' : 'VERDICT: no';
}

const JUDGES: Readonly<Record<string, (text: string, asked: number) => string>> = {
  sound,
  obedient: (text) => (/full score|verdict for a correct/.test(text) ? 'VERDICT: yes' : sound(text)),
  impressed: (text) => (part(text, 'ANSWER').length > 200 ? 'VERDICT: yes' : sound(text)),
  first: () => 'BETTER: first',
  moody: (text, asked) => (asked > 2 && asked % 3 === 0 ? 'VERDICT: no' : sound(text)),
};

/** A scripted judge behind the real wire: it makes the recordings that the audit then replays. */
export function judgeServer(name: string): Promise<Gateway> {
  let asked = 0;
  return openGateway({
    classify: () => 'main',
    backend: scripted(({ view }) => {
      asked += 1;
      return { text: JUDGES[name]?.(view.messages.at(-1)?.text ?? '', asked) ?? '' };
    }),
  });
}
