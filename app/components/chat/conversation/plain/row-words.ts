import type { ConversationRow } from '../conversation-rows.ts';

/** Returns a row as plain text, for when it cannot be rendered. */
export function rowWords(row: ConversationRow): string {
  switch (row.kind) {
    case 'user':
    case 'remark':
    case 'text':
    case 'reasoning':
      return row.text;
    case 'user-command':
      return row.done.command;
    case 'step':
      return callWords(row.step);
    case 'grouped':
      return row.steps.map(callWords).join('\n');
    case 'summary':
    case 'version':
    case 'fold':
    case 'left-out':
      return '';
  }
}

function callWords({ toolName, input, message }: Extract<ConversationRow, { kind: 'step' }>['step']): string {
  return [toolName, JSON.stringify(input), message].filter((part) => part !== '').join(' ');
}
