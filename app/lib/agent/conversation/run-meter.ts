import type { ConversationState } from '../contract/conversation-state.ts';

/**
 * The longest time counted between two records of a run at work, in milliseconds. A longer gap means that the page was closed or the
 * machine was asleep, since commands end after two minutes.
 */
const LONGEST_GAP = 10 * 60_000;

/** Returns the work time between a run's record and now. */
export function workedSince(until: number | null, now: number): number {
  return until === null ? 0 : Math.min(Math.max(0, now - until), LONGEST_GAP);
}

/** Returns the milliseconds for which the run was at work, without the time spent waiting for the user. */
export function workedTime({ ms, until }: ConversationState['worked'], now: number): number {
  return ms + workedSince(until, now);
}
