/** What a caught value says: anything can be thrown, and only an Error has a message. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
