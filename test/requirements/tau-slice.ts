import type { Requirement } from '../requirements.ts';

export const TAU_SLICE = {
  'tau-slice.printed': {
    source: 'issue 5, Must show 8; paper, Table A3 and Section A.10',
    says: 'the slice of tau-bench replays to the printed cells, shares of variance, sign tests and re-run',
  },
  'tau-slice.chart': {
    source: 'issue 5, Must show 8; paper, Figure A4',
    says: 'the slice writes one page with its interaction chart, its user simulator and where its rows come from',
  },
  'tau-slice.live': {
    source: 'issue 5, Must show 8',
    says: 'a slice plays its episodes with any models over the bridge, writes rows that replay it, and plays the same from their recordings',
  },
} satisfies Record<string, Requirement>;
