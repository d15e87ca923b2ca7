/** What the installation of a harness depends on: the machine that it is for. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly arch: string;
}

/** How one harness is installed and started. Data, so that a new version or harness is one small file. */
export interface InstallRecipe {
  readonly id: string;
  readonly title: string;
  /** Package of the npm registry. */
  readonly package: string;
  /** The version that Measurand was tried with, and installs unless told otherwise. */
  readonly version: string;
  /** Its name on the PATH. */
  readonly bin: string;
  /** Its program below the installation's folder, or undefined where none is made for the machine. */
  program(machine: Machine): string | undefined;
  /** Set when the program is JavaScript: the Node that runs it, by exact version. Native programs need none. */
  readonly node?: string;
  readonly versionArgs: readonly string[];
  /**
   * Versions beside the harness's own, exact, that an installation needs to work at all.
   *
   * @param version of the harness
   */
  besides?(version: string): Readonly<Record<string, string>>;
  /**
   * It finishes its own installation when it is first started, and cannot start from a folder that is read-only before
   * it has.
   */
  readonly settles?: true;
  /** Leaves peer dependencies to `besides`, where resolving them does not come to an end. */
  readonly ignorePeers?: true;
}

/** A Node that runs every harness in JavaScript; it comes from the same registry, whatever Node runs us. */
export const HARNESS_NODE = '24.22.3';

/** The machine that this is. */
export const THIS_MACHINE: Machine = { platform: process.platform, arch: process.arch };
