import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  CARD_ITEMS,
  type Card,
  type CardItem,
  type CardItemId,
  type Claim,
  type Evidence,
  type EvidenceOrigin,
  type JointIntervention,
  type OwnershipRow,
  type ProbeRow,
  type Spectrum,
  type Verdict,
} from '../../src/audit/types.ts';
import type { ReportDocument } from '../../src/report/document.ts';

const PAPER = join(import.meta.dirname, '../../data/paper');

function paper<T>(name: string): T {
  return JSON.parse(readFileSync(join(PAPER, `${name}.json`), 'utf8')) as T;
}

/** A sentence whose numerals are all bound to one path: enough for a report, which only shows bindings. */
function claim(text: string, path: string): Claim {
  const figures = [...text.matchAll(/\d+(?:\.\d+)?/g)].map((match) => ({
    at: [match.index, match.index + match[0].length] as const,
    path,
    rounding: match[0].includes('.') ? '3' : 'integer',
  }));
  return { text, figures };
}

const AS_PUBLISHED: Readonly<Record<CardItemId, readonly [Verdict, string]>> = {
  ownership: [
    'fail',
    'The scaffold owns 5 of 5 claimed decisions; payloads agree byte for byte in 66 of 66 pairs',
  ],
  criterion: [
    'fail',
    'A fabricated submission scores 0.980, as the correct one does; by ground truth 0.000 against 1.000',
  ],
  'null-floor': ['fail', 'An empty submission scores 0.645'],
  'trace-preference': ['fail', 'Correct data under a contradictory self-report loses 0.398'],
  'non-degeneracy': ['fail', 'Swapping the model changes no outcome in 120 episodes'],
  'interface-floor': [
    'fail',
    'T7_totals_trap needs more output tokens than one reply holds: F1 is capped at 0.412',
  ],
  'joint-intervention': [
    'fail',
    'Models separate only at L2 × ground truth: spread 1.000 there, 0.000 at L0',
  ],
  reliability: ['pass', 'Recomputed for 8 models over 50 runs each: mean, worst, CVaR and reliability'],
  'seed-sensitivity': ['fail', 'Two seeds give the same records, pages and faults in all 10 tasks'],
  'fault-witness': ['fail', 'Declared duplicates never occur in 2 tasks'],
  reachability: ['fail', 'A straight walk cannot reach every true record in 3 tasks'],
  'inert-settings': ['fail', 'Changing 4 declared parameters changes nothing'],
  replay: ['pass', 'Two runs of every episode agree byte for byte'],
  'visible-recall': ['not-probed', 'The released harness does not record what it shows to the model'],
};

const REPAIRED: Readonly<Record<CardItemId, readonly [Verdict, string]>> = {
  ownership: ['pass', 'The model owns 5 of 5 claimed decisions'],
  criterion: ['pass', 'No submission of lower quality scores as high, over 2000 searched'],
  'null-floor': ['pass', 'An empty submission scores 0.000'],
  'trace-preference': ['pass', 'The self-report moves the score by 0.000'],
  'non-degeneracy': ['pass', 'Each of the 5 decisions, changed alone, changes the outcome'],
  'interface-floor': ['pass', 'The chunked protocol lifts the cap: F1 can reach 1.000 on every task'],
  'joint-intervention': ['pass', 'Models separate at L2 × ground truth with a spread of 1.000'],
  reliability: ['pass', 'Reported for 12 archetypes over 110 runs each'],
  'seed-sensitivity': ['pass', 'Two seeds differ in records, pages and faults in all 11 tasks'],
  'fault-witness': ['pass', 'Every declared fault occurs in every seed'],
  reachability: ['pass', 'One walk in order with truthful retries reaches every record'],
  'inert-settings': ['pass', 'Every declared parameter changes something'],
  replay: ['pass', 'Two runs of every episode agree byte for byte'],
  'visible-recall': ['pass', 'Every true record was shown to the perfect archetype'],
};

