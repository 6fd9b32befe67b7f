/** Selects changes: those of the newest task, of one step, or all since a step. */
export type ChangeSource = { type: 'task' } | { type: 'step' | 'since'; sequence: number };

/** All changes since a checkpoint, or since this task began if null. */
export function sourceSince(sequence: number | null): ChangeSource {
  return sequence === null ? { type: 'task' } : { type: 'since', sequence };
}
