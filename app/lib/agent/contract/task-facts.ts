import type { Asker } from '../../protocol/tool-call.ts';
import type { BudgetNotice } from './budget-notice.ts';
import type { ConversationState } from './conversation-state.ts';
import type { DelegateBrief } from './delegate-order.ts';

/** What a call is judged by besides its own conversation: of a sub-agent's call, the conversation of the agent that has started it. */
export interface TaskFacts {
  /** The conversation that the user sees. */
  state(): ConversationState;
  /** This task has changed what the scripts of package.json run. */
  readonly scripts: {
    haveChanged: boolean;
    /** Scripts that the user has let read the project's keys in this run, by `scriptKey` and the task. */
    readonly granted: Set<string>;
  };
  /** Null: the agent itself. */
  readonly asker: Asker | null;
}

/** Set for a sub-agent: what it works within. */
export interface DelegateFrame {
  task: TaskFacts & { asker: Asker };
  brief: DelegateBrief;
  /** The budget of the whole run that is used up; null while there is something left of each. */
  spent(): BudgetNotice | null;
}
