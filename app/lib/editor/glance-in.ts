import { type EditorSelection, type StateEffect, type Text, Transaction } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import type { Glance } from '../protocol/editor/glance.ts';

/** The list covers the upper part. */
const DOWN = 0.6;

/** Shows places without taking the focus, and goes to the one that is chosen or back to where the user was. */
export function glanceIn(view: EditorView): (glance: Glance) => void {
  let before: { doc: Text; selection: EditorSelection; scroll: StateEffect<unknown> } | null = null;
  // Nobody has gone there yet.
  const annotations = Transaction.remote.of(true);
  return (glance) => {
    const { doc, selection } = view.state;
    // Of a text that has changed meanwhile the places are others.
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
