/** The user is warned when this many steps are left. */
export const WARNING_STEPS = 5;

/** Returns the number of steps left after the current one. */
export function remainingIterations(iteration: number, maxIterations: number): number {
  return Math.max(0, maxIterations - iteration);
}

export function isNearLimit(iteration: number, maxIterations: number): boolean {
  return remainingIterations(iteration, maxIterations) <= WARNING_STEPS;
}

/** Total number of attempts for a request that fails before an answer begins. */
export const MAX_REQUEST_ATTEMPTS = 4;
/** Number of new steps after answers that broke off. */
export const MAX_REISSUED_STEPS = 2;
/** Longest pause, in milliseconds, for which a server is waited for; with a longer one, the user decides. */
export const MAX_RETRY_DELAY_MS = 60_000;

/** Returns the milliseconds before attempt `attempt + 1`; the server's own value takes precedence. */
export function retryDelay(attempt: number, retryAfterMs: number | null): number {
  return retryAfterMs ?? 1_000 * 2 ** (attempt - 1);
}
