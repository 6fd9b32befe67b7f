import { type EditorState, MapMode, RangeSet, RangeSetBuilder, RangeValue, StateEffect, StateField } from '@codemirror/state';

type LineBreak = '\n' | '\r\n' | '\r';

/** Marks a line break that differs from the file's most common one; placed before its character. */
class OddBreak extends RangeValue {
  // Text typed at the end of a line comes before its break, and a deleted or replaced break loses its mark.
  override startSide = 1;
  override endSide = 1;
  override mapMode = MapMode.TrackAfter;
  readonly text: LineBreak;

  constructor(text: LineBreak) {
    super();
    this.text = text;
  }

  override eq(other: RangeValue): boolean {
    return other instanceof OddBreak && other.text === this.text;
  }
}

/** CodeMirror's text has one kind of line break. This stores the file's own, also for each line of a mixed file. */
export interface LineBreaks {
  usual: LineBreak;
  odd: RangeSet<OddBreak>;
}

const ONLY_LF: LineBreaks = { usual: '\n', odd: RangeSet.empty };

export function toOneLineBreak(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

/** Reads the line breaks of a file's text as stored on disk. */
export function lineBreaksOf(text: string): LineBreaks {
  if (!text.includes('\r')) return ONLY_LF;
  const found: [at: number, text: LineBreak][] = [];
  const counts: Record<LineBreak, number> = { '\n': 0, '\r\n': 0, '\r': 0 };
  // Each earlier `\r\n` is one character longer than in the editor's text.
  let longer = 0;
  for (const { 0: matched, index } of text.matchAll(/\r\n|\r|\n/g)) {
    const lineBreak = matched as LineBreak; // The pattern guarantees this type.
    counts[lineBreak]++;
    found.push([index - longer, lineBreak]);
    longer += matched.length - 1;
  }
  const usual = (['\n', '\r\n', '\r'] as const).reduce((most, each) => (counts[each] > counts[most] ? each : most));
  if (counts[usual] === found.length) return { usual, odd: RangeSet.empty };
  const odd = new RangeSetBuilder<OddBreak>();
  for (const [at, lineBreak] of found) if (lineBreak !== usual) odd.add(at, at, new OddBreak(lineBreak));
  return { usual, odd: odd.finish() };
}

/** Another program has written the file with these line breaks. */
export const setLineBreaks = StateEffect.define<LineBreaks>();

const lineBreaks = StateField.define<LineBreaks>({
  create: () => ONLY_LF,
  update(value, transaction) {
    for (const effect of transaction.effects) if (effect.is(setLineBreaks)) return effect.value;
    return transaction.docChanged && value.odd.size > 0 ? { ...value, odd: value.odd.map(transaction.changes) } : value;
  },
});

/** The initial state for a file with this text. */
export const keepLineBreaks = (text: string) => lineBreaks.init(() => lineBreaksOf(text));

/** The editor's text with the file's own line breaks. */
export function textWithLineBreaks(state: EditorState): string {
  const { usual, odd } = state.field(lineBreaks);
  const { doc } = state;
  if (odd.size === 0) return usual === '\n' ? doc.toString() : doc.sliceString(0, doc.length, usual);
  const parts: string[] = [];
  let from = 0;
  const addLines = (to: number) => {
    const lines = doc.sliceString(from, to, usual);
    // Otherwise the two would become one line break.
    if (lines.startsWith('\n')) for (let last = parts.length - 1; parts[last] === '\r'; last--) parts[last] = usual;
    if (lines !== '') parts.push(lines);
  };
  for (const each = odd.iter(); each.value !== null; each.next()) {
    addLines(each.from);
    const { text } = each.value;
    parts.push(text === '\n' && parts.at(-1)?.endsWith('\r') ? usual : text);
    from = each.from + 1;
  }
  addLines(doc.length);
  return parts.join('');
}
