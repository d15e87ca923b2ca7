import { trialSections } from '../../trials/sections.ts';
import type { ArchiveStats, StudyReport } from '../document.ts';
import type { Section } from '../section.ts';
import { comparisonSection } from './comparison.ts';
import { conventionsSection } from './conventions.ts';
import { declaredSections } from './declared.ts';
import { strataWithGroups } from './groups.ts';
import { ledgerSection } from './ledger.ts';
import { spectrumSection } from './means.ts';
import { ranksSection } from './ranks.ts';
import { tasksSection } from './tasks.ts';
import { varianceSection } from './variance.ts';
import { worstSection } from './worst-of-m.ts';

/** Everything that statistics of an archive say, in the order in which a reader wants it. */
export function statsSections(stats: ArchiveStats, errors: StudyReport['errors'] = {}): readonly Section[] {
  return [
    ledgerSection(stats, errors),
    ...stats.scorers.flatMap((scorer) => {
      const strata = strataWithGroups(scorer, stats);
      return [
        spectrumSection(scorer, strata, stats.level),
        conventionsSection(scorer, strata),
        ranksSection(scorer, strata),
        tasksSection(scorer, strata),
        worstSection(scorer, strata),
        varianceSection(scorer),
      ];
    }),
  ];
}

/** The sections of a whole report. Terminal, Markdown and page are written from them and from nothing else. */
export function reportSections(report: StudyReport): readonly Section[] {
  const { stats, comparisons, errors } = report;
  const [ledger, ...others] = statsSections(stats, errors);
  return [
    ...(ledger ? [ledger] : []),
    ...(report.trials ? trialSections(report.trials) : []),
    ...declaredSections(report),
    ...others,
    ...comparisons.map(comparisonSection),
  ];
}

export { comparisonSection } from './comparison.ts';
