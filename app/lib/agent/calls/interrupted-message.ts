/** The answer for a call that had started and whose outcome is unknown. */
export const INTERRUPTED_RUNNING = 'cancelled: interrupted while it ran. Part of it may have taken effect; check before relying on it.';
