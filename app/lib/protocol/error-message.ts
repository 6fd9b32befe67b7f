const STORAGE_FULL = 'this browser has no room left for it: export the project, then delete chats you no longer need';

/** What a caught value says: anything can be thrown, and only an Error has a message. */
export function errorMessage(error: unknown): string {
  if (typeof error === 'object' && error !== null && 'name' in error && error.name === 'QuotaExceededError') return STORAGE_FULL;
  return error instanceof Error ? error.message : String(error);
}
