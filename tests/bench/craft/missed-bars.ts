import type { CraftRow } from './craft-row.ts';
import { TRAJECTORY_IDS } from './trajectory.ts';

/** In bytes: what the four runs without slips may send together, and the largest answer of a failing run of three tests. */
const MOST_SENT = 1_100_000;
const LONGEST_VITEST = 1_500;
/** In percent. */
const LEAST_KEPT_MEDIAN = 100;
const LEAST_KEPT_WORST = 95;

type Measured = Pick<CraftRow, 'id' | 'problem' | 'vitest' | 'fates'> & {
  figures: Pick<CraftRow['figures'], 'sent' | 'keptMedian' | 'keptWorst'>;
};

/** Returns what the runs owe, in words; a total only if all of its runs were made. */
export function missedBars(rows: readonly Measured[]): string[] {
  const plain = rows.filter(({ fates }) => fates.length === 0);
  const missed = rows.flatMap(({ id, problem }) => (problem === null ? [] : [`${id} does not reach its end: ${problem}`]));
  for (const { id, vitest, figures } of plain) {
    if (vitest > LONGEST_VITEST) missed.push(`${id}: the failing tests took ${vitest} bytes, at most ${LONGEST_VITEST}`);
    if (figures.keptMedian < LEAST_KEPT_MEDIAN || figures.keptWorst < LEAST_KEPT_WORST)
      missed.push(`${id}: the next request kept ${figures.keptMedian} %, at worst ${figures.keptWorst} %`);
  }
  for (const { id, fates } of rows) {
    for (const { name, fate } of fates) if (fate === 'ended') missed.push(`${id}: a slip ended the run: ${name}`);
  }
  const sent = plain.reduce((sum, { figures }) => sum + figures.sent, 0);
  if (plain.length === TRAJECTORY_IDS.length && sent > MOST_SENT) missed.push(`${sent} bytes were sent, at most ${MOST_SENT}`);
  return missed;
}
