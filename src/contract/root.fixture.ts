import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { TouchstoneError } from '../model/index.ts';
import { CONTRACT_ROOT, type Contract, loadContract } from './contract.ts';

/** A small valid contract, by path. */
export const SMALL: Readonly<Record<string, string>> = {
  'schemas/integration/entry.json': `{
  "type": "object",
  "required": ["label"],
  "properties": { "label": { "type": "string" }, "value": { "$ref": "#/$defs/id" } },
  "$defs": { "id": { "type": "string", "minLength": 1 } }
}`,
  'schemas/integration/operations.yaml': `document: integration
operations:
  - id: integration/list
    title: Lists entries
    resource: entries
    action: list
    source: { section: "1" }
    method: GET
    route: /list
    writes: false
    answers:
      - { name: success, status: 200, schema: integration/entry.json }
`,
  'suites/integration/clauses.yaml': `document: integration
clauses:
  - id: integration/list/label
    level: stated
    source: { section: "1" }
    states: Every entry has a label.
    operations: [integration/list]
    on: success
    check: { conforms: { schema: integration/entry.json#/properties/label, at: /label } }
`,
  'suites/integration/scenarios.yaml': `document: integration
scenarios:
  - id: integration/list/asked
    title: lists entries
    evidence: [integration/list/label]
    steps:
      - { id: first, role: valid, operation: integration/list }
`,
};

export function loadWith(files: Readonly<Record<string, string>>): Contract {
  const root = mkdtempSync(join(tmpdir(), 'touchstone-contract-'));
  try {
    cpSync(join(CONTRACT_ROOT, 'schemas/files'), join(root, 'schemas/files'), { recursive: true });
    for (const [file, text] of Object.entries({ ...SMALL, ...files })) {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      writeFileSync(join(root, file), text);
    }
    return loadContract(root);
  } finally {
    rmSync(root, { recursive: true });
  }
}

/** The error of the small contract with other texts of some files. */
export function refusalWith(files: Readonly<Record<string, string>>): TouchstoneError {
  try {
    loadWith(files);
  } catch (error) {
    if (error instanceof TouchstoneError) return error;
    throw error;
  }
  throw new Error('the contract was not refused');
}
