import { ENVELOPE_LENGTH } from './chain.ts';
import { EpisodeDigests } from './episode-digests.ts';
import { readBytes } from './log-lines.ts';

/** The line of an episode, without its line end, in an open log. */
export interface LinePlace {
  readonly fd: number;
  /** Of its first byte. */
  readonly offset: number;
  readonly length: number;
}

/**
 * What is held of every episode while an archive is open: its digests and where its line is, about 110 bytes, and never
 * the record itself. A slot is the number of an episode in order of arrival, from 0.
 */
export class HeldEpisodes {
  readonly digests = new EpisodeDigests();
  /** By slot. */
  readonly #logOf: number[] = [];
  readonly #offsetOf: number[] = [];
  readonly #lengthOf: number[] = [];

  add(id: string, digest: string, { fd, offset, length }: LinePlace): void {
    const slot = this.digests.add(id, digest);
    this.#logOf[slot] = fd;
    this.#offsetOf[slot] = offset;
    this.#lengthOf[slot] = length;
  }

  /** The canonical JSON of a record. */
  bytes(slot: number): Buffer {
    const offset = (this.#offsetOf[slot] as number) + ENVELOPE_LENGTH;
    return readBytes(
      this.#logOf[slot] as number,
      offset,
      (this.#lengthOf[slot] as number) - ENVELOPE_LENGTH - 1,
    );
  }
}
