import { Change, MergeView, presentableDiff, unifiedMergeView } from '@codemirror/merge';
import { Compartment, EditorState, type Extension, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, lineNumbers } from '@codemirror/view';
import { lineHunksOf } from '../agent/calls/hunks.ts';
import { t } from '../i18n/t.ts';
import { changeSigns, oldNumbers } from './diff/diff-gutters.ts';
import { type ElementBlock, elementBlocks } from './diff/element-blocks.ts';
import { type ChosenLines, clearChoice, lineChoice } from './diff/line-choice.ts';
import { uncoverPlace } from './diff/uncover-place.ts';
import { editorTheme } from './editor-theme.ts';
import { languageOf } from './language-of.ts';

/** An element above the first line of a hunk. */
export interface HunkHead {
  /** The hunk's first line in the text after, starting at 0. */
  line: number;
  /** In the document only while its place is near the visible part. */
  element: HTMLElement;
}

/** An element at a line. */
export interface LineNote {
  /** The line in the text after, starting at 0. */
  line: number;
  /** `above` the line; `below` the lines removed before it. */
  side: 'above' | 'below';
  /** As in `HunkHead`; its height may change. */
  element: HTMLElement;
}

export interface DiffView {
  showHeads(heads: readonly HunkHead[]): void;
  /** Unfolds folded lines that have a note. */
  showNotes(notes: readonly LineNote[]): void;
  /** Scrolls to that head or note; resolves when it is in the document. */
  reveal(shown: HunkHead | LineNote): Promise<void>;
  /** Clears the line selection; the focus stays in the text. */
  leaveChoice(): void;
  /** Measures its height now instead of in the next frame. */
  measure(): void;
  destroy(): void;
}

/** Reactions to a selection of lines. */
export interface DiffChoice {
  /** Shown at the end of the last selected line. */
  element: HTMLElement;
  /** The id of the element that explains the keys for selecting lines. */
  describedBy: string;
  onChange(side: DiffSide, lines: ChosenLines | null): void;
  onOpen(side: DiffSide, lines: ChosenLines): void;
}
export type DiffSide = 'before' | 'after';

export interface DiffOptions {
  /** Present if lines can be selected. */
  choice?: DiffChoice;
  /** Pixels at the top that are covered: revealed elements are placed below them. */
  covered?(): number;
}

/** `unified`: removed lines above added ones. `split`: before and after side by side. */
export type DiffLayout = 'unified' | 'split';

interface DiffFile {
  path: string;
  before: string;
  after: string;
}

/** A read-only view of the changes between two texts of a file; long unchanged parts are folded. */
export function createDiffView(
  parent: HTMLElement,
  file: DiffFile,
  layout: DiffLayout = 'unified',
  { choice, covered }: DiffOptions = {},
): DiffView {
  const language = new Compartment();
  const ofSide = (side: DiffSide) => [
    choice === undefined ? [] : choiceOf(side, choice, () => all),
    covered === undefined ? [] : EditorView.scrollMargins.of(() => ({ top: covered() })),
  ];
  const { shown, all, destroy } = (layout === 'split' ? splitView : unifiedView)(parent, file, { language, ofSide });
  void languageOf(file.path).then((extension) => {
    for (const view of all) view.dispatch({ effects: language.reconfigure(extension ?? []) });
  });
  const { doc } = shown.state;
  const startOf = (line: number) => doc.line(Math.min(line + 1, doc.lines)).from;
  // Above the removed lines of the hunk, which the merge view shows at the same place.
  const headAt = ({ line, element }: HunkHead): ElementBlock => ({ element, at: startOf(line), side: -2 });
  const noteAt = ({ line, side, element }: LineNote): ElementBlock => {
    if (side === 'below') return { element, at: doc.line(Math.min(line + 1, doc.lines)).to, side: 1 };
    return line < doc.lines ? { element, at: startOf(line), side: 0 } : { element, at: doc.length, side: 1 };
  };
  // Keyboard selection starts there.
  if (choice !== undefined) shown.dispatch({ selection: { anchor: startOf(lineHunksOf(file.before, file.after)[0]?.newStart ?? 0) } });
  const gutters = shown.dom.querySelector<HTMLElement>('.cm-gutters');
  const measured = new ResizeObserver(() => {
    // For elements beside the line numbers that are as wide as the visible text.
    if (gutters !== null) shown.dom.style.setProperty('--diff-gutters', `${gutters.offsetWidth}px`);
    shown.requestMeasure();
  });
  const measure = (elements: readonly HTMLElement[]) => {
    measured.disconnect();
    for (const element of gutters === null ? elements : [gutters, ...elements]) measured.observe(element);
  };
  measure([]);
  return {
    showHeads: (given) => shown.dispatch({ effects: heads.setBlocks.of(given.map(headAt)) }),
    showNotes(given) {
      const blocks = given.map(noteAt);
      for (const { at } of blocks) uncoverPlace(shown, at);
      shown.dispatch({ effects: notes.setBlocks.of(blocks) });
      measure(blocks.map(({ element }) => element));
    },
    reveal(given) {
      const isNote = 'side' in given;
      const { at } = isNote ? noteAt(given) : headAt(given);
      shown.dispatch({ effects: EditorView.scrollIntoView(at, { y: isNote ? 'nearest' : 'center', yMargin: 120 }) });
      return new Promise((resolve) => shown.requestMeasure({ read: () => undefined, write: () => resolve() }));
    },
    leaveChoice() {
      if (choice !== undefined) for (const view of all) clearChoice(view);
      shown.focus();
    },
    measure() {
      // Requesting any position measures the unmeasured lines.
      for (const view of all) view.elementAtHeight(0);
    },
    destroy() {
      measured.disconnect();
      destroy();
    },
  };
}

