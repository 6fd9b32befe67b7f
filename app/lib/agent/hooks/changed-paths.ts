import type { ToolCall } from '../../protocol/tool-call.ts';
import type { ToolEffect } from '../../protocol/tool-effect.ts';
import type { ConversationState } from '../contract/conversation-state.ts';
import { entriesAfter, netChanges } from '../contract/file-log.ts';

/** The files that these calls have changed, as their tools say; those of sub-agents behind the calls that started them. */
export function stepPaths(calls: readonly ToolCall[], { delegates }: Pick<ConversationState, 'delegates'>): string[] {
  const all = calls.flatMap((call) => [call, ...(delegates.get(call.toolCallId)?.toolCalls.values() ?? [])]);
  return [...new Set(all.flatMap((call) => (call.status === 'success' ? call.effects.flatMap(pathsOf) : [])))];
}

/** What differs from the start of the task, and what its tools have changed. */
export function changedPaths({ filesCreated, filesModified, fileLog }: ConversationState): string[] {
  const logged = netChanges(entriesAfter(fileLog, 0)).filter(({ by }) => by !== 'person');
  return [...new Set([...filesCreated, ...filesModified, ...logged.map(({ path }) => path)])];
}

function pathsOf(effect: ToolEffect): string[] {
  switch (effect.type) {
    case 'file-created':
    case 'file-modified':
    case 'file-deleted':
      return [effect.path];
    case 'file-renamed':
      return [effect.from, effect.to];
    default:
      return [];
  }
}
