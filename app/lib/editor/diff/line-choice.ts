import { type EditorState, type Extension, StateEffect, StateField, type Transaction } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, keymap, WidgetType } from '@codemirror/view';
import { uncoverPlace } from './uncover-place.ts';

/** Line numbers from 0; the last one is included. */
export interface ChosenLines {
  first: number;
  last: number;
}

export interface LineChoiceEvents {
  /** Shown at the end of the last selected line. */
  element: HTMLElement;
  onChange(lines: ChosenLines | null, view: EditorView): void;
  /** Called on Enter. */
  onOpen(lines: ChosenLines): void;
}

const setChosen = StateEffect.define<ChosenLines | null>();

/** Selection of whole lines in a read-only text: by pointer, or by arrow keys, with Shift for several. */
export function lineChoice({ element, onChange, onOpen }: LineChoiceEvents): Extension {
  const widget = new ChoiceWidget(element);
  const chosen = StateField.define<ChosenLines | null>({
    create: () => null,
    update(lines, transaction) {
      for (const effect of transaction.effects) if (effect.is(setChosen)) return effect.value;
      return isChoice(transaction) ? selectedLines(transaction.state) : lines;
    },
    provide: (field) => EditorView.decorations.compute([field], (state) => marksOf(state, state.field(field), widget)),
  });
  const move = (by: 1 | -1, isExtending: boolean) => (view: EditorView) => moveChoice(view, view.state.field(chosen), by, isExtending);
  const keys = keymap.of([
    { key: 'ArrowDown', run: move(1, false), shift: move(1, true), preventDefault: true },
    { key: 'ArrowUp', run: move(-1, false), shift: move(-1, true), preventDefault: true },
    {
      key: 'Enter',
      run({ state }) {
        const lines = state.field(chosen);
        if (lines !== null) onOpen(lines);
        return lines !== null;
      },
    },
    {
      key: 'Escape',
      run(view) {
        const isChosen = view.state.field(chosen) !== null;
        if (isChosen) clearChoice(view);
        return isChosen;
      },
    },
  ]);
  const told = EditorView.updateListener.of(({ view, state, startState }) => {
    const lines = state.field(chosen);
    if (lines !== startState.field(chosen, false)) onChange(lines, view);
  });
  return [chosen, keys, told];
}

/** Focusing the text also sets a selection: an empty one counts only if a pointer made it. */
function isChoice(transaction: Transaction): boolean {
  const { empty } = transaction.newSelection.main;
  return transaction.isUserEvent('select.pointer') || (transaction.isUserEvent('select') && !empty);
}

export function clearChoice(view: EditorView): void {
  view.dispatch({ selection: { anchor: view.state.selection.main.head }, effects: setChosen.of(null) });
}

/** A text that ends with a line break has no further line. */
function countOf({ doc }: Pick<EditorState, 'doc'>): number {
  return doc.line(doc.lines).length === 0 ? doc.lines - 1 : doc.lines;
}

function selectedLines(state: EditorState): ChosenLines | null {
  const { from, to, empty } = state.selection.main;
  const [first, end] = [state.doc.lineAt(from), state.doc.lineAt(to)];
  // A selection that ends at the beginning of a line does not include that line.
  const last = !empty && to === end.from && end.number > first.number ? end.number - 1 : end.number;
  return linesWithin(state, first.number - 1, last - 1);
}

function linesWithin(state: EditorState, first: number, last: number): ChosenLines | null {
  const count = countOf(state);
  return first < count ? { first, last: Math.min(last, count - 1) } : null;
}

function moveChoice(view: EditorView, lines: ChosenLines | null, by: 1 | -1, isExtending: boolean): boolean {
  const { state } = view;
  const { doc, selection } = state;
  const [anchorLine, headLine] = [selection.main.anchor, selection.main.head].map((place) => doc.lineAt(place).number - 1) as [
    number,
    number,
  ];
  // The first key press only selects the current line.
  const next = lines === null ? headLine : Math.min(Math.max(headLine + by, 0), countOf(state) - 1);
  if (next < 0) return true;
  const anchor = isExtending && lines !== null ? anchorLine : next;
  const target = doc.line(next + 1);
  uncoverPlace(view, target.from);
  const [from, to] = [doc.line(anchor + 1), target];
  const range =
    anchor === next ? { anchor: to.from } : anchor < next ? { anchor: from.from, head: to.to } : { anchor: from.to, head: to.from };
  view.dispatch({
    selection: range,
    effects: [
      setChosen.of(linesWithin(state, Math.min(anchor, next), Math.max(anchor, next))),
      EditorView.scrollIntoView(target.from, { y: 'nearest', yMargin: 60 }),
    ],
    userEvent: 'select.keyboard',
  });
  return true;
}

const CHOSEN = Decoration.line({ class: 'cm-chosenLine' });

function marksOf({ doc }: EditorState, lines: ChosenLines | null, widget: ChoiceWidget): DecorationSet {
  if (lines === null) return Decoration.none;
  const marks = Array.from({ length: lines.last - lines.first + 1 }, (_, index) => CHOSEN.range(doc.line(lines.first + index + 1).from));
  const end = doc.line(lines.last + 1).to;
  return Decoration.set([...marks, Decoration.widget({ widget, side: 1 }).range(end)], true);
}

class ChoiceWidget extends WidgetType {
  readonly #element: HTMLElement;
  constructor(element: HTMLElement) {
    super();
    this.#element = element;
  }
  override toDOM(): HTMLElement {
    const holder = document.createElement('span');
    holder.className = 'cm-choice';
    holder.appendChild(this.#element);
    return holder;
  }
}
