import type { Subgoal } from '../../../protocol/plan.ts';
import type { PromptContext } from '../../contract/agent-session.ts';
import type { ToolRegistry } from '../../contract/tool-definition.ts';

/** The parts that the system prompt and the offered tools are made of. They stay the same between requests, so that prompt caches hold. */
export interface PromptBasis {
  context: PromptContext;
  locks: readonly string[];
  /** Empty if the conversation that is sent shows the plan. */
  plan: readonly Subgoal[];
  tools: ToolRegistry;
}
