import type { Damage } from '../../archive/damage.ts';
import { readArchive } from '../../archive/folder.ts';
import { type ArchiveCheck, verifyArchive } from '../../archive/verify.ts';
import type { RunControl } from '../../core/contracts/index.ts';
import { BUILT_IN, type Registries } from '../../study/registries.ts';
import { type Rescoring, rescore } from './rescore.ts';

export interface VerifyOptions extends RunControl {
  readonly archive: string;
  /** Score every stored submission again. @default false */
  readonly rescore?: boolean;
  /** Parts of one's own to score with. @default everything that ships with Measurand */
  readonly registries?: Registries;
}

/** What `measurand verify` found. The archive is as it was written when `damaged` is empty, and says so itself in `sound`. */
export interface VerifyReport extends ArchiveCheck {
  readonly format: 'measurand.verify/1';
  readonly archive: string;
  /** Nothing is damaged and no score came out otherwise. */
  readonly sound: boolean;
  readonly rescored?: Rescoring;
}

/**
 * Hashes everything in an archive anew and, when asked, scores every stored submission again. Names each damaged record
 * and blob and goes on with the rest, with no network.
 *
 * @throws MeasurandError `not-an-archive`, `unsupported-format`; the reason of the signal
 */
export async function verify(options: VerifyOptions): Promise<VerifyReport> {
  const { archive: folder, registries = BUILT_IN } = options;
  const check = verifyArchive(folder, options);
  const rescored = options.rescore ? await rescoreSound(folder, registries, options) : undefined;
  return {
    format: 'measurand.verify/1',
    archive: folder,
    sound: check.damaged.length === 0 && (rescored?.differences.length ?? 0) === 0,
    ...check,
    ...(rescored === undefined ? {} : { rescored }),
  };
}

/** What is damaged has been named already; the rest can be scored. */
async function rescoreSound(folder: string, registries: Registries, control: RunControl): Promise<Rescoring> {
  const ignore = (_: Damage): void => undefined;
  using archive = readArchive(folder, { onDamage: ignore });
  return await rescore(archive, registries, control);
}
