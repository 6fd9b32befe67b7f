import { type EditorState, type Extension, type StateEffect, Transaction } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

/** The user's position in a file: offsets in the editor's text, where each line break is one character. */
export interface EditorPosition {
  anchor: number;
  head: number;
  /** Offset of the first visible line. */
  top: number;
}

/** Returns null while the view is hidden, because it then has no position. */
function positionIn(view: EditorView): EditorPosition | null {
  if (view.scrollDOM.clientHeight === 0) return null;
  const { anchor, head } = view.state.selection.main;
  return { anchor, head, top: view.lineBlockAtHeight(view.scrollDOM.getBoundingClientRect().top - view.documentTop).from };
}

/** The caret's line and column, both starting at 1, as displayed. */
export interface CaretPlace {
  line: number;
  column: number;
}

function caretIn({ selection, doc }: EditorState): CaretPlace {
  const { number, from } = doc.lineAt(selection.main.head);
  return { line: number, column: selection.main.head - from + 1 };
}

/** Calls back when the user, and not the agent, has edited or moved the caret, and on every scroll. */
export function followPosition(onMove: (position: EditorPosition, caret: CaretPlace) => void): Extension {
  const tell = (view: EditorView) => {
    const position = positionIn(view);
    if (position !== null) onMove(position, caretIn(view.state));
  };
  return [
    EditorView.updateListener.of(({ transactions, selectionSet, docChanged, view }) => {
      const byUser = transactions.some((each) => each.annotation(Transaction.remote) !== true);
      if (byUser && (selectionSet || docChanged)) tell(view);
    }),
    EditorView.domEventHandlers({ scroll: (_event, view) => tell(view) }),
  ];
}

/** Lines start at 1, columns at 0. */
export interface EditorPlace {
  line: number;
  column?: number | undefined;
  length?: number | undefined;
}

/** The selection for a place; if that no longer exists, the nearest one. */
export function rangeOf({ line: number, column = 0, length = 0 }: EditorPlace, { doc }: EditorState): { anchor: number; head: number } {
  const line = doc.line(Math.max(1, Math.min(number, doc.lines)));
  const anchor = Math.min(line.from + column, line.to);
  return { anchor, head: Math.min(anchor + length, line.to) };
}

/** The stored position may be from a longer text. */
export function selectionAt({ anchor, head }: EditorPosition, length: number): { anchor: number; head: number } {
  return { anchor: Math.min(anchor, length), head: Math.min(head, length) };
}

export function scrollTo({ top }: EditorPosition, { doc }: EditorState): StateEffect<unknown> {
  return EditorView.scrollIntoView(Math.min(top, doc.length), { y: 'start', yMargin: 0 });
}
