import type { Environment } from '../../core/contracts/index.ts';
import { isJsonObject, type JsonValue } from '../../core/json.ts';
import { saysRetryable } from './tool-errors.ts';

const ATTEMPTS = 10;

/**
 * Every answer of `fetch_page` to one fixed script: page 0; an in-order walk with retries; page 1 again; a page far past
 * the end; then page 0 until the budget is spent. Two environments that answer it alike differ in nothing that an agent's
 * requests could tell, whatever `get_task_info` says about them. So a setting that acts changes the transcript.
 */
export async function transcript(environment: Environment): Promise<readonly JsonValue[]> {
  const answers: JsonValue[] = [];
  const fetch = async (page: number): Promise<JsonValue> => {
    const { value } = await environment.call('fetch_page', { page });
    answers.push(value);
    return value;
  };
  const refused = (): boolean => environment.ledger().at(-1)?.outcome === 'refused';
  await fetch(0);
  for (let page = 1, more = true; more && !refused(); page += 1) {
    let value = await fetch(page);
    for (let attempt = 1; attempt < ATTEMPTS && saysRetryable(value) && !refused(); attempt += 1) {
      value = await fetch(page);
    }
    more = isJsonObject(value) && value['has_more'] === true;
  }
  await fetch(1);
  await fetch(1_000_000);
  const spent = answers.length;
  while (!refused() && answers.length < spent + environment.requestBudget) await fetch(0);
  return answers;
}
