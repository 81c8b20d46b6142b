import { faultsNamed, libertiesNamed } from './deviations.ts';
import { startServer } from './http.ts';
import { type Choices, plainChoices } from './integration/choice.ts';
import type { Liberty } from './integration/deviation.ts';
import { integrationHandler } from './integration/handler.ts';

export { REFERENCE_TOKEN } from './integration/credential.ts';

export interface ServedReference {
  readonly url: string;
  /** Base URL of the integration document's API. */
  readonly integrationUrl: string;
  close(): Promise<void>;
}

/**
 * Starts the reference target on the loopback interface.
 *
 * @param options.port 1 to 65535; 0 or absent takes a free one.
 * @param options.faults, options.liberties names of deviations, taken all at once; where two liberties
 * choose for the same choice, the one named last wins.
 * @throws TouchstoneError `unknown-deviation` or `port-unavailable`.
 */
export async function serveReference(options: {
  readonly port?: number;
  readonly faults: readonly string[];
  readonly liberties: readonly string[];
}): Promise<ServedReference> {
  const handler = integrationHandler(
    withLiberties(libertiesNamed(options.liberties)),
    faultsNamed(options.faults),
  );
  const { url, close } = await startServer(
    handler,
    options.port === undefined ? {} : { port: options.port },
  );
  return { url, integrationUrl: url, close };
}

/** The choices of the plain reference target, with those that the liberties make, in order. */
export function withLiberties(liberties: readonly Liberty[]): Choices {
  let made = plainChoices;
  for (const { choose } of liberties) made = { ...made, ...choose };
  return made;
}
