import type { Requirement } from '../requirements.ts';

/** What drives native harnesses promises. */
export const NATIVE_ADAPTERS = {
  'native.script.conversation': {
    source: 'native-harnesses, design of the scripted model server',
    says: 'A script chooses its move from the results that the request shows, so that a request asked again gets the same calls with the same ids.',
  },
  'native.script.declared-only': {
    source: 'Issue 4, scripts',
    says: 'A script never calls a tool that the harness did not declare, nor with arguments that its schema refuses, unless the move is raw.',
  },
  'native.adapter.pure': {
    source: 'native-harnesses, adapter interface',
    says: 'Preparing the same run twice gives the same bytes, and every file stands below the home or the workspace.',
  },
  'native.adapter.roles': {
    source: 'native-harnesses, classify every request by role',
    says: 'Requests of the recorded shapes get their role, and a request that nothing is known of gets none.',
  },
  'native.run.end-to-end': {
    source: 'Issue 4, must show 8',
    says: 'An in-repo harness is driven through gateway, sandbox and adapter, and what the model was shown is read back by key.',
  },
  'native.run.children': {
    source: 'native-harnesses, classify every request by role',
    says: 'A request with the brief of a child and without the prompt of the main agent is the child’s.',
  },
  'native.run.folder': {
    source: 'Issue 4, adapters',
    says: 'A run leaves what each turn printed, the workspace before and after, the digest of what was prepared, how each turn ended, and copies of the harness’s own records beside its boundary log.',
  },
  'native.probe.apparatus': {
    source: 'DESIGN §4',
    says: 'A session in which the apparatus fails is named in the matrix and in its cells, and the other sessions are probed.',
  },
  'native.probe.evidence': {
    source: 'Issue 4, probe suite',
    says: 'Every probed cell has a value, the words of the request body behind it and their place; three repeats agree or the cell says how often.',
  },
  'native.probe.not-probed': {
    source: 'DESIGN §3',
    says: 'A harness that is not installed, and a probe that it cannot do, is not-probed with a reason, and never shown as passed.',
  },
  'native.probe.compare': {
    source: 'Issue 4, probe suite',
    says: 'Two matrices are compared cell by cell, a cell that one did not probe included.',
  },
} satisfies Readonly<Record<string, Requirement>>;
