/** Returns the message of a caught value: anything can be thrown, but only an Error has a message. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
