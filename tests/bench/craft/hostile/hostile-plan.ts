import type { TrajectoryId } from '../trajectory.ts';
import { CONDUCT_SLIPS, FORM_SLIPS, type HostileSlip, TEXT_SLIPS } from './hostile-slip.ts';

const { names, tools, edits, absolute, tags, prose, truncated } = FORM_SLIPS;
const { empty, announced, done, complete, unknown, path, outside, stale, denied, noJson, missing } = CONDUCT_SLIPS;
const { made, seen, left } = TEXT_SLIPS;
const LEFT_AT_ONCE = 5;

/** Some answers that leave the work as text, each followed by a call as text, which is made. */
function leftAsText(part: number): readonly HostileSlip[] {
  return left.slice(part * LEFT_AT_ONCE, (part + 1) * LEFT_AT_ONCE).flatMap((slip, index) => {
    const after = made[(part * LEFT_AT_ONCE + index) % made.length];
    return after === undefined ? [slip] : [slip, after];
  });
}

/**
 * The slips of each hostile run, by the recorded answer at which they are made. `done` and `complete` are placed where a product can know
 * better: the plan is open, nothing has been changed yet, or nothing was checked since the last change. The work as text comes before the
 * first change. Two answers without a call never
 * come one after the other: such a model has stopped.
 */
export const HOSTILE_PLAN: Readonly<Record<TrajectoryId, Readonly<Record<number, readonly HostileSlip[]>>>> = {
  T1: {
    0: [...leftAsText(0), announced, names],
    1: [unknown, path, truncated],
    2: [...seen.slice(0, 1), stale, complete, names],
    3: [empty, denied, tools],
    4: [...seen.slice(1, 2), noJson, done],
    5: [missing, names],
    6: [absolute],
    10: [outside, edits],
    12: [prose],
  },
  T2: {
    0: [...leftAsText(1), done, path, names],
    1: [unknown, announced, missing, tools],
    2: [...seen.slice(2, 3), outside, empty, names],
    3: [stale, denied, noJson, truncated],
  },
  T3: {
    0: [...leftAsText(2), announced, unknown, names],
    1: [...leftAsText(3), path, done, tools],
    2: [missing, names],
    3: [outside, empty],
    4: [stale, names],
    5: [noJson, truncated, tags],
    6: [denied],
    7: [names],
  },
  T4: {
    0: [...leftAsText(4), announced, names],
    1: [unknown, path, truncated],
    2: [missing, outside],
    3: [...seen.slice(3), stale, done],
    4: [denied],
    6: [empty],
    7: [noJson, edits],
  },
};
