/** From this many steps before the limit the user is warned. */
export const WARNING_STEPS = 5;

/** Steps left before the limit, the present one not counted. */
export function remainingIterations(iteration: number, maxIterations: number): number {
  return Math.max(0, maxIterations - iteration);
}

export function isNearLimit(iteration: number, maxIterations: number): boolean {
  return remainingIterations(iteration, maxIterations) <= WARNING_STEPS;
}

/** Requests that failed before an answer began: so often tried in all. */
export const MAX_REQUEST_ATTEMPTS = 4;
/** Answers that broke off: so often a new step is made. */
export const MAX_REISSUED_STEPS = 2;
/** A server that wants a longer pause than this is not waited for; the user decides. Milliseconds. */
export const MAX_RETRY_DELAY_MS = 60_000;

/** Milliseconds before attempt `attempt + 1`; the server's own wish counts. */
export function retryDelay(attempt: number, retryAfterMs: number | null): number {
  return retryAfterMs ?? 1_000 * 2 ** (attempt - 1);
}
