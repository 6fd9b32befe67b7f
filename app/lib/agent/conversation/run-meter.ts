import type { ConversationState } from '../contract/conversation-state.ts';

/**
 * Between two records of a run at work no more time than this counts: a longer gap means that the page was closed or the machine
 * asleep. Commands end after two minutes. Milliseconds.
 */
const LONGEST_GAP = 10 * 60_000;

/** The time between a run's record and now that was work. */
export function workedSince(until: number | null, now: number): number {
  return until === null ? 0 : Math.min(Math.max(0, now - until), LONGEST_GAP);
}

/** Milliseconds in which the run was at work; waiting for the user does not count. */
export function workedTime({ ms, until }: ConversationState['worked'], now: number): number {
  return ms + workedSince(until, now);
}
