// Experiments with harnesses in sandboxes: some twenty episodes, which take too long for `npm test`.
import { expect } from 'vitest';
import { liveDecisions } from '../../src/audit/propose/play/play.ts';
import { openStage } from '../../src/audit/propose/play/stage.ts';
import { referenceHarnesses } from '../../src/audit/propose/references.ts';
import { checkIsolation } from '../../src/scaffolds/native/process/isolation.ts';
import { verifies } from '../requirements.ts';

verifies('propose.references.experiment', async () => {
  await using stage = await openStage(await checkIsolation());
  for (const { id, source, truth } of referenceHarnesses()) {
    const rows = await liveDecisions(stage, source.text, Object.keys(truth), new AbortController().signal);
    const found = rows.map(({ decision, live }) => [decision, live ? 'model' : 'scaffold']);
    expect(Object.fromEntries(found), id).toEqual(truth);
  }
});
