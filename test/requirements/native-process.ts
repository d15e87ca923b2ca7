import type { Requirement } from '../requirements.ts';

export const NATIVE_PROCESS = {
  'native.process.nothing-inherited': {
    source: 'DESIGN §10',
    says: 'a program under trial gets the environment that it is given and nothing of ours, and its input is closed',
  },
  'native.process.nothing-outside': {
    source: 'issue 4, Must show 6',
    says: 'in namespaces nothing outside the run can be written, and what homes get is gone with the run',
  },
  'native.process.last-child': {
    source: 'issue 4, Adapters',
    says: 'a grandchild that left its group and its environment is seen, and is gone afterwards',
  },
  'native.process.bounded': {
    source: 'DESIGN §10',
    says: 'a fork bomb is bounded and ended to its last process',
  },
  'native.process.random-kills': {
    source: 'issue 4, Must show 6',
    says: 'two hundred runs, killed at random moments and targets, leave no process and no file outside their folders',
  },
  'native.process.checked-first': {
    source: 'native-harnesses, Sandbox recipe',
    says: 'namespaces are used only after a check that they reap, see, confine and carry; else the reason is stated',
  },
  'native.process.carried': {
    source: 'issue 4, Gateway',
    says: 'a port carries a large stream both ways, whole, past a slow reader, and half-closed',
  },
  'native.install.exact': {
    source: 'native-harnesses, Installing',
    says: 'one exact version is installed, its version read back from the program, and any other refused',
  },
  'native.install.settled': {
    source: 'issue 4, Adapters',
    says: 'a harness that finishes its installation at its first start is started once, before its folder counts as an installation and is read-only',
  },
  'native.install.atomic': {
    source: 'issue 4, Adapters',
    says: 'an installation that is killed leaves nothing that counts as one, and the next takes over',
  },
  'native.install.registry': {
    source: 'issue 4, Adapters',
    says: 'a harness is installed from the npm registry, found, asked for its version, listed and removed',
  },
  'native.doctor.exit-codes': {
    source: 'DESIGN §4',
    says: 'doctor ends with 3 when something required is not usable, and says what to do about each thing that is not',
  },
} satisfies Record<string, Requirement>;
