import { applyEdits, type EditOutcome, type TextEdit, withoutMark } from './edit-ladder.ts';
import { FoldedText } from './folded-text.ts';

/** An alternative reading of an edit whose search was not found. */
interface Reading {
  edit: TextEdit;
  /** The difference between the search and the file, as the end of a sentence. */
  difference: string;
}

export interface ReadEdits {
  outcome: EditOutcome;
  /** The readings that were applied, as sentences for the model. */
  notes: readonly string[];
  /** For the edit that was not found: a reading that would match, if it matched only one place. */
  hint: string | null;
}

/**
 * Like `applyEdits`, but retries an edit that was not found: models double backslashes, straighten quotation marks and write entities where
 * the file does not. Such an edit is applied only if all matching readings find the same single place and give the same result.
 */
export function applyEditsAsMeant(content: string, edits: readonly TextEdit[]): ReadEdits {
  const notes: string[] = [];
  let text = content;
  let left = MOST_LOOKED_AT;
  for (const [index, edit] of edits.entries()) {
    const plain = applyEdits(text, [edit]);
    if (plain.ok) {
      text = plain.content;
      continue;
    }
    // An edit without effect is a failure only if all edits have none.
    if (plain.code === 'no_change' && edit.afterLine === undefined && withoutMark(edit.find) !== withoutMark(edit.replace)) continue;
    const failed = (hint: string | null): ReadEdits => ({ outcome: { ...plain, edit: index }, notes, hint });
    left -= text.length;
    if (plain.code !== 'not_found' || left < 0) return failed(null);
    const read = readOtherwise(text, edit);
    if (!read.ok) return failed(read.hint);
    text = read.content;
    const which = edits.length === 1 ? 'The search' : `The search of edit ${index + 1}`;
    notes.push(`${which} was read with a difference: ${read.difference}. Copy the text of a file exactly.`);
  }
  const isSame = text === content;
  return {
    outcome: isSame ? { ok: false, code: 'no_change', edit: Math.max(0, edits.length - 1) } : { ok: true, content: text },
    notes,
    hint: null,
  };
}

type OtherReading = { ok: true; content: string; difference: string } | { ok: false; hint: string | null };

function readOtherwise(text: string, edit: TextEdit): OtherReading {
  const found = readingsOf(text, edit).map((reading) => ({ reading, applied: applyEdits(text, [reading.edit]) }));
  const whole = found.flatMap(({ reading, applied }) => (applied.ok ? [{ reading, content: applied.content }] : []));
  const [first] = whole;
  const isAmbiguous = found.some(({ applied }) => !applied.ok && applied.code === 'ambiguous');
  if (first !== undefined && !isAmbiguous && whole.every((one) => one.content === first.content))
    return { ok: true, content: first.content, difference: first.reading.difference };
  const readings = found.map(({ reading }) => reading);
  return { ok: false, hint: hintOf(readings, whole.length > 0 || isAmbiguous) };
}

function hintOf(readings: readonly Reading[], isFound: boolean): string | null {
  const [first] = readings;
  return first === undefined || !isFound ? null : `It would be found, but not in one place and one way only, if ${first.difference}.`;
}

/** Maximum number of characters that are re-read for the edits of one call: enough for eight edits in a file of 1 MB. */
const MOST_LOOKED_AT = 8_000_000;

/** Readings that rewrite both sides of an edit in the same way. */
const REWRITES: readonly { difference: string; rewrite(text: string): string }[] = [
  { difference: 'its backslashes are doubled and those of the file are not', rewrite: (text) => text.replaceAll('\\\\', '\\') },
  { difference: 'its backslashes are single and those of the file are doubled', rewrite: (text) => text.replaceAll('\\', '\\\\') },
  { difference: 'its line ends and tabs are written as \\n and \\t', rewrite: unescaped },
  { difference: 'its quotation marks have backslashes before them', rewrite: (text) => text.replace(/\\(["'`])/g, '$1') },
  { difference: 'its < > & and quotation marks are written as HTML entities', rewrite: decoded },
  { difference: 'the file writes < > & as HTML entities', rewrite: encoded },
  ...[2, 3, 4, 8].flatMap((width) => [
    { difference: 'it is indented with blanks and the file with tabs', rewrite: (text: string) => tabbed(text, width) },
    { difference: 'it is indented with tabs and the file with blanks', rewrite: (text: string) => spaced(text, width) },
  ]),
];
/** Number of leading entries about backslashes, which also occur together with look-alike characters. */
const BACKSLASHES = 2;
const LINE_NUMBER = /^[ \t]*\d+(?::|→|\t|[ \t]*\|)/;

function readingsOf(text: string, edit: TextEdit): Reading[] {
  const rewritten = REWRITES.map(({ difference, rewrite }): Reading => {
    return { difference, edit: { ...edit, find: rewrite(edit.find), replace: rewrite(edit.replace) } };
  });
  const folding = new FoldedText(text);
  const folded = foldedReadings(folding, { edit, difference: '' });
  const both = rewritten
    .slice(0, BACKSLASHES)
    .flatMap((reading) => (reading.edit.find === edit.find ? [] : foldedReadings(folding, reading)));
  return [...rewritten, ...withoutNumbers(edit), ...folded, ...both].filter(
    ({ edit: { find, replace } }) => find !== edit.find && find.trim() !== '' && find !== replace,
  );
}

/** Returns readings whose characters, in addition, look like those of the file. */
function foldedReadings(text: FoldedText, { edit, difference: first }: Reading): Reading[] {
  return text.finds(edit).map(({ difference, find, replace }) => ({
    difference: first === '' ? difference : `${first} and ${difference}`,
    edit: { ...edit, find, replace },
  }));
}

/** Handles a search copied from a listing with line numbers, which may have a blank behind them. */
function withoutNumbers(edit: TextEdit): Reading[] {
  const lines = edit.find.split('\n').filter((line) => line.trim() !== '');
  if (!lines.every((line) => LINE_NUMBER.test(line))) return [];
  const bare = (text: string, hasBlank: boolean) =>
    text
      .split('\n')
      .map((line) => line.replace(LINE_NUMBER, '').replace(hasBlank && LINE_NUMBER.test(line) ? /^ / : '', ''))
      .join('\n');
  return [false, true].map((hasBlank) => ({
    difference: 'it has line numbers in it',
    edit: { ...edit, find: bare(edit.find, hasBlank), replace: bare(edit.replace, hasBlank) },
  }));
}

function unescaped(text: string): string {
  return text
    .replace(/\\(?:r\\n|n)/g, '\n')
    .replaceAll('\\t', '\t')
    .replace(/\\(["'])/g, '$1');
}

const ENTITIES: readonly [entity: string, character: string][] = [
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&#39;', "'"],
  ['&apos;', "'"],
  ['&amp;', '&'],
];

function decoded(text: string): string {
  return ENTITIES.reduce((all, [entity, character]) => all.replaceAll(entity, character), text);
}

function encoded(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function tabbed(text: string, width: number): string {
  return text.replace(/^ +/gm, (blanks) => '\t'.repeat(Math.floor(blanks.length / width)) + ' '.repeat(blanks.length % width));
}

function spaced(text: string, width: number): string {
  return text.replace(/^\t+/gm, (tabs) => ' '.repeat(tabs.length * width));
}
