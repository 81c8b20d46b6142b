/** A format to import, and the content of a file of another program. */

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

/** An entry that is no exchange over HTTP, or that cannot be read. */
export interface Unimported {
  readonly number: number;
  /** Its method and URL as they stand there: secrets may be in them. */
  readonly what: string;
  readonly why: string;
  /** True if the file is wrong there, and does not only describe another kind of traffic. */
  readonly broken: boolean;
}

export interface Imported {
  /** The program that wrote the file, as it calls itself. */
  readonly producer: string;
  readonly exchanges: readonly ImportedExchange[];
  readonly unimported: readonly Unimported[];
  /** Parts that the whole file lacks, one reason each; `ImportedExchange.lost` has the rest. */
  readonly lost: readonly string[];
}

/** A format of files to import; `formats.ts` lists all. */
export interface ImportFormat {
  readonly name: string;
  /** Returns true if bytes begin as those of this format do. */
  readonly fits: (bytes: Buffer) => boolean;
  /**
   * Reads a whole file. Every entry is either an exchange or listed with the reason.
   * @param path of the file, for messages
   * @throws TouchstoneError 'recording-unreadable' for bytes of another format
   */
  readonly read: (bytes: Buffer, path: string) => Imported;
}
