import { MeasurandError } from '../../core/errors.ts';
import type { Ask } from './ask.ts';
import type { ProviderName } from './model-id.ts';

const PACKAGES: Readonly<Record<ProviderName, string>> = {
  openai: 'openai',
  compatible: 'openai',
  anthropic: '@anthropic-ai/sdk',
  google: '@google/genai',
};

function load(provider: ProviderName): Promise<{ readonly ask: Ask }> {
  switch (provider) {
    case 'openai':
    case 'compatible':
      return import('./openai/ask.ts');
    case 'anthropic':
      return import('./anthropic/ask.ts');
    case 'google':
      return import('./google/ask.ts');
  }
}

/** Loads the client library of a provider when it is first needed. @throws MeasurandError `missing-dependency` */
export async function clientFor(provider: ProviderName): Promise<Ask> {
  try {
    return (await load(provider)).ask;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw cause;
    throw new MeasurandError('missing-dependency', `The package ${PACKAGES[provider]} is not installed`, {
      kind: 'unsupported',
      next: `Run npm install ${PACKAGES[provider]}, or npm install without --omit=optional`,
      cause,
    });
  }
}
