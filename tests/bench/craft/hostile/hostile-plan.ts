import type { TrajectoryId } from '../trajectory.ts';
import { CONDUCT_SLIPS, FORM_SLIPS, type HostileSlip } from './hostile-slip.ts';

const { names, tools, edits, absolute, tags, prose, truncated } = FORM_SLIPS;
const { empty, announced, done, complete, unknown, path, outside, stale, denied, noJson, missing } = CONDUCT_SLIPS;

/**
 * The slips of each hostile run, by the recorded answer at which they are made. `done` and `complete` are placed where a product can know
 * better: the plan is open, nothing has been changed yet, or nothing was checked since the last change. Two answers without a call never
 * come one after the other: such a model has stopped.
 */
export const HOSTILE_PLAN: Readonly<Record<TrajectoryId, Readonly<Record<number, readonly HostileSlip[]>>>> = {
  T1: {
    0: [announced, names],
    1: [unknown, path, truncated],
    2: [stale, complete, names],
    3: [empty, denied, tools],
    4: [noJson, done],
    5: [missing, names],
    6: [absolute],
    10: [outside, edits],
    12: [prose],
  },
  T2: {
    0: [done, path, names],
    1: [unknown, announced, missing, tools],
    2: [outside, empty, names],
    3: [stale, denied, noJson, truncated],
  },
  T3: {
    0: [announced, unknown, names],
    1: [path, done, tools],
    2: [missing, names],
    3: [outside, empty],
    4: [stale, names],
    5: [noJson, truncated, tags],
    6: [denied],
    7: [names],
  },
  T4: {
    0: [announced, names],
    1: [unknown, path, truncated],
    2: [missing, outside],
    3: [done, stale],
    4: [denied],
    6: [empty],
    7: [noJson, edits],
  },
};
