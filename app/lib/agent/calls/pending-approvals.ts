import type { ApprovalId } from '../../protocol/ids.ts';
import type { ApprovalAnswer, ApprovalRequest } from '../../protocol/tool-call.ts';
import type { ToolIntent } from '../contract/tool-definition.ts';

/** A pending approval. */
export interface WaitingApproval {
  request: ApprovalRequest;
  intent: ToolIntent;
}

interface Entry extends WaitingApproval {
  resolve(answer: ApprovalAnswer): void;
}

/** Stores the pending approvals and passes each its single answer. */
export class PendingApprovals {
  readonly #waiting = new Map<ApprovalId, Entry>();

  /** Resolves with the user's answer. */
  ask(waiting: WaitingApproval): Promise<ApprovalAnswer> {
    return new Promise((resolve) => {
      this.#waiting.set(waiting.request.approvalId, { ...waiting, resolve });
    });
  }

  waiting(): WaitingApproval[] {
    return [...this.#waiting.values()];
  }

  get(approvalId: ApprovalId): WaitingApproval | undefined {
    return this.#waiting.get(approvalId);
  }

  /** Removes the approval, so that no second answer finds it. Returns null if it was already answered. */
  take(approvalId: ApprovalId): { waiting: WaitingApproval; answer(answer: ApprovalAnswer): void; putBack(): void } | null {
    const entry = this.#waiting.get(approvalId);
    if (entry === undefined) return null;
    this.#waiting.delete(approvalId);
    return { waiting: entry, answer: entry.resolve, putBack: () => this.#waiting.set(approvalId, entry) };
  }

  /** Discards all pending approvals; they will never be answered. */
  clear(): void {
    this.#waiting.clear();
  }
}