function evidence(profile: string, id: CardItemId, verdict: Verdict, summary: string): Evidence[] {
  if (verdict === 'not-probed') return [];
  const path = `profiles[${profile}].${id}`;
  const item = (part: string, origin: EvidenceOrigin, source: string): Evidence => ({
    id: `${profile}.${id}.${part}`,
    origin,
    path,
    source,
    ...claim(summary, path),
  });
  const executed = item('run', 'executed', `measurand audit comtrade --only ${id}`);
  if (profile === 'repaired') return [executed];
  const origin = id === 'reliability' ? 'recomputed' : 'quoted';
  return [executed, item('paper', origin, 'Table A4, ComtradeBench column')];
}

interface CardSketch extends Pick<Card, 'profile' | 'level' | 'scorer' | 'scorerKind' | 'headline'> {
  readonly licensed: string;
  readonly forbidden: string;
  readonly disagreement?: string;
}

function card(sketch: CardSketch): Card {
  const { profile, level, scorer, licensed, disagreement = '' } = sketch;
  const verdicts = profile === 'repaired' ? REPAIRED : AS_PUBLISHED;
  const items = Object.fromEntries(
    CARD_ITEMS.map((id): [CardItemId, CardItem] => {
      const [verdict, text] = verdicts[id];
      const { figures } = claim(text, `profiles[${profile}].${id}`);
      const annotation = id === 'reliability' ? { annotation: 'archetypes, not language models' } : {};
      return [
        id,
        { verdict, summary: text, figures, ...annotation, evidence: evidence(profile, id, verdict, text) },
      ];
    }),
  ) as Record<CardItemId, CardItem>;
  return {
    format: 'measurand.card/1',
    id: `${profile}/${level}/${scorer}`,
    target: 'comtrade',
    items,
    licensedByPaper: disagreement === '' ? licensed : 'model capability, within measured interface bounds',
    overall: profile === 'repaired' ? 'model-valid within measured interface bounds' : 'repair required',
    missingDecisions: level === 'L0' ? ['retry', 'dedup', 'totals', 'pagination', 'submission'] : [],
    repair:
      level === 'L0' ? 'Return the decisions to the model, or relabel the score as system performance' : '',
    notProbed: CARD_ITEMS.filter((id) => verdicts[id][0] === 'not-probed'),
    ...sketch,
    disagreement,
  };
}

const CARDS: readonly Card[] = [
  card({
    profile: 'as-published',
    level: 'L0',
    scorer: 'shape-judge',
    scorerKind: 'shape',
    headline: true,
    licensed: 'self-report compliance',
    forbidden:
      'the capability of a model: the harness decides, and the judge grades what the submission says of itself',
  }),
  card({
    profile: 'repaired',
    level: 'L2',
    scorer: 'truth-f1',
    scorerKind: 'outcome',
    headline: true,
    licensed: 'model capability, at L2 and within the measured interface bounds',
    forbidden: 'capability at other levels, or of models that were not run',
  }),
  card({
    profile: 'as-published',
    level: 'L2',
    scorer: 'truth-f1',
    scorerKind: 'outcome',
    headline: false,
    licensed: 'model–scaffold–environment performance',
    forbidden: 'the capability of a model across seeds: the seed reaches nothing',
    disagreement:
      'The paper checks no environment; here the seed changes nothing and some truth cannot be reached',
  }),
  card({
    profile: 'repaired',
    level: 'L0',
    scorer: 'shape-judge',
    scorerKind: 'shape',
    headline: false,
    licensed: 'self-report compliance',
    forbidden: 'the capability of a model',
  }),
];

const DECISIONS = ['retry', 'dedup', 'totals', 'pagination', 'submission'] as const;

/** Who decides what under each scaffold: a letter a decision, in the order above. */
const SEEN = { l0: 'sssss', 'l0-release': 'ssshs', l1: 'mssss', l2: 'mmmmm' } as const;
const OWNERS = { s: 'scaffold', m: 'model', h: 'shared' } as const;

