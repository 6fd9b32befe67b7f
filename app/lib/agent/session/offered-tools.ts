import type { ChatMode } from '../../protocol/chat-request.ts';
import type { ToolDefinition } from '../tool-definition.ts';

/** The tools of a mode. In plan mode writing and running tools are absent, whatever the settings say; of other servers' tools those are
 * there that the user lets run unasked. */
export function offeredTools(tools: readonly ToolDefinition[], mode: ChatMode): readonly ToolDefinition[] {
  switch (mode) {
    case 'agent':
      return tools;
    case 'plan':
      return tools.filter((tool) => tool.kind === 'read' || tool.kind === 'control' || tool.foreign?.isAllowed === true);
    case 'chat':
      return [];
  }
}
