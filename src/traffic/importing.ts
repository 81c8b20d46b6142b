/** Makes a recording from those of other programs, and judges it. */

import { APIS, type Api, type ApiBase } from '../apis/index.ts';
import type { Contract } from '../contract/index.ts';
import { toolOf } from '../io/index.ts';
import { countsOf, type DocumentName, type Target } from '../model/index.ts';
import {
  type Finished,
  type Imported,
  type ImportedExchange,
  openTraffic,
  type Unimported,
} from '../record/index.ts';
import { manifestOf, secretsToKeepOut } from '../run/index.ts';
import { cut } from './compare.ts';
import { judgeTraffic, placer } from './judging.ts';
import { inWords, type ReportedExchange, UNPLANNED } from './watch.ts';

/** Notes on an imported exchange, in addition to those on any exchange. */
interface ImportPreview extends ReportedExchange {
  readonly number: number;
}

interface ImportOptions {
  readonly contract: Contract;
  readonly target: Target;
  readonly folder: string;
  readonly imported: Imported;
  readonly strict: boolean;
  readonly show: (shown: ImportPreview) => void;
}

interface RecordedImport extends Finished {
  /** Omitted exchanges, redacted. */
  readonly unimported: readonly Unimported[];
}

/** @throws TouchstoneError 'output-unwritable' */
export function keepImported(options: ImportOptions): RecordedImport {
  const { contract, target, folder, imported, strict } = options;
  const place = placer(contract, target);
  const traffic = openTraffic({
    folder,
    manifest: manifestOf(contract, target, UNPLANNED),
    secrets: secretsToKeepOut(target),
    finish: { tool: toolOf(), keepOthers: false },
  });
  for (const exchange of imported.exchanges) {
    const placed = place(exchange.origin, exchange.request);
    const { baseUrl, request } = placed;
    const { outcome, durationMs, startedAt, lost, number } = exchange;
    const operation = placed.operation?.id ?? null;
    const facts = {
      operation,
      baseUrl,
      request,
      outcome,
      resent: false,
      startedAt,
      durationMs,
      lost,
    };
    const { altered, lost: unkept } = traffic.keep(facts) ?? { altered: [], lost };
    const verdict = judgeTraffic(contract, placed, outcome, strict, lost);
    options.show({
      number,
      operation,
      method: traffic.clean(request.method),
      target: traffic.clean(request.target),
      outcome,
      durationMs,
      verdict,
      words: inWords(verdict).map(traffic.clean),
      lost: unkept.map(traffic.clean),
      altered,
    });
  }
  // Last, as other exchanges can reveal secrets. Shortened after redaction, as a part of a secret is not recognised.
  const unimported = imported.unimported.map(({ what, why, ...rest }) => ({
    ...rest,
    what: cut(traffic.clean(what)),
    why: cut(traffic.clean(why)),
  }));
  return { ...traffic.finish(), unimported };
}

/** Base URLs of exchanges: the part before a documented route. */
export function basesIn(
  contract: Contract,
  exchanges: readonly Pick<ImportedExchange, 'origin' | 'request'>[],
): { readonly [document: DocumentName]: ApiBase } {
  const found = exchanges.flatMap(({ origin, request }) => {
    const [path = '', query = ''] = request.target.split('?', 2);
    for (const api of APIS) {
      const base = baseIn(api, contract, { method: request.method, origin, path, query });
      if (base !== undefined) return [`${api.name} ${JSON.stringify(base)}`];
    }
    return [];
  });
  const counts = countsOf(found);
  const most = (document: DocumentName) =>
    [...counts]
      .filter(([key]) => key.startsWith(`${document} `))
      .toSorted(([, a], [, b]) => b - a)[0]?.[0]
      .slice(document.length + 1);
  const bases = APIS.flatMap(({ name }) => {
    const base = most(name);
    return base === undefined ? [] : [[name, JSON.parse(base) as ApiBase]];
  });
  return Object.fromEntries(bases);
}

/** The path before a route, unless the API has another routing. */
function baseIn(
  api: Api,
  { operations }: Contract,
  asked: {
    readonly method: string;
    readonly origin: string;
    readonly path: string;
    readonly query: string;
  },
): ApiBase | undefined {
  const { method, origin, path, query } = asked;
  if (api.baseIn) return api.baseIn(origin, path, query);
  const found = operations.find(
    (one) => one.document === api.name && one.method === method && path.endsWith(one.route),
  );
  return found && { url: origin + path.slice(0, -found.route.length) };
}
