import type { CardItem, Evidence } from '../types.ts';
import { compose } from './compose.ts';
import type { DraftFinding } from './draft.ts';
import { guardClaim } from './guard.ts';

/**
 * Fills a draft's figures in from the document and has every sentence guarded.
 *
 * @param id of the item; its evidence is numbered below it
 * @param base path of the measurements that the item may draw on, beside the paper's figures
 */
export function finishItem(draft: DraftFinding, id: string, base: string, document: unknown): CardItem {
  const expand = (path: string): string => (path.startsWith('~') ? `${base}${path.slice(1)}` : path);
  const scopes = [`${base}.`, 'paper.'];
  const summary = guardClaim(compose(document, base, draft.summary), document, scopes);
  const evidence = draft.evidence.map(({ says, path, origin, source }, i): Evidence => {
    const claim = guardClaim(compose(document, base, says), document, scopes);
    return { ...claim, id: `${id}-${i + 1}`, origin, path: expand(path), source };
  });
  return {
    verdict: draft.verdict,
    summary: summary.text,
    figures: summary.figures,
    ...(draft.annotation === undefined ? {} : { annotation: draft.annotation }),
    evidence,
  };
}
