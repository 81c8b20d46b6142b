// The figures as a table for the terminal, and as docs/performance.md with plots.

const digits = (number) => (number >= 100 ? 0 : number >= 10 ? 1 : 2);
const figure = (number) =>
  number.toLocaleString('en', {
    minimumFractionDigits: 0,
    maximumFractionDigits: digits(Math.abs(number)),
  });

/** @returns `undefined` without a goal */
export function isMet({ goal, ...row }) {
  if (goal === undefined) return undefined;
  const { figure: name, least = -Infinity, most = Infinity } = goal;
  return row[name] >= least && row[name] <= most;
}

function goalText({ goal, unit }) {
  if (goal === undefined) return '';
  const of = goal.figure === 'ratio' ? '' : ` ${unit}`;
  return goal.least === undefined
    ? `at most ${figure(goal.most)}${of}`
    : `at least ${figure(goal.least)}${of}`;
}

export function cellsOf(row) {
  const { what, value, unit, spread, beside = '', ratio, note = '' } = row;
  return [
    what,
    `${figure(value)} ${unit}`,
    spread === undefined ? '' : `±${Math.round(spread * 50)} %`,
    ratio === undefined ? '' : figure(ratio),
    beside,
    goalText(row),
    { true: 'met', false: 'missed', undefined: '' }[isMet(row)],
    note,
  ];
}

const HEAD = ['what', 'median', 'spread', 'ratio', 'to', 'goal', '', 'remark'];

export function tableText(rows) {
  const lines = [HEAD, ...rows.map(cellsOf)];
  const widths = HEAD.map((_, at) => Math.max(...lines.map((cells) => cells[at].length)));
  return lines
    .map((cells) =>
      cells
        .map((cell, at) => cell.padEnd(widths[at]))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/**
 * docs/performance.md.
 *
 * @param results `{ machine, date, commit, areas }`, as the program writes them with --json
 * @param plots names of SVG files by the name of the series
 */
export function pageOf({ machine, date, commit, windows, areas }, plots) {
  const row = (cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  const sections = areas.flatMap(({ name, about, limit, rows }) => [
    `## ${about}`,
    '',
    `\`npm run bench -- --only ${name}\``,
    '',
    row(HEAD),
    row(HEAD.map(() => '---')),
    ...rows.map((one) => row(cellsOf(one))),
    '',
    ...(limit === undefined ? [] : [limit, '']),
    ...[...new Set(rows.flatMap(({ series }) => series?.name ?? []))].flatMap((series) =>
      plots.has(series) ? [`![${series}](${plots.get(series)})`, ''] : [],
    ),
  ]);
  return [
    '# Performance',
    '',
    `\`npm run bench -- --write\` measured this on ${date} at commit \`${commit}\`: ${machine}. The sides of a comparison`,
    'take turns. Figures are medians; the spread is half the distance of the quartiles. A window that other programs disturbed',
    `is repeated; ${windows.disturbed} of ${windows.all} windows stayed disturbed.`,
    '',
    ...sections,
  ].join('\n');
}

const [WIDTH, HEIGHT, EDGE] = [560, 240, 56];

/** A line over logarithmic axes, as SVG: a straight one of slope 1 is linear growth. */
export function plotOf(name, unit, x, points) {
  // Half a decade on each side at least, so that nearly equal figures are drawn at nearly equal heights.
  const scale = (values, size) => {
    const [low, high] = [Math.log10(Math.min(...values)), Math.log10(Math.max(...values))];
    const middle = (low + high) / 2;
    const extent = Math.max(high - low, 1);
    return (value) => ((Math.log10(value) - middle) / extent + 0.5) * size;
  };
  const across = scale(
    points.map(([at]) => at),
    WIDTH - 2 * EDGE,
  );
  const up = scale(
    points.map(([, value]) => value),
    HEIGHT - 2 * EDGE,
  );
  const placed = points.map(([at, value]) => [EDGE + across(at), HEIGHT - EDGE - up(value)]);
  const dots = placed.map(([left, top], at) => {
    const [size, value] = points[at];
    const label = `${figure(value)} ${unit}`;
    return (
      `<circle cx="${left.toFixed(0)}" cy="${top.toFixed(0)}" r="3"/>` +
      `<text x="${left.toFixed(0)}" y="${(top - 8).toFixed(0)}" text-anchor="middle">${label}</text>` +
      `<text x="${left.toFixed(0)}" y="${HEIGHT - EDGE + 20}" text-anchor="middle">${figure(size)}</text>`
    );
  });
  const line = placed.map(([left, top]) => `${left.toFixed(0)},${top.toFixed(0)}`).join(' ');
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">`,
    `<title>${name}</title><rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    `<text x="${EDGE / 2}" y="20" font-weight="bold">${name}</text>`,
    `<text x="${WIDTH / 2}" y="${HEIGHT - 12}" text-anchor="middle">${x}</text>`,
    `<polyline points="${line}" fill="none" stroke="#2563eb" stroke-width="2"/>`,
    ...dots,
    '</svg>',
    '',
  ].join('\n');
}
