import type { ChatMode } from '../../protocol/chat-request.ts';
import type { ToolDefinition, ToolKind } from '../contract/tool-definition.ts';

/**
 * Returns the tools of a mode. Plan mode excludes writing and running tools regardless of the settings, and includes tools of other servers
 * only if the user lets them run without approval.
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

/** Returns true if the tool changes nothing, or the user lets it run without approval. */
export function onlyLooks({ kind, foreign }: ToolDefinition): boolean {
  return isReading(kind) || foreign?.isAllowed === true;
}

export function isReading(kind: ToolKind): boolean {
  return kind === 'read' || kind === 'control';
}

/** Returns the kind of a call with these arguments. */
export function kindOf(tool: ToolDefinition, input: unknown): ToolKind {
  return tool.kindOf?.(input) ?? tool.kind;
}
