/** Whose changes of files: of the newest task, of one step, or of everything since before it. */
export type ChangeSource = { type: 'task' } | { type: 'step' | 'since'; sequence: number };

/** All since before a checkpoint; null: since this task began. */
export function sourceSince(sequence: number | null): ChangeSource {
  return sequence === null ? { type: 'task' } : { type: 'since', sequence };
}
