/**
 * Renames what was called a person until version 7 of the database and version 2 of session files: the user. Applied to each event before
 * it is validated, so that the rest of the code knows only one word.
 */
export function currentWords(event: unknown): unknown {
  if (typeof event !== 'object' || event === null) return event;
  if ('type' in event && event.type === 'person-command') return { ...event, type: 'user-command' };
  return 'by' in event && event.by === 'person' ? { ...event, by: 'user' } : event;
}
