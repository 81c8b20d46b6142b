import type { Outcome } from '../model.ts';
import { type Policy, type Recording, serveRecording } from '../record/index.ts';
import { type Io, writeLine } from './io.ts';
import { recordedSecrets } from './recorded-secrets.ts';

/** Answers from a recording until the user asks to stop. */
export async function serve(
  recording: Recording,
  { port, policy }: { readonly port: number; readonly policy: Policy },
  io: Io,
): Promise<number> {
  let missed = 0;
  let served = 0;
  const serving = await serveRecording({
    recording,
    port,
    policy,
    secrets: recordedSecrets(recording.manifest, io.env),
    served: ({ method, target }, found) => {
      served += 1;
      if (found.kind === 'missing') missed += 1;
      writeLine(
        io.stdout,
        `${method} ${target}  ${found.kind === 'missing' ? found.why : said(found)}`,
      );
    },
  });
  for (const [document, { baseUrl }] of Object.entries(recording.manifest.target.endpoints)) {
    const path = new URL(baseUrl).pathname.replace(/\/+$/, '');
    writeLine(io.stdout, `${`${document} API`.padEnd(17)} ${serving.origin}${path}`);
  }
  writeLine(io.stdout, 'stop with Ctrl-C');
  await new Promise<void>((resolve) => {
    if (io.signal.aborted) resolve();
    else io.signal.addEventListener('abort', () => resolve(), { once: true });
  });
  await serving.close();
  writeLine(io.stdout, `${served} requests, ${missed} of them not in the recording`);
  return 0;
}

function said({ outcome }: { readonly outcome: Outcome }): string {
  return outcome.kind === 'answer' ? String(outcome.status) : outcome.code;
}