function ownership(profile: string): readonly OwnershipRow[] {
  return Object.entries(SEEN).flatMap(([scaffold, letters]) =>
    DECISIONS.map((decision, i): OwnershipRow => {
      const observed = OWNERS[letters[i] as keyof typeof OWNERS];
      const declared = profile === 'as-published' && scaffold === 'l0' ? 'model' : observed;
      const counts = {
        model: observed === 'scaffold' ? 0 : 840,
        scaffold: observed === 'model' ? 0 : 1320,
        environment: 0,
      };
      return { scaffold, decision, declared, observed, counts };
    }),
  );
}

const TIED = { concordant: 0, discordant: 0, tied: 14, invented: 0 } as const;

interface PaperJoint {
  readonly rows: readonly {
    model: string;
    L0_judge: number;
    L0_f1: number;
    L2_judge: number;
    L2_f1: number;
  }[];
}

function joint(): JointIntervention {
  const cells = paper<PaperJoint>('joint_2x2').rows.map((row) => ({
    model: row.model,
    L0: { shipped: row.L0_judge, truth: row.L0_f1 },
    L2: { shipped: row.L2_judge, truth: row.L2_f1 },
  }));
  const rows = cells.filter((row) => row.model !== 'Model spread');
  return {
    origin: 'recomputed',
    task: 'T3_duplicates',
    seeds: 5,
    models: rows.length,
    rows,
    spread: { L0: { shipped: 0, truth: 0 }, L2: { shipped: 0.948, truth: 1 } },
    submittingSpread: 0.425,
    submitting: 6,
    separatedPairs: 14,
    tiedPairs: 7,
    order: {
      L0: { shipped: TIED, truth: TIED },
      L2: {
        shipped: { concordant: 13, discordant: 1, tied: 0, invented: 0 },
        truth: { concordant: 14, discordant: 0, tied: 0, invented: 0 },
      },
    },
    pairs: { total: 21, data: 21, metadata: 21, log: 21 },
    masking: 'Both confounds mask: models separate only at L2 × ground truth.',
  };
}

interface PaperSpectrum {
  readonly five_tasks: readonly string[];
  readonly rows: readonly {
    readonly model: string;
    readonly n: number;
    readonly recomputed: Record<string, number> & { quartiles_type7: [number, number, number] };
  }[];
}

function spectrum(): Spectrum {
  const { rows, five_tasks: tasks } = paper<PaperSpectrum>('spectrum');
  return {
    origin: 'recomputed',
    title: 'Eight language models, the paper’s runs',
    level: 'L2',
    scorer: 'truth-f1',
    tasks,
    seeds: 10,
    rows: rows.map(({ model, n, recomputed }) => {
      const value = (name: string): number => recomputed[name] ?? Number.NaN;
      return {
        model,
        n,
        mean: value('mean'),
        std: value('std_sample'),
        worst: value('worst'),
        best: value('max'),
        cvar: value('cvar_0_2'),
        reliability90: value('rel_at_0_9'),
        reliability50: value('rel_at_0_5'),
        gap: value('reliability_gap'),
        quartiles: recomputed.quartiles_type7,
        ci: [value('worst'), value('max')],
      };
    }),
  };
}

interface PaperEscalation {
  readonly rows: readonly {
    experiment: string;
    model: string;
    delta: number;
    ci95: [number, number];
    p: number;
    p_holm: number | null;
  }[];
  readonly section_A4_dose_response: readonly { model: string; slack: number[]; delta: string[] }[];
}

interface PaperProbe {
  readonly task: string;
  readonly max_points: Readonly<Record<string, number>>;
  readonly rows: readonly (Record<string, number> & { submission: never })[];
}

