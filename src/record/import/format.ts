/** A format to import, and the imported content. */

import type { Outcome, WireRequest } from '../../model/index.ts';

export interface ImportedExchange {
  /** Place in the file, from 1. */
  readonly number: number;
  readonly origin: string;
  /** `target` is the whole path. */
  readonly request: WireRequest;
  readonly outcome: Outcome;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly durationMs: number;
  readonly lost: readonly string[];
}

/** An entry that is no HTTP exchange, or is unreadable. */
export interface Unimported {
  readonly number: number;
  /** Its method and URL, unredacted. */
  readonly what: string;
  readonly why: string;
  /** True if the file is damaged there; false for another kind of traffic. */
  readonly broken: boolean;
}

export interface Imported {
  /** The name of the program that wrote the file. */
  readonly producer: string;
  readonly exchanges: readonly ImportedExchange[];
  readonly unimported: readonly Unimported[];
  /** Parts missing in the whole file, one reason each; `ImportedExchange.lost` has the rest. */
  readonly lost: readonly string[];
}

/** A format of files to import; `formats.ts` lists all. */
export interface ImportFormat {
  readonly name: string;
  /** Returns true if bytes begin like this format. */
  readonly fits: (bytes: Buffer) => boolean;
  /**
   * Reads a whole file. Every entry is an exchange, or listed with the reason.
   *
   * @param path path of the file, for messages
   * @throws TouchstoneError 'recording-unreadable' for bytes of another format
   */
  readonly read: (bytes: Buffer, path: string) => Imported;
}
