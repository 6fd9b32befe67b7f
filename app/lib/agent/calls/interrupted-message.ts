/** What a call is answered with that had started and whose end nobody knows. */
export const INTERRUPTED_RUNNING = 'cancelled: interrupted while it ran. Part of it may have taken effect; check before relying on it.';
