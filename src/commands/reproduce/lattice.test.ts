import { expect, test } from 'vitest';
import { type LatticeFindings, type PaperVerdict, paperLicence } from './lattice.ts';
import {
  criterionVerdict,
  interfaceFloorVerdict,
  nonDegeneracyVerdict,
  nullFloorVerdict,
  ownershipVerdict,
  reliabilityVerdict,
  tracePreferenceVerdict,
} from './verdict-rules.ts';

const found = (
  replay: PaperVerdict,
  criterion: PaperVerdict,
  ownership: PaperVerdict,
  scorer: LatticeFindings['scorer'],
) => paperLicence({ replay, criterion, ownership, scorer });

test('The lattice licenses what its four rules say, and nothing else', () => {
  expect(found('pass', 'pass', 'pass', 'outcome')).toBe('model capability');
  expect(found('not probed', 'pass', 'fail', 'outcome')).toBe('model-scaffold system performance');
  expect(found('pass', 'fail', 'fail', 'shape')).toBe('self-report compliance');
  expect(found('pass', 'pass', 'not probed', 'specification')).toBe('specification compliance');
  expect(found('not probed', 'pass', 'pass', 'outcome')).toBeNull();
  expect(found('pass', 'fail', 'pass', 'outcome')).toBeNull();
  expect(found('pass', 'not probed', 'fail', 'outcome')).toBeNull();
  expect(found('pass', 'pass', 'not probed', 'outcome')).toBeNull();
});

test('Each rule has a case on either side, and says not probed without evidence', () => {
  expect(ownershipVerdict({ identicalPairs: 21, pairs: 21 })).toBe('fail');
  expect(ownershipVerdict({ identicalPairs: 20, pairs: 21 })).toBe('pass');
  expect(ownershipVerdict({ scaffoldSwing: 0.1 })).toBe('fail');
  expect(ownershipVerdict({ scaffoldSwing: 0 })).toBe('pass');
  expect(criterionVerdict({ correct: 1, forged: 1 })).toBe('fail');
  expect(criterionVerdict({ correct: 1, forged: 0 })).toBe('pass');
  expect(nullFloorVerdict({ empty: 0.6 })).toBe('fail');
  expect(nullFloorVerdict({ empty: 0 })).toBe('pass');
  expect(tracePreferenceVerdict({ change: -0.4 })).toBe('fail');
  expect(tracePreferenceVerdict({ change: 0 })).toBe('pass');
  expect(nonDegeneracyVerdict({ taken: 0, of: 120 })).toBe('fail');
  expect(nonDegeneracyVerdict({ taken: 120, of: 120 })).toBe('fail');
  expect(nonDegeneracyVerdict({ taken: 38, of: 120 })).toBe('pass');
  expect(interfaceFloorVerdict({ bestScore: 0.26 })).toBe('fail');
  expect(interfaceFloorVerdict({ bestScore: 1 })).toBe('pass');
  expect(reliabilityVerdict({ repeats: 10 })).toBe('pass');
  expect(reliabilityVerdict({ repeats: 1 })).toBe('est. only');
  for (const rule of [
    ownershipVerdict,
    criterionVerdict,
    nullFloorVerdict,
    tracePreferenceVerdict,
    nonDegeneracyVerdict,
    interfaceFloorVerdict,
    reliabilityVerdict,
  ]) {
    expect(rule(null)).toBe('not probed');
  }
});
