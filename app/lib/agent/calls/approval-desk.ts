import { errorMessage } from '../../protocol/error-message.ts';
import type { ApprovalId } from '../../protocol/ids.ts';
import { because } from '../../protocol/texts/reason.ts';
import type { ApprovalAnswer } from '../../protocol/tool-call.ts';
import type { AnswerOutcome } from '../contract/agent-session.ts';
import type { ConversationState } from '../contract/conversation-state.ts';
import type { ProposedChange } from '../contract/proposed-change.ts';
import { refusedAnswer } from '../contract/refused-answer.ts';
import type { DelegateDesk } from '../delegates/delegate-desk.ts';
import type { Permissions } from './permissions.ts';

export interface ApprovalDeskDependencies {
  permissions: Permissions;
  delegates: DelegateDesk;
  state(): ConversationState;
  /** Returns true if a run is in progress or is being resumed. */
  isWorking(): boolean;
  nextChange(): Promise<void>;
  /** Reports a failure of the journal. */
  noteFailure(error: unknown): void;
}

/** Routes the user's answers to this session's own questions or to the sub-agent that asks. */
export class ApprovalDesk {
  readonly #dependencies: ApprovalDeskDependencies;

  constructor(dependencies: ApprovalDeskDependencies) {
    this.#dependencies = dependencies;
  }

  async answer(approvalId: ApprovalId, answer: ApprovalAnswer): Promise<AnswerOutcome> {
    const { permissions, delegates } = this.#dependencies;
    const asking = delegates.asking(approvalId);
    if (asking !== undefined) return asking.answerApproval(approvalId, answer);
    await this.#asked(approvalId);
    return permissions.answer(approvalId, answer).catch((error: unknown) => {
      // The question stays open, to be answered again.
      this.#dependencies.noteFailure(error);
      return refusedAnswer(because('The answer could not be kept: {error}.', { error: errorMessage(error).replace(/\.$/, '') }));
    });
  }

  async approveAll(): Promise<void> {
    const { permissions, delegates } = this.#dependencies;
    await Promise.all([permissions.approveAll(), ...delegates.sessions().map((session) => session.approveAll())]);
  }

  async proposedChange(approvalId: ApprovalId): Promise<ProposedChange | null> {
    const { permissions, delegates } = this.#dependencies;
    const asking = delegates.asking(approvalId);
    if (asking !== undefined) return asking.proposedChange(approvalId);
    await this.#asked(approvalId);
    return permissions.proposedChange(approvalId);
  }

  /**
   * Waits until an open question has been asked. After a reload a question is displayed at once, but it is only asked again when its files
   * have been read, in a runtime that is still booting. An earlier answer waits for that, and so does a look at the change.
   */
  async #asked(approvalId: ApprovalId): Promise<void> {
    const { permissions, isWorking, nextChange } = this.#dependencies;
    while (isWorking() && this.#isOpen(approvalId) && !permissions.isAsked(approvalId)) await nextChange();
  }

  #isOpen(approvalId: ApprovalId): boolean {
    const calls = [...this.#dependencies.state().toolCalls.values()];
    return calls.some((call) => call.status === 'awaiting_approval' && call.approval.approvalId === approvalId);
  }
}
