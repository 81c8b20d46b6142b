import type { Command } from 'commander';

/**
 * Pages of `docs/commands`: an index, and the `--help` of each command.
 * @returns texts by file name
 */
export function commandPages(commands: readonly Command[]): ReadonlyMap<string, string> {
  return new Map([
    ['README.md', indexOf(commands)],
    ...commands.map((command): [string, string] => [`${command.name()}.md`, pageOf(command)]),
  ]);
}

function indexOf(commands: readonly Command[]): string {
  const rows = commands.map(
    (command) => `| [${command.name()}](${command.name()}.md) | ${command.description()} |`,
  );
  return [
    '# Commands',
    '',
    'The `--help` of each command, written by `npm run docs:commands`.',
    '',
    '| command | does |',
    '|---|---|',
    ...rows,
    '',
  ].join('\n');
}

function pageOf(command: Command): string {
  const parts = [command, ...command.commands].map((one) => {
    const heading = one === command ? `# ${one.name()}` : `## ${command.name()} ${one.name()}`;
    const help = one.configureHelp({ helpWidth: 100 }).helpInformation().trimEnd();
    return `${heading}\n\n\`\`\`\n${help}\n\`\`\`\n`;
  });
  return parts.join('\n');
}
