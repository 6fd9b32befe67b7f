import { applyEdits, type EditOutcome, type TextEdit } from './edit-ladder.ts';
import { foldedFinds } from './folded-text.ts';

/** Another reading of an edit whose search was not found. */
interface Reading {
  edit: TextEdit;
  /** The difference between the search and the file, as the end of a sentence. */
  difference: string;
}

export interface ReadEdits {
  outcome: EditOutcome;
  /** The readings that were taken, as sentences for the model. */
  notes: readonly string[];
  /** Of the edit that was not found: what would find it, were it not in several places. */
  hint: string | null;
}

/**
 * `applyEdits`, with another look at an edit that was not found: models double backslashes, straighten quotation marks and write entities out
 * where the file does not. Such an edit is applied only where all readings that find anything find the same one place, and make the same of it.
 */
export function applyEditsAsMeant(content: string, edits: readonly TextEdit[]): ReadEdits {
  const current = [...edits];
  const notes = new Map<number, string>();
  for (;;) {
    const outcome = applyEdits(content, current);
    const all = [...notes.values()];
    if (outcome.ok || outcome.code !== 'not_found' || notes.has(outcome.edit)) return { outcome, notes: all, hint: null };
    const index = outcome.edit;
    const edit = current[index];
    if (edit === undefined) return { outcome, notes: all, hint: null };
    const before = textBefore(content, current.slice(0, index));
    const found = readingsOf(before, edit).map((reading) => ({ reading, applied: applyEdits(before, [reading.edit]) }));
    const whole = found.flatMap(({ reading, applied }) => (applied.ok ? [{ reading, content: applied.content }] : []));
    const [first] = whole;
    const isAmbiguous = found.some(({ applied }) => !applied.ok && applied.code === 'ambiguous');
    if (first === undefined || isAmbiguous || whole.some((one) => one.content !== first.content))
      return {
        outcome,
        notes: all,
        hint: hintOf(
          found.map(({ reading }) => reading),
          whole.length > 0 || isAmbiguous,
        ),
      };
    current[index] = first.reading.edit;
    const which = edits.length === 1 ? 'The search' : `The search of edit ${index + 1}`;
    notes.set(index, `${which} was read with a difference: ${first.reading.difference}. Copy the text of a file exactly.`);
  }
}

function hintOf(readings: readonly Reading[], isFound: boolean): string | null {
  const [first] = readings;
  return first === undefined || !isFound ? null : `It would be found, but not in one place and one way only, if ${first.difference}.`;
}

/** The text that an edit sees. Edits that undo one another leave it as it was. */
function textBefore(content: string, edits: readonly TextEdit[]): string {
  if (edits.length === 0) return content;
  const outcome = applyEdits(content, edits);
  return outcome.ok ? outcome.content : content;
}

/** Readings that change both sides of an edit in the same way. */
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
/** The first so many of them are of backslashes, which come together with characters that look alike. */
const BACKSLASHES = 2;
const LINE_NUMBER = /^[ \t]*\d+(?::|→|\t|[ \t]*\|)[ ]?/;

function readingsOf(text: string, edit: TextEdit): Reading[] {
  const rewritten = REWRITES.map(({ difference, rewrite }): Reading => {
    return { difference, edit: { ...edit, find: rewrite(edit.find), replace: rewrite(edit.replace) } };
  });
  const folded = foldedReadings(text, { edit, difference: '' });
  const both = rewritten.slice(0, BACKSLASHES).flatMap((reading) => (reading.edit.find === edit.find ? [] : foldedReadings(text, reading)));
  return [...rewritten, ...withoutNumbers(edit), ...folded, ...both].filter(
    ({ edit: { find, replace } }) => find !== edit.find && find.trim() !== '' && find !== replace,
  );
}

/** A reading whose characters look like those of the file, too. */
function foldedReadings(text: string, { edit, difference: first }: Reading): Reading[] {
  return foldedFinds(text, edit).map(({ difference, find, replace }) => ({
    difference: first === '' ? difference : `${first} and ${difference}`,
    edit: { ...edit, find, replace },
  }));
}

/** Copied from a listing with the numbers of its lines. */
function withoutNumbers(edit: TextEdit): Reading[] {
  const lines = edit.find.split('\n').filter((line) => line.trim() !== '');
  if (!lines.every((line) => LINE_NUMBER.test(line))) return [];
  const bare = (text: string) =>
    text
      .split('\n')
      .map((line) => line.replace(LINE_NUMBER, ''))
      .join('\n');
  return [{ difference: 'it has line numbers in it', edit: { ...edit, find: bare(edit.find), replace: bare(edit.replace) } }];
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
