import type { ChatMode } from '../../protocol/chat-request.ts';
import type { ToolDefinition, ToolKind } from '../contract/tool-definition.ts';

/**
 * The tools of a mode. In plan mode writing and running tools are absent, whatever the settings say; of other servers' tools those are
 * there that the user lets run unasked.
 */
export function offeredTools(tools: readonly ToolDefinition[], mode: ChatMode): readonly ToolDefinition[] {
  switch (mode) {
    case 'agent':
      return tools;
    case 'plan':
      return tools.filter(onlyLooks);
    case 'chat':
      return [];
  }
}

/** It leaves everything as it is, or the user lets it run unasked. */
export function onlyLooks({ kind, foreign }: ToolDefinition): boolean {
  return isReading(kind) || foreign?.isAllowed === true;
}

export function isReading(kind: ToolKind): boolean {
  return kind === 'read' || kind === 'control';
}

/** What a call with these arguments is. */
export function kindOf(tool: ToolDefinition, input: unknown): ToolKind {
  return tool.kindOf?.(input) ?? tool.kind;
}