const heads = elementBlocks(32);
const notes = elementBlocks(120);

/** Only one side at a time has a selection: selecting lines clears the other side. */
function choiceOf(side: DiffSide, { element, describedBy, onChange, onOpen }: DiffChoice, views: () => readonly EditorView[]): Extension {
  const chosen = lineChoice({
    element,
    onChange(lines, view) {
      onChange(side, lines);
      if (lines !== null) for (const other of views()) if (other !== view) clearChoice(other);
    },
    onOpen: (lines) => onOpen(side, lines),
  });
  return [chosen, EditorView.contentAttributes.of({ 'aria-describedby': describedBy })];
}

/** Extensions of a read-only editor, for both layouts. */
function readOnly(label: string, language: Compartment): Extension {
  return [
    lineNumbers(),
    changeSigns,
    editorTheme,
    language.of([]),
    EditorState.readOnly.of(true),
    EditorView.editable.of(false),
    EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
  ];
}

/** `shown`: the view of the text after. */
interface Views {
  shown: EditorView;
  all: readonly EditorView[];
  destroy(): void;
}

const COLLAPSED = { margin: 3, minSize: 6 };

interface ViewParts {
  language: Compartment;
  /** Extensions for one side. */
  ofSide(side: DiffSide): Extension;
}

function unifiedView(parent: HTMLElement, { path, before, after }: DiffFile, { language, ofSide }: ViewParts): Views {
  const merge = unifiedMergeView({
    original: before,
    mergeControls: false,
    // The signs and the line's colour already show it.
    gutter: false,
    highlightChanges: hasBoth(before, after),
    collapseUnchanged: COLLAPSED,
    diffConfig: { override: changesOf },
  });
  const own = [heads.field, notes.field, ofSide('after')];
  const extensions = [oldNumbers, readOnly(t('Changes of {path}', { path }), language), wholeLines(before, after, 'after'), merge, own];
  const shown = new EditorView({ parent, state: EditorState.create({ doc: after, extensions }) });
  return { shown, all: [shown], destroy: () => shown.destroy() };
}

function splitView(parent: HTMLElement, { path, before, after }: DiffFile, { language, ofSide }: ViewParts): Views {
  const own = [heads.field, notes.field, ofSide('after')];
  const merge = new MergeView({
    parent,
    a: {
      doc: before,
      extensions: [readOnly(t('{path} before', { path }), language), wholeLines(before, after, 'before'), ofSide('before')],
    },
    b: { doc: after, extensions: [readOnly(t('Changes of {path}', { path }), language), wholeLines(before, after, 'after'), own] },
    gutter: false,
    highlightChanges: hasBoth(before, after),
    collapseUnchanged: COLLAPSED,
    diffConfig: { override: changesOf },
  });
  return { shown: merge.b, all: [merge.a, merge.b], destroy: () => merge.destroy() };
}

/** A file that was created or removed has no changed words within lines. */
function hasBoth(before: string, after: string): boolean {
  return before !== '' && after !== '';
}

/** Added or removed lines without a counterpart are coloured only as lines, not as changed words. */
function wholeLines(before: string, after: string, side: 'before' | 'after'): Extension {
  return StateField.define<DecorationSet>({
    create({ doc }) {
      const lines = lineHunksOf(before, after).flatMap(({ start, removed, newStart, added }) => {
        if (removed.length > 0 && added.length > 0) return [];
        const [first, count] = side === 'after' ? [newStart, added.length] : [start, removed.length];
        // Uses the editor's own lines: it counts any line break as one character.
        return Array.from({ length: count }, (_, index) => WHOLE_LINE.range(doc.line(Math.min(first + index + 1, doc.lines)).from));
      });
      return Decoration.set(lines);
    },
    update: (lines) => lines,
    provide: (field) => EditorView.decorations.from(field),
  });
}

/** The same hunks that can be undone one by one, with the changes inside their lines. */
function changesOf(before: string, after: string): Change[] {
  let [from, to, line, newLine] = [0, 0, 0, 0];
  const [beforeEnds, afterEnds] = [endsOf(before), endsOf(after)];
  return lineHunksOf(before, after).flatMap(({ start, removed, newStart, added }) => {
    for (; line < start; line++) from = beforeEnds[line] ?? before.length;
    for (; newLine < newStart; newLine++) to = afterEnds[newLine] ?? after.length;
    const [was, is] = [removed.join(''), added.join('')];
    if (was === '' || is === '') return [new Change(from, from + was.length, to, to + is.length)];
    return presentableDiff(was, is).map(({ fromA, toA, fromB, toB }) => new Change(from + fromA, from + toA, to + fromB, to + toB));
  });
}

/** For each line, the position after its end. */
function endsOf(text: string): number[] {
  return [...text.matchAll(/\n/g)].map(({ index }) => index + 1);
}

const WHOLE_LINE = Decoration.line({ class: 'cm-wholeLine' });
