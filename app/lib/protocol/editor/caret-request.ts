/** What can be asked of the editor at its caret. */
export type CaretRequest = 'definition' | 'hover' | 'signature' | 'next-problem' | 'previous-problem';
