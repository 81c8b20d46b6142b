// Prints the table of the house: what is counted, now, and the goal. With --write, puts it into ARCHITECTURE.md; with
// --files, lists the files that a row counts.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { measured, tableLines } from './house/rows.js';

const PAGE = fileURLToPath(new URL('../ARCHITECTURE.md', import.meta.url));
const TABLE = /(?<=<!-- house -->\n)[\s\S]*?(?=<!-- \/house -->)/;

console.log(tableLines().join('\n'));
if (process.argv.includes('--files')) {
  for (const { name, found } of measured()) {
    if (found.length > 0) console.log(`\n${name}:\n${found.map((file) => `  ${file}`).join('\n')}`);
  }
}
if (process.argv.includes('--write')) {
  const page = readFileSync(PAGE, 'utf8');
  writeFileSync(PAGE, page.replace(TABLE, `${tableLines().join('\n')}\n`));
}
