import { type EditorSelection, type StateEffect, type Text, Transaction } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import type { Glance } from '../protocol/editor/glance.ts';

/** Below the upper part, which the list covers. */
const DOWN = 0.6;

/** Previews places without taking the focus, then goes to the chosen one or back to the user's position. */
export function glanceIn(view: EditorView): (glance: Glance) => void {
  let before: { doc: Text; selection: EditorSelection; scroll: StateEffect<unknown> } | null = null;
  // Marked as remote, because the user has not moved.
  const annotations = Transaction.remote.of(true);
  return (glance) => {
    const { doc, selection } = view.state;
    // If the text has changed in the meantime, the old position is no longer valid.
    const left = before?.doc === doc ? before : null;
    before = null;
    if (glance.type === 'back') {
      if (left !== null) view.dispatch({ selection: left.selection, effects: left.scroll, annotations });
      return;
    }
    const range = { anchor: Math.min(glance.from, doc.length), head: Math.min(glance.to, doc.length) };
    if (glance.type === 'choose') {
      view.dispatch({ selection: range, effects: EditorView.scrollIntoView(range.anchor, { y: 'center' }) });
      view.focus();
      return;
    }
    before = left ?? { doc, selection, scroll: view.scrollSnapshot() };
    const yMargin = view.scrollDOM.clientHeight * DOWN;
    view.dispatch({ selection: range, effects: EditorView.scrollIntoView(range.anchor, { y: 'start', yMargin }), annotations });
  };
}
