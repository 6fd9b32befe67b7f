import { mergeViewSiblings, uncollapseUnchanged } from '@codemirror/merge';
import { RangeSet } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

/** Unfolds the unchanged lines that hide a place, on both sides in split view. */
export function uncoverPlace(view: EditorView, at: number): void {
  const folds = foldsOf(view);
  const index = folds.findIndex(({ from, to }) => from <= at && at <= to);
  if (index < 0) return;
  const siblings = mergeViewSiblings(view);
  // Both sides have the same folds in the same order.
  const both = siblings === null ? [[view, folds] as const] : [siblings.a, siblings.b].map((each) => [each, foldsOf(each)] as const);
  for (const [each, own] of both) {
    const fold = own[index];
    if (fold !== undefined) each.dispatch({ effects: uncollapseUnchanged.of(fold.from) });
  }
}

function foldsOf(view: EditorView): { from: number; to: number }[] {
  const folds: { from: number; to: number }[] = [];
  for (const set of view.state.facet(EditorView.decorations)) {
    if (!(set instanceof RangeSet)) continue;
    set.between(0, view.state.doc.length, (from, to, { spec }) => {
      // Of all block widgets, only folds cover any text.
      if (spec.block === true && from < to) folds.push({ from, to });
    });
  }
  return folds;
}
