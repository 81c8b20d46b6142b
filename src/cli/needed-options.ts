import type { Command } from 'commander';
import { APIS } from '../apis/index.ts';
import { TouchstoneError } from '../model/index.ts';

/** Options by attribute name, with the options that they need. One of these is enough. */
type Needs = { readonly [option: string]: readonly string[] };

/** Without `--openapi`, the target would be another one than the user means. */
const OF_ANY: Needs = { url: ['openapi'], allowFetch: ['openapi'] };

const FOR_SERVE = ['port', 'policy', 'delays', 'rewriteUrls', 'cors', 'allowHost', 'passthrough'];
const TO = ['to', ...APIS.map(({ name }) => `to${name[0]?.toUpperCase()}${name.slice(1)}`)];
const FOR_TO = ['allowWrites', 'readOnly', 'leaveBehind'];

const OF_COMMAND: { readonly [command: string]: Needs } = {
  record: { tlsCert: ['tlsKey'], tlsKey: ['tlsCert'] },
  replay: {
    record: ['passthrough'],
    ...Object.fromEntries(FOR_SERVE.map((option) => [option, ['serve']])),
    ...Object.fromEntries(FOR_TO.map((option) => [option, TO])),
  },
  serve: { reset: ['state'] },
};

/**
 * Refuses an option that has no effect without another one.
 * @throws TouchstoneError 'usage'
 */
export function refuseIneffective(command: Command): void {
  const needs = { ...OF_ANY, ...OF_COMMAND[command.name()] };
  const isGiven = (option: string) => command.getOptionValueSource(option) === 'cli';
  const longOf = (option: string) =>
    command.options.find((one) => one.attributeName() === option)?.long ?? option;
  const [option, needed] =
    Object.entries(needs).find(([one, others]) => isGiven(one) && !others.some(isGiven)) ?? [];
  if (option === undefined || needed === undefined) return;
  const others = needed.map(longOf).join(' or ');
  throw new TouchstoneError(
    'usage',
    `${longOf(option)} needs ${others}`,
    `add ${others}, or leave out ${longOf(option)}`,
  );
}
