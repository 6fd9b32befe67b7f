import type { AgentSession } from '../agent/contract/agent-session.ts';
import type { ProposedChange } from '../agent/contract/proposed-change.ts';
import type { ToolRegistry } from '../agent/contract/tool-definition.ts';
import { saidReason } from '../i18n/said-reason.ts';
import type { NoticeService } from '../notices/notice-service.ts';
import type { ApprovalId } from '../protocol/ids.ts';
import type { ApprovalAnswer } from '../protocol/tool-call.ts';
import { type ArgumentField, argumentFields } from './argument-fields.ts';

/** What a user can do with the calls that wait for them. */
export interface ApprovalActions {
  answerApproval(approvalId: ApprovalId, answer: ApprovalAnswer): Promise<void>;
  /** Approves what waits now, nothing later. */
  approveAll(): Promise<void>;
  /** The texts of the files before the change that waits under this approval, and those that they would have. */
  proposedChange(approvalId: ApprovalId): Promise<ProposedChange | null>;
  /** What of a call of this tool can be changed before it is approved; empty: there is no such tool. */
  argumentFields(toolName: string): Promise<readonly ArgumentField[]>;
}

export interface ApprovalServiceOptions {
  /** Of the open chat. */
  session(): Pick<AgentSession, 'answerApproval' | 'approveAll' | 'proposedChange'> | null;
  notices: Pick<NoticeService, 'error'>;
  tools: Pick<ToolRegistry, 'get'>;
}

export function createApprovalService({ session, notices, tools }: ApprovalServiceOptions): ApprovalActions {
  return {
    async answerApproval(approvalId, answer) {
      const outcome = await session()?.answerApproval(approvalId, answer);
      if (outcome && !outcome.accepted) notices.error(saidReason(outcome));
    },
    approveAll: async () => session()?.approveAll(),
    proposedChange: async (approvalId) => (await session()?.proposedChange(approvalId)) ?? null,
    async argumentFields(toolName) {
      const tool = tools.get(toolName);
      return tool === undefined ? [] : argumentFields(tool);
    },
  };
}
