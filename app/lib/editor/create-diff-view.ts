import { Change, MergeView, presentableDiff, unifiedMergeView } from '@codemirror/merge';
import { Compartment, EditorState, type Extension, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, lineNumbers, WidgetType } from '@codemirror/view';
import { lineHunksOf } from '../agent/calls/hunks.ts';
import { editorTheme } from './editor-theme.ts';
import { languageOf } from './language-of.ts';

/** Something shown above the first line of a hunk. */
export interface HunkHead {
  /** Place of the hunk's first line in the text after, from 0. */
  line: number;
  /** Attached to the view while its place is near the visible part. */
  element: HTMLElement;
}

export interface DiffView {
  showHeads(heads: readonly HunkHead[]): void;
  /** Brings that head into view; resolves when it is attached. */
  reveal(head: HunkHead): Promise<void>;
  destroy(): void;
}

/** `unified`: removed lines above the added ones. `split`: before and after side by side. */
export type DiffLayout = 'unified' | 'split';

interface DiffFile {
  path: string;
  before: string;
  after: string;
}

/** A read-only view of what changed between two texts of a file; long unchanged stretches are folded. */
export function createDiffView(parent: HTMLElement, file: DiffFile, layout: DiffLayout = 'unified'): DiffView {
  const language = new Compartment();
  const { shown, all, destroy } = layout === 'split' ? splitView(parent, file, language) : unifiedView(parent, file, language);
  void languageOf(file.path).then((extension) => {
    for (const view of all) view.dispatch({ effects: language.reconfigure(extension ?? []) });
  });
  const placeOf = ({ line }: HunkHead) => shown.state.doc.line(Math.min(line + 1, shown.state.doc.lines)).from;
  return {
    showHeads: (heads) => shown.dispatch({ effects: setHeads.of(heads.map((head) => ({ ...head, at: placeOf(head) }))) }),
    reveal(head) {
      shown.dispatch({ effects: EditorView.scrollIntoView(placeOf(head), { y: 'center' }) });
      return new Promise((resolve) => shown.requestMeasure({ read: () => undefined, write: () => resolve() }));
    },
    destroy,
  };
}

/** What both layouts have of an editor that only shows. */
function readOnly(label: string, language: Compartment): Extension {
  return [
    lineNumbers(),
    editorTheme,
    language.of([]),
    EditorState.readOnly.of(true),
    EditorView.editable.of(false),
    EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
  ];
}

/** `shown`: the one that has the text after. */
interface Views {
  shown: EditorView;
  all: readonly EditorView[];
  destroy(): void;
}

const COLLAPSED = { margin: 3, minSize: 6 };

function unifiedView(parent: HTMLElement, { path, before, after }: DiffFile, language: Compartment): Views {
  const merge = unifiedMergeView({
    original: before,
    mergeControls: false,
    gutter: true,
    highlightChanges: hasBoth(before, after),
    collapseUnchanged: COLLAPSED,
    diffConfig: { override: changesOf },
  });
  const extensions = [readOnly(`Changes of ${path}`, language), wholeLines(before, after, 'after'), merge, headsField];
  const shown = new EditorView({ parent, state: EditorState.create({ doc: after, extensions }) });
  return { shown, all: [shown], destroy: () => shown.destroy() };
}

function splitView(parent: HTMLElement, { path, before, after }: DiffFile, language: Compartment): Views {
  const merge = new MergeView({
    parent,
    a: { doc: before, extensions: [readOnly(`${path} before`, language), wholeLines(before, after, 'before')] },
    b: { doc: after, extensions: [readOnly(`Changes of ${path}`, language), wholeLines(before, after, 'after'), headsField] },
    gutter: true,
    highlightChanges: hasBoth(before, after),
    collapseUnchanged: COLLAPSED,
    diffConfig: { override: changesOf },
  });
  return { shown: merge.b, all: [merge.a, merge.b], destroy: () => merge.destroy() };
}

/** A file that was made or removed has no words that changed within a line. */
function hasBoth(before: string, after: string): boolean {
  return before !== '' && after !== '';
}

/** Lines that have no counterpart are coloured once, as lines: not also as words that changed. */
function wholeLines(before: string, after: string, side: 'before' | 'after'): Extension {
  return StateField.define<DecorationSet>({
    create({ doc }) {
      const lines = lineHunksOf(before, after).flatMap(({ start, removed, newStart, added }) => {
        if (removed.length > 0 && added.length > 0) return [];
        const [first, count] = side === 'after' ? [newStart, added.length] : [start, removed.length];
        // The editor's own lines: it counts a line break as one character, whichever it is.
        return Array.from({ length: count }, (_, index) => WHOLE_LINE.range(doc.line(Math.min(first + index + 1, doc.lines)).from));
      });
      return Decoration.set(lines);
    },
    update: (lines) => lines,
    provide: (field) => EditorView.decorations.from(field),
  });
}

/** The same hunks that can be taken back one by one; within each, what has changed in its lines. */
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

/** Of each line the place after its end. */
function endsOf(text: string): number[] {
  return [...text.matchAll(/\n/g)].map(({ index }) => index + 1);
}

const WHOLE_LINE = Decoration.line({ class: 'cm-wholeLine' });

class HeadWidget extends WidgetType {
  readonly #element: HTMLElement;
  constructor(element: HTMLElement) {
    super();
    this.#element = element;
  }
  override eq(other: HeadWidget): boolean {
    return other.#element === this.#element;
  }
  override get estimatedHeight(): number {
    return 32;
  }
  override toDOM(): HTMLElement {
    return this.#element;
  }
}

const setHeads = StateEffect.define<readonly (HunkHead & { at: number })[]>();

const headsField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(heads, { effects }) {
    const set = effects.findLast((effect) => effect.is(setHeads));
    if (set === undefined) return heads;
    // Above the removed lines of the hunk, which the merge view puts at the same place.
    return Decoration.set(
      (set.value as readonly (HunkHead & { at: number })[]).map(({ at, element }) =>
        Decoration.widget({ widget: new HeadWidget(element), block: true, side: -2 }).range(at),
      ),
      true,
    );
  },
  provide: (field) => EditorView.decorations.from(field),
});
