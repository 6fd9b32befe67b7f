import type { Asker } from '../../protocol/tool-call.ts';
import type { BudgetNotice } from './budget-notice.ts';
import type { ConversationState } from './conversation-state.ts';
import type { DelegateBrief } from './delegate-order.ts';

/** The context in which a call is judged. For a sub-agent, it is that of the agent that started it. */
export interface TaskFacts {
  /** Returns the conversation that the user sees. */
  state(): ConversationState;
  /** Whether this task has changed what the scripts of package.json run. */
  readonly scripts: {
    haveChanged: boolean;
    /** Scripts that the user has allowed to read the project's keys in this run, by `scriptKey` and task. */
    readonly granted: Set<string>;
  };
  /** The sub-agent that asks; null for the agent itself. */
  readonly asker: Asker | null;
}

/** The task, brief and budget of a sub-agent. */
export interface DelegateFrame {
  task: TaskFacts & { asker: Asker };
  brief: DelegateBrief;
  /** Returns the exhausted budget of the whole run; null while every budget has something left. */
  spent(): BudgetNotice | null;
}
