import type { ToolIntent } from './tool-definition.ts';

/** The text of a file before a change that waits, and the text it would have. Empty where the file does not exist. */
export interface ProposedChange {
  path: string;
  before: string;
  after: string;
}

/** Null when the intent changes no text file. A rename or a change of several files shows the first that has text. */
export function proposedChangeOf(intent: ToolIntent): ProposedChange | null {
  if (intent.kind !== 'change') return null;
  for (const change of intent.changes) {
    const before = textOf(change.before);
    const after = textOf(change.after);
    if (before !== null && after !== null) return { path: change.path, before, after };
  }
  return null;
}

function textOf(content: Uint8Array | null): string | null {
  if (content === null) return '';
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    return null;
  }
}
