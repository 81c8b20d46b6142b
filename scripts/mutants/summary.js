// Summarises a sample of mutants.

/** The share of those that break a clause that has to be found. */
const ENOUGH = 0.95;

const FOUND = ['failed', 'warned', 'crashed', 'timed-out'];
const ORDER = [...FOUND, 'observed', 'same', 'explained', 'missed'];

const MEANING = {
  failed: 'a clause failed',
  warned: 'a clause gave a warning',
  crashed: 'the target does not start',
  'timed-out': 'the target never answers again',
  observed: 'answers differ only where the documents are silent',
  same: 'no answer of the plan differs',
  explained: 'answers differ, for a reason in scripts/mutants/explained.yaml',
  missed: 'answers differ where a clause speaks, and nothing noticed',
};

export function summaryOf(results, explained, { seed, total, seconds }) {
  const mutants = results.map(({ mutant, found }) => {
    const entry = found.verdict === 'missed' ? explained(mutant) : undefined;
    return entry
      ? { ...mutant, ...found, verdict: 'explained', because: entry.because }
      : { ...mutant, ...found };
  });
  const counts = Object.fromEntries(
    ORDER.map((verdict) => [verdict, mutants.filter((one) => one.verdict === verdict).length]),
  );
  const found = FOUND.reduce((sum, verdict) => sum + counts[verdict], 0);
  const score = found + counts.missed === 0 ? 1 : found / (found + counts.missed);
  return {
    seed,
    total,
    sample: mutants.length,
    seconds,
    counts,
    unreached: mutants.filter(({ reached }) => reached === false).length,
    score,
    sound: score >= ENOUGH && counts.missed === 0,
    mutants,
  };
}

/** @param same whether those that changed no answer are listed */
export function textOf(summary, { same }) {
  const { counts, score, mutants, sample, total, seed, seconds, unreached } = summary;
  const lines = ORDER.filter((verdict) => counts[verdict] > 0).map(
    (verdict) =>
      `  ${verdict.padEnd(10)} ${String(counts[verdict]).padStart(5)}  ${MEANING[verdict]}`,
  );
  const listed = mutants.filter(
    ({ verdict }) => verdict === 'missed' || (same && verdict === 'same'),
  );
  const found = FOUND.reduce((sum, verdict) => sum + counts[verdict], 0);
  return `${[
    ...listed.flatMap((one) => [...linesOf(one), '']),
    ...lines,
    '',
    `${unreached} of those that changed no answer are reached by no case`,
    `${sample} of ${total} mutants, seed ${seed}, ${seconds} s: found ${found} of ${found + counts.missed} that break a clause, ${(score * 100).toFixed(1)} %`,
  ].join('\n')}\n`;
}

/** A mutant in a few lines, for people. */
export function linesOf({
  verdict,
  reached,
  file,
  line,
  mutator,
  source,
  replacement,
  difference,
}) {
  const head = reached === false ? 'unreached' : verdict;
  return [
    `${head} ${file}:${line} ${mutator}`,
    `  - ${short(source)}`,
    `  + ${short(replacement)}`,
    ...(difference
      ? [
          `  ${difference.case} ${difference.step}: ${short(difference.request)}`,
          `  plain   ${difference.at} ${short(difference.plain)}`,
          `  mutated ${difference.at} ${short(difference.mutated)}`,
        ]
      : []),
  ];
}

const MOST_TEXT = 200;

function short(text) {
  const line = text.replace(/\s+/g, ' ');
  return line.length > MOST_TEXT ? `${line.slice(0, MOST_TEXT)} …` : line;
}
