import { packageVersion } from '../../core/version.ts';
import { targetCard } from './card.ts';
import type { TargetAudit } from './document.ts';
import { type MeasureTargetOptions, measureTarget } from './measure.ts';
import type { BridgeMeasurements } from './measurements.ts';
import { compareRelease, type KnownRelease, releaseSentence, releaseTable } from './release.ts';
import { targetTables } from './tables.ts';

export interface AuditTargetOptions extends MeasureTargetOptions {
  /** The command line that makes the same audit again. */
  readonly again: string;
  /** The release that this is expected to be. @default nothing is expected */
  readonly known?: KnownRelease;
}

function provenanceText({ target, apparatus, judge }: BridgeMeasurements): string {
  const asked = judge
    ? `The judge ${judge.judge} was asked ${judge.origin === 'recording' ? 'in a recording, and nobody now' : 'at its endpoint'}`
    : 'No model was called';
  const { package: name, version, commit, dirty } = apparatus.provenance;
  const what = name
    ? `${name} ${version ?? ''}`.trim()
    : commit
      ? `commit ${commit}`
      : 'files without a version';
  const changed = dirty ? ', with changes that are not committed' : '';
  const stubs =
    apparatus.stubs.length === 0 ? 'nothing stood in for' : `stood in for: ${apparatus.stubs.join('; ')}`;
  return `The scorer of ${target.name} as installed here (${what}${changed}), executed; ${stubs}. ${asked}.`;
}

function notProbed({ notProbed: skipped, target, judge }: BridgeMeasurements): TargetAudit['notProbed'] {
  return [
    ...skipped.map(({ what, count, why }) => ({ what: `${what} (${count} times)`, why })),
    ...(judge
      ? []
      : [
          {
            what: 'Language models',
            why: `no model was called: this is an audit of how ${target.name} scores`,
          },
        ]),
    { what: 'Its environment and its episodes', why: 'only submissions were scored; no episode was run' },
  ];
}

const NO_PANELS = {
  joint: [],
  spectra: [],
  curves: [],
  forest: [],
  scaffolding: [],
  ownership: [],
  probe: [],
} as const;

/**
 * Audits a released scorer over the bridge and gives the whole document: measurements, card, tables. No model is called.
 *
 * @throws MeasurandError `target-unreachable`, `claim-refused`
 */
export async function auditTarget(options: AuditTargetOptions): Promise<TargetAudit> {
  const { measurements, root } = await measureTarget(options);
  const { target, outcomes, requests, tasks } = measurements;
  const profile = target.variant === '' ? target.name : target.variant;
  const { provenance } = measurements.apparatus;
  const release = options.known && compareRelease(provenance, options.known);
  const made = targetCard(
    { measurements, again: options.again },
    { profiles: { [profile]: { measurements } } },
    `profiles[${profile}].measurements`,
  );
  // Another scorer is another card: whoever reads the two side by side must see it.
  const card =
    release?.verdict === 'differs'
      ? { ...made, id: `${made.id}@${provenance.tree?.slice(0, 12) ?? ''}` }
      : made;
  return {
    format: 'measurand.target-audit/1',
    title: `Validity audit of ${target.name}${target.variant === '' ? '' : `, ${target.variant}`}`,
    target: target.name,
    provenance: [provenanceText(measurements), ...(release ? [releaseSentence(release)] : [])].join(' '),
    version: packageVersion(),
    root,
    ledger: {
      planned: requests,
      states: { scored: outcomes.score, errored: outcomes.exception, missing: outcomes.notProbed },
    },
    profiles: {
      [profile]: {
        title: `${target.name} ${target.variant}`.trim(),
        about: `${tasks.probed} of ${tasks.listed} tasks`,
        card,
        measurements,
      },
    },
    cards: [card],
    panels: {
      ...NO_PANELS,
      tables: [...targetTables(measurements, options.again), ...(release ? [releaseTable(release)] : [])],
    },
    generatorCards: [],
    notProbed: notProbed(measurements),
    howTo: [`${options.again}: this audit again`],
  };
}
