import type { ApprovalId } from '../../protocol/ids.ts';
import type { ApprovalAnswer, ApprovalRequest } from '../../protocol/tool-call.ts';
import type { ToolIntent } from '../contract/tool-definition.ts';

/** An approval that waits for its answer. */
export interface WaitingApproval {
  request: ApprovalRequest;
  intent: ToolIntent;
}

interface Entry extends WaitingApproval {
  resolve(answer: ApprovalAnswer): void;
}

/** Keeps the approvals that wait and hands each its one answer. */
export class PendingApprovals {
  readonly #waiting = new Map<ApprovalId, Entry>();

  /** Resolves with the answer. */
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

  /** Takes the approval out, so that no second answer finds it. Null when it was answered already. */
  take(approvalId: ApprovalId): { waiting: WaitingApproval; answer(answer: ApprovalAnswer): void; putBack(): void } | null {
    const entry = this.#waiting.get(approvalId);
    if (entry === undefined) return null;
    this.#waiting.delete(approvalId);
    return { waiting: entry, answer: entry.resolve, putBack: () => this.#waiting.set(approvalId, entry) };
  }

  /** Forgets what waits; nobody will answer it. */
  clear(): void {
    this.#waiting.clear();
  }
}
