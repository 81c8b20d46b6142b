// Valid requests made and proven, next to values of json-schema-faker for the same schemas.
import { generate } from 'json-schema-faker';
import { loadContract } from '../../dist/contract/contract.js';
import { requestSchema } from '../../dist/plan/generated.js';
import { openStream } from '../../dist/plan/stream.js';
import { referenceTarget } from '../../dist/profiles/choose.js';
import { ONLY } from './campaign.js';
import { interleaved } from './measure.js';
import { startWorker } from './worker.js';

export async function measure({ rounds, quick }) {
  const count = quick ? 500 : 2_000;
  const rows = [];
  for (const operation of ONLY) {
    const [ours, faker] = await Promise.all(
      ['ours', 'faker'].map((side) => startWorker('generation.js', side, operation, count)),
    );
    try {
      const figures = await interleaved({ ours: ours.ask, faker: faker.ask }, rounds);
      const { rate, accepted } = figures.ours;
      rows.push({
        what: `generation of ${operation}`,
        value: rate.median,
        unit: 'requests/s',
        spread: rate.spread,
        beside: 'json-schema-faker',
        ratio: rate.median / figures.faker.rate.median,
        goal: { figure: 'ratio', least: 1.5 },
        note: `${percent(accepted)} accepted by ajv, of json-schema-faker ${percent(figures.faker.accepted)}`,
      });
    } finally {
      ours.stop();
      faker.stop();
    }
  }
  return rows;
}

const percent = ({ median }) => `${(median * 100).toFixed(1)} %`;

/** A stream is dealt once: each round takes the requests after those of the round before. */
export function ours(id, count) {
  const contract = loadContract();
  const target = referenceTarget(contract, { content: 'http://127.0.0.1:1' }, 'none');
  const options = { seed: 1, modes: ['valid'], only: [id], writes: 'loopback' };
  const stream = openStream(contract, target, options);
  return side(contract, id, Number(count), ({ properties }, at) => {
    const fuzzCase = stream.at(at);
    const { path, query, body } = fuzzCase.case.steps.find((step) => step.id === 'request').request;
    const parts = { path, query, body: body.value };
    return Object.fromEntries(Object.entries(parts).filter(([part]) => part in properties));
  });
}

/** A schema on which it throws counts as not accepted. */
export function faker(id, count) {
  const make = (schema, seed) => generate(schema, { seed }).catch(() => undefined);
  return side(loadContract(), id, Math.ceil(Number(count) / 5), make);
}

function side(contract, id, count, make) {
  const schema = requestSchema(contract.operation(id));
  let at = 0;
  const ask = async () => {
    const started = performance.now();
    const made = [];
    for (const end = at + count; at < end; at += 1) made.push(await make(schema, at));
    const rate = (count / (performance.now() - started)) * 1000;
    const valid = made.filter((value) => contract.validate(schema, value).length === 0);
    return { rate, accepted: valid.length / count };
  };
  return { ask };
}
