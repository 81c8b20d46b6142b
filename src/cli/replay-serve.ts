import { writeLine } from '../io/index.ts';
import { count as amountOf, formatNumber, type Target } from '../model/index.ts';
import { type Policy, type Recording, type ServedResult, serveRecording } from '../record/index.ts';
import { recordedTarget } from '../run/index.ts';
import { secretsOf } from '../secrets/index.ts';
import { type Io, untilStopped } from './io.ts';
import { recordedSecrets } from './recorded-secrets.ts';

export interface ServeRecordingOptions {
  readonly port?: number;
  readonly policy?: Policy;
  readonly delays?: boolean;
  readonly allowHost?: readonly string[];
  readonly rewriteUrls?: boolean;
  readonly cors?: boolean;
}

/**
 * Serves a recording until the user stops it.
 *
 * @param target by its present profile; as recorded if absent
 */
export async function serve(
  recording: Recording,
  target: Target | undefined,
  options: ServeRecordingOptions,
  io: Io,
): Promise<number> {
  const { allowHost, port = 0, policy = 'repeat-last', ...how } = options;
  const own = target ?? recordedTarget(recording.manifest, { urls: {} });
  const count = { served: 0, missing: 0, refused: 0, preflight: 0 };
  const serving = await serveRecording({
    ...{ recording, port, policy, ...how },
    ...(allowHost && { allowedHosts: allowHost }),
    ...(own.recordingRules && { rules: own.recordingRules }),
    secrets: [...(target ? secretsOf(target) : []), ...recordedSecrets(recording.manifest, io.env)],
    served: ({ method, target }, found) => {
      count.served += 1;
      if (found.kind !== 'found') count[found.kind] += 1;
      writeLine(io.stdout, `${method} ${target}  ${said(found)}`);
    },
  });
  const endpoints = Object.entries(recording.manifest.target.endpoints);
  for (const [document, { baseUrl }] of endpoints) {
    const path = new URL(baseUrl).pathname.replace(/\/+$/, '');
    writeLine(io.stdout, `${`${document} API`.padEnd(17)} ${serving.origin}${path}`);
  }
  if (endpoints.length === 0)
    writeLine(io.stdout, `${'its address here'.padEnd(17)} ${serving.origin}`);
  await untilStopped(io);
  await serving.close();
  const { served, missing, refused } = count;
  const others = refused === 0 ? '' : `, ${refused} refused`;
  writeLine(
    io.stdout,
    `${amountOf(served, 'request')}, ${formatNumber(missing)} of them not in the recording${others}`,
  );
  return 0;
}

function said(found: ServedResult): string {
  if (found.kind === 'missing' || found.kind === 'refused') return found.why;
  if (found.kind === 'preflight') return '204, a browser asked for permission';
  const { outcome } = found;
  const answer = outcome.kind === 'answer' ? String(outcome.status) : outcome.code;
  return [answer, found.disorder, found.partial].filter((part) => part !== undefined).join(', ');
}
