import { diffArrays, diffWordsWithSpace } from 'diff';
import type { FormatEdit } from './format-messages.ts';

/** If the comparison takes longer, the whole text becomes one change. In milliseconds. */
const LONGEST = 2_000;
/** Maximum number of characters, old and new text together, of a passage that is compared word by word; longer ones only line by line. */
const LONG_PASSAGE = 4_000;

interface Part {
  added: boolean;
  removed: boolean;
  text: string;
}

/** Small edits that turn one text into the other, so that the caret, folds and marks in between keep their places. */
export function editsBetween(before: string, after: string): readonly FormatEdit[] {
  const lines = diffArrays(linesOf(before), linesOf(after), { timeout: LONGEST });
  if (lines === undefined) return [{ from: 0, to: before.length, insert: after }];
  return editsOf(
    lines.map(({ added, removed, value }) => ({ added, removed, text: value.join('') })),
    0,
  ).flatMap((edit) => smallerEdits(edit, before));
}

function smallerEdits(edit: FormatEdit, before: string): readonly FormatEdit[] {
  const old = before.slice(edit.from, edit.to);
  if (old === '' || edit.insert === '' || old.length + edit.insert.length > LONG_PASSAGE) return [edit];
  const words = diffWordsWithSpace(old, edit.insert);
  return editsOf(
    words.map(({ added, removed, value }) => ({ added, removed, text: value })),
    edit.from,
  );
}

/** A removal and an addition at the same place become one edit. */
function editsOf(parts: readonly Part[], start: number): FormatEdit[] {
  const edits: FormatEdit[] = [];
  let at = start;
  for (const { added, removed, text } of parts) {
    const last = edits.at(-1);
    const edit = last !== undefined && last.to === at ? last : { from: at, to: at, insert: '' };
    if (removed) edit.to += text.length;
    if (added) edit.insert += text;
    if ((added || removed) && edit !== last) edits.push(edit);
    if (!added) at += text.length;
  }
  return edits;
}

function linesOf(text: string): string[] {
  return text.split(/(?<=\n)/);
}
