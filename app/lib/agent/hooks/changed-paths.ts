import type { ToolCall } from '../../protocol/tool-call.ts';
import type { ToolEffect } from '../../protocol/tool-effect.ts';
import type { ConversationState } from '../contract/conversation-state.ts';
import { entriesAfter, netChanges } from '../contract/file-log.ts';

/** Returns the files changed by these calls, as reported by their tools, including calls of sub-agents that they started. */
export function stepPaths(calls: readonly ToolCall[], { delegates }: Pick<ConversationState, 'delegates'>): string[] {
  const all = calls.flatMap((call) => [call, ...(delegates.get(call.toolCallId)?.toolCalls.values() ?? [])]);
  return [...new Set(all.flatMap((call) => (call.status === 'success' ? call.effects.flatMap(pathsOf) : [])))];
}

/** Returns the files that differ from the start of the task, and those that the run's tools have changed. */
export function changedPaths({ filesCreated, filesModified, fileLog }: ConversationState): string[] {
  const logged = netChanges(entriesAfter(fileLog, 0)).filter(({ by }) => by !== 'user');
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
