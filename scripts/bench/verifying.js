// Verification of a valid request on its bytes, next to ajv that validates the value it was made of.

import { loadContract } from '../../dist/contract/contract.js';
import { encode } from '../../dist/contract/encode.js';
import { verifyRequest } from '../../dist/contract/verify-request.js';
import { requestSchema } from '../../dist/plan/generated.js';
import { openStream } from '../../dist/plan/stream.js';
import { referenceTarget } from '../../dist/profiles/choose.js';
import { ONLY } from './campaign.js';
import { interleaved } from './measure.js';

const COUNT = 2_000;

export async function measure({ rounds }) {
  const rows = [];
  for (const id of ONLY) rows.push(await verifying(id, rounds));
  return rows;
}

async function verifying(id, rounds) {
  const contract = loadContract();
  const target = referenceTarget(contract, { content: 'http://127.0.0.1:1' }, 'none');
  const { style } = target.endpoints.content;
  const operation = contract.operation(id);
  const schema = requestSchema(operation);
  const options = { seed: 1, modes: ['valid'], only: [id], writes: 'loopback' };
  const stream = openStream(contract, target, options);
  const requests = Array.from({ length: COUNT }, (_, at) => {
    const { steps } = stream.at(at).case;
    const { request } = steps.find(({ id }) => id === 'request');
    const { path, query, body } = request;
    const parts = Object.entries({ path, query, body: body.value });
    const value = Object.fromEntries(parts.filter(([part]) => part in schema.properties));
    return { wire: encode(operation, request, { style }), value };
  });
  const each = (work) => () => {
    const started = performance.now();
    for (const request of requests) work(request);
    return { us: ((performance.now() - started) * 1000) / COUNT };
  };
  const { ours, ajv } = await interleaved(
    {
      ours: each(({ wire }) => {
        const { kind, why } = verifyRequest(operation, wire, style, undefined, contract.validate);
        if (kind !== 'proven') throw new Error(why);
      }),
      ajv: each(({ value }) => contract.validate(schema, value)),
    },
    rounds,
  );
  return {
    what: `verifying ${id} on its bytes`,
    value: ours.us.median,
    unit: 'µs',
    spread: ours.us.spread,
    beside: 'ajv on the value',
    ratio: ours.us.median / ajv.us.median,
  };
}
