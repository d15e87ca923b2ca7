import { checkIsolation } from '../../scaffolds/native/process/isolation.ts';
import { type DoctorCheck, missing, ok } from './check.ts';

/** Whether runs of native harnesses can be kept apart from the machine; really tried. */
export const ISOLATION_CHECK: DoctorCheck = {
  id: 'namespaces',
  title: 'Namespaces',
  for: 'keeping native harnesses apart from this machine',
  look: async () => {
    const { kind, reason } = await checkIsolation();
    if (kind === 'namespaces') return ok('network, files and processes of a run are its own; tried');
    return missing(
      `runs say isolation: none, since ${reason ?? 'they were refused'}`,
      'Use Linux as root or where user namespaces are permitted, with unshare (util-linux) and ip (iproute2)',
    );
  },
};
