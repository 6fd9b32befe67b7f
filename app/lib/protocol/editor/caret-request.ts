/** A request to the editor that concerns the position of its caret. */
export type CaretRequest = 'definition' | 'hover' | 'signature' | 'next-problem' | 'previous-problem';
