import { t } from '../../../lib/i18n/t.ts';
import { delegatedCallId } from '../../../lib/protocol/ids.ts';
import type { ToolCall } from '../../../lib/protocol/tool-call.ts';
import type { DelegateState } from '../../../lib/stores/chat.ts';
import { textOf } from '../cards/step-view.ts';
import { type ConversationRow, groupCalls, journalRows } from '../conversation/conversation-rows.ts';
import { subjectOf, type ToolViews } from '../tool-views/tool-views-context.ts';

/** Returns the rows of a sub-agent's own conversation, without its task and report, which the card itself shows. */
export function delegateRows(parentId: string, delegate: DelegateState, report: string, views: ToolViews): ConversationRow[] {
  const toolCalls = new Map([...delegate.toolCalls].map(([id, call]) => [id, ofChat(parentId, call)]));
  const rows = journalRows(delegate.messages.slice(1), toolCalls, delegate.remarks, { compactions: delegate.compactions });
  return groupCalls(
    rows.filter((row) => !isReport(row, report)),
    (name) => views.get(name)?.grouped !== undefined,
  );
}

/** Makes a sub-agent's call id unique in the chat, because the page looks up calls by such ids. */
function ofChat(parentId: string, call: ToolCall): ToolCall {
  return { ...call, toolCallId: delegatedCallId(parentId, call.toolCallId) };
}

function isReport(row: ConversationRow, report: string): boolean {
  if (report === '') return false;
  if (row.kind === 'text') return row.text === report;
  return row.kind === 'step' && row.step.state === 'success' && textOf(row.step.input, 'summary') === report;
}

/** Describes the sub-agent's current action. */
export function doingNow(delegate: DelegateState | undefined, views: ToolViews): string {
  if (delegate === undefined) return t('Waits for its turn');
  if (delegate.status === 'waiting_for_approval') return t('Awaiting approval');
  const call = [...delegate.toolCalls.values()].findLast(({ status }) => status === 'executing');
  if (call === undefined) return t('Thinking…');
  const view = views.get(call.toolName);
  return `${view?.doing() ?? call.toolName} ${subjectOf(view, call)}`.trim();
}