function probe(): readonly ProbeRow[] {
  const { rows, task, max_points: points } = paper<PaperProbe>('judge_probe');
  return rows.map((row) => ({
    submission: row.submission,
    title: `${String(row.submission)} submission`,
    task,
    rows: row['rows'] ?? 0,
    judge: row['judge_total'] ?? 0,
    judgeParts: Object.fromEntries(Object.keys(points).map((part) => [part, row[part] ?? 0])),
    truthById: row['f1'] ?? 0,
    truthByRecord: row['f1'] ?? 0,
  }));
}

/** A document of the shape and size of a real audit, from the paper's numbers. */
export function fixtureDocument(): ReportDocument {
  const escalation = paper<PaperEscalation>('escalation');
  const scaffolding = paper<{
    rows: readonly {
      model: string;
      L0_judge: number | null;
      L1_coverage: number | null;
      L2_f1: number | null;
    }[];
  }>('scaffolding');
  const [first, second] = CARDS;
  if (!first || !second) throw new Error('the fixture has no headline cards');
  return {
    title: 'ComtradeBench, audited',
    target: 'ComtradeBench',
    provenance: 'One public snapshot of the release; it may differ from the code behind the paper.',
    version: '0.1.0',
    root: '0'.repeat(64),
    ledger: { planned: 1320, states: { scored: 1300, 'no-submission': 20, errored: 0 } },
    profiles: {
      'as-published': { title: 'The release, bit for bit', about: 'Its defects included.', card: first },
      repaired: {
        title: 'Our redesign',
        about: 'It does what the paper says of its benchmark.',
        card: second,
      },
    },
    cards: CARDS,
    panels: {
      joint: [
        { profile: 'as-published', data: joint() },
        { profile: 'repaired', data: joint() },
      ],
      spectra: [spectrum(), { ...spectrum(), title: 'The same, again', origin: 'executed' }],
      curves: [
        {
          title: 'What escalation costs, by slack',
          x: 'Slack after the squeeze (requests)',
          y: 'Coverage lost to escalation',
          curves: escalation.section_A4_dose_response.map(({ model, slack, delta }, i) => ({
            label: model,
            origin: i === 0 ? 'executed' : 'quoted',
            points: slack.map((x, at) => {
              const y = Number(delta[at]);
              return { x, y, lo: y - 0.03, hi: y + 0.03, n: 20 };
            }),
          })),
        },
      ],
      forest: escalation.rows.map((row, i) => ({
        label: `${row.experiment}: ${row.model}`,
        origin: i % 2 === 0 ? 'executed' : 'quoted',
        n: 20,
        delta: row.delta,
        lo: row.ci95[0],
        hi: row.ci95[1],
        p: row.p,
        pHolm: row.p_holm,
      })),
      scaffolding: [
        {
          profile: 'paper',
          data: scaffolding.rows.map((row) => ({
            model: row.model,
            origin: 'quoted',
            L0Judge: row.L0_judge,
            L1Coverage: row.L1_coverage,
            L2Truth: row.L2_f1,
          })),
        },
      ],
      ownership: ['as-published', 'repaired'].map((profile) => ({ profile, data: ownership(profile) })),
      probe: [{ profile: 'as-published', data: probe() }],
      tables: [
        {
          id: 'coverage',
          title: 'Coverage by policy and slack',
          about: 'A replication beside the paper’s figures.',
          origin: 'executed',
          columns: [
            { title: 'Policy', format: 'text' },
            { title: 'Slack', format: 'integer' },
            { title: 'Coverage', format: 'fixed:3' },
            { title: 'Paper', format: 'fixed:3' },
          ],
          rows: [
            ['always-retry', 0, 0.736, null],
            ['always-retry', 2, 0.817, 0.817],
          ],
        },
      ],
    },
    generatorCards: [
      {
        profile: 'repaired',
        title: 'Trade records and faults',
        sections: [{ heading: 'Seeds', rows: [{ name: 'Range', text: 'Every non-negative safe integer' }] }],
      },
    ],
    notProbed: [{ what: 'Language models', why: 'The audit calls no model; their numbers are quoted.' }],
    howTo: ['measurand audit comtrade', 'measurand reproduce'],
  };
}
