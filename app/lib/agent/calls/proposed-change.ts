import type { ToolIntent } from '../tool-definition.ts';

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
    const before = change.before === null ? '' : textOfContent(change.before);
    const after = change.after === null ? '' : textOfContent(change.after);
    if (before !== null && after !== null) return { path: change.path, before, after };
  }
  return null;
}

/** The text of a file, its byte order mark kept, so that encoding it again gives the same bytes; null where it is no UTF-8. */
export function textOfContent(content: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content);
  } catch {
    return null;
  }
}
