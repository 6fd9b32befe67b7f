import type { ProposedChange } from '../contract/proposed-change.ts';
import type { PlannedChange, ToolIntent } from '../contract/tool-definition.ts';

/**
 * Returns the change as texts; null if the intent changes no text file. If a rename moves several files, the first text file among them is
 * shown.
 */
export function proposedChangeOf(intent: ToolIntent): ProposedChange | null {
  if (intent.kind !== 'change') return null;
  const texts = intent.changes.map(({ path, before, after }) => ({
    path,
    before: before === null ? '' : textOfContent(before),
    after: after === null ? '' : textOfContent(after),
  }));
  const shown = texts.find(({ before, after }) => before !== null && after !== null);
  if (shown === undefined) return null;
  const change = { path: shown.path, before: shown.before ?? '', after: shown.after ?? '' };
  if (texts.length === 1 || isMove(intent.changes)) return change;
  const others = texts
    .filter((text) => text !== shown)
    .map(({ path, before, after }) => (before === null || after === null ? { path, before: '', after: '' } : { path, before, after }));
  return { ...change, others };
}

/** Returns true if one file is removed and a new one has the same content. */
export function isMove(changes: readonly PlannedChange[]): boolean {
  const [one, other] = changes;
  return changes.length === 2 && one?.after === null && other?.before === null && one.before === other.after;
}

/** Decodes a file and keeps its byte order mark, so that encoding the text gives the same bytes. Returns null for invalid UTF-8. */
export function textOfContent(content: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content);
  } catch {
    return null;
  }
}
