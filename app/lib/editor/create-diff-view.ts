import { Change, presentableDiff, unifiedMergeView } from '@codemirror/merge';
import { Compartment, EditorState, StateEffect, StateField } from '@codemirror/state';
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

/** A read-only view of what changed between two texts of a file; long unchanged stretches are folded. */
export function createDiffView(parent: HTMLElement, file: { path: string; before: string; after: string }): DiffView {
  const language = new Compartment();
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: file.after,
      extensions: [
        lineNumbers(),
        editorTheme,
        language.of([]),
        EditorState.readOnly.of(true),
        EditorView.editable.of(false),
        EditorView.contentAttributes.of({ 'aria-label': `Changes of ${file.path}`, tabindex: '0' }),
        unifiedMergeView({
          original: file.before,
          mergeControls: false,
          gutter: true,
          collapseUnchanged: { margin: 3, minSize: 6 },
          diffConfig: { override: changesOf },
        }),
        headsField,
      ],
    }),
  });
  void languageOf(file.path).then((extension) => view.dispatch({ effects: language.reconfigure(extension ?? []) }));
  const placeOf = ({ line }: HunkHead) => view.state.doc.line(Math.min(line + 1, view.state.doc.lines)).from;
  return {
    showHeads: (heads) => view.dispatch({ effects: setHeads.of(heads.map((head) => ({ ...head, at: placeOf(head) }))) }),
    reveal(head) {
      view.dispatch({ effects: EditorView.scrollIntoView(placeOf(head), { y: 'center' }) });
      return new Promise((resolve) => view.requestMeasure({ read: () => undefined, write: () => resolve() }));
    },
    destroy: () => view.destroy(),
  };
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
