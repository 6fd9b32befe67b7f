import { EditorSelection, EditorState, type Extension, type SelectionRange, type Text } from '@codemirror/state';

const BYTE_ORDER_MARK = '\ufeff';

interface Ends {
  anchor: number;
  head: number;
}

/** The initial selection: directly after a byte order mark, if there is one. */
export function firstSelection(doc: Text, wanted: Ends | null): Ends {
  const first = firstPlace(doc);
  const { anchor, head } = wanted ?? { anchor: 0, head: 0 };
  return { anchor: Math.max(anchor, first), head: Math.max(head, first) };
}

/** Keeps the caret behind the byte order mark: text typed before it would leave the mark in the middle of the text, as a character. */
export function behindByteOrderMark(): Extension {
  return EditorState.transactionFilter.of((transaction) => {
    const first = firstPlace(transaction.newDoc);
    const selection = transaction.newSelection;
    if (first === 0 || selection.ranges.every(({ anchor, head }) => anchor >= first && head >= first)) return transaction;
    const ranges = selection.ranges.map((range) => behind(range, first));
    return [transaction, { selection: EditorSelection.create(ranges, selection.mainIndex), sequential: true }];
  });
}

function behind({ anchor, head }: SelectionRange, first: number): SelectionRange {
  return EditorSelection.range(Math.max(anchor, first), Math.max(head, first));
}

function firstPlace(doc: Text): number {
  return doc.length > 0 && doc.sliceString(0, 1) === BYTE_ORDER_MARK ? 1 : 0;
}
