import type { Subgoal } from '../../../protocol/plan.ts';
import type { PromptContext } from '../../contract/agent-session.ts';
import type { ToolRegistry } from '../../contract/tool-definition.ts';

/**
 * The data from which the system prompt and the offered tools are built. It stays the same between requests, so that prompt caches remain
 * valid.
 */
export interface PromptBasis {
  context: PromptContext;
  locks: readonly string[];
  /** Empty if the sent messages already show the plan. */
  plan: readonly Subgoal[];
  tools: ToolRegistry;
  /** Those of the tools that the prompt names without a definition in the request. */
  named: ReadonlySet<string>;
}
