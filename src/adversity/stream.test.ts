import { expect } from 'vitest';
import { verifies } from '../../test/requirements.ts';
import { stepStream } from './stream.ts';

/** First two draws of Python's random.Random(int(sha256(f"{seed}:{step}").hexdigest()[:16], 16)). */
const PYTHON = [
  [0, 1, 0.7987572644071697, 0.586692041511658],
  [0, 4, 0.1924176681027816, 0.04486605363885787],
  [7, 1, 0.04259760818256153, 0.9085345156999738],
  [19, 7, 0.47880517698423186, 0.016885587404309454],
  [123456789, 3, 0.8021178641101904, 0.2140870103418494],
] as const;

verifies('adversity.stream.digest', () => {
  for (const [seed, step, first, second] of PYTHON) {
    const stream = stepStream(seed, step);
    expect([stream.random(), stream.random()]).toEqual([first, second]);
  }
});
