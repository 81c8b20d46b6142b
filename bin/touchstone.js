#!/usr/bin/env node
import { existsSync } from 'node:fs';

const main = new URL('../dist/cli/index.js', import.meta.url);
if (!existsSync(main)) {
  console.error('touchstone is not built yet: run `npm ci` (or `npm run build`) in its folder');
  process.exit(2);
}
const { runFromProcess } = await import(main.href);
await runFromProcess();
