// The last steps of a build. What the contract's files hold is written down, so that a start need not parse and check
// them. Of the types, those stay that an entry of the package reaches.
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { rememberContract } from '../dist/contract/contract.js';

rememberContract();

const ROOT = new URL('../', import.meta.url);
const { exports } = JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8'));
const reached = new Set(
  Object.values(exports).flatMap(({ types }) => (types ? new URL(types, ROOT).href : [])),
);
for (const file of reached) {
  const text = readFileSync(new URL(file), 'utf8');
  for (const [, to] of text.matchAll(/\b(?:from|import)\b\s*\(?\s*['"](\.[^'"]+)['"]/g)) {
    reached.add(new URL(to.replace(/\.[jt]s$/, '.d.ts'), file).href);
  }
}
const dist = new URL('dist/', ROOT);
for (const name of readdirSync(dist, { recursive: true })) {
  const file = new URL(name.replaceAll('\\', '/'), dist);
  if (name.endsWith('.d.ts') && !reached.has(file.href)) rmSync(fileURLToPath(file));
}
