/** The message for a `QuotaExceededError`. */
export const STORAGE_FULL = 'Storage is full: this browser gives no more room';

/** The message of a caught value, never empty: anything can be thrown, only an Error has a message, and a browser may leave it empty. */
export function errorMessage(error: unknown): string {
  if (isStorageFull(error)) return STORAGE_FULL;
  if (!(error instanceof Error)) return String(error) || 'It failed without a reason';
  return error.message || (NAMELESS[error.name] ?? `${error.name} without a reason`);
}

/** The browser has no storage left for the data that was being written. */
export function isStorageFull(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'name' in error && error.name === 'QuotaExceededError';
}

/** Messages for errors that browsers throw without one, by the error's name. */
const NAMELESS: Readonly<Record<string, string>> = {
  AbortError: 'The browser ended the work before it was done',
  UnknownError: 'The browser could not use its storage',
  InvalidStateError: 'The storage has been closed. Reload this page',
};
