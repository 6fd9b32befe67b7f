/** Whose changes of files: of the newest task, of one step, or of everything since before it. */
export type ChangeSource = { type: 'task' } | { type: 'step' | 'since'; sequence: number };
