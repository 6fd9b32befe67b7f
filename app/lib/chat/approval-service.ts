import type { AgentSession } from '../agent/contract/agent-session.ts';
import type { ProposedChange } from '../agent/contract/proposed-change.ts';
import type { ToolRegistry } from '../agent/contract/tool-definition.ts';
import { printedResult } from '../agent/results/printed-results.ts';
import { saidReason } from '../i18n/said-reason.ts';
import type { NoticeService } from '../notices/notice-service.ts';
import type { ApprovalId } from '../protocol/ids.ts';
import type { JsonValue } from '../protocol/message.ts';
import type { ApprovalAnswer } from '../protocol/tool-call.ts';
import { type ArgumentField, argumentFields } from './argument-fields.ts';

/** The user's actions on the agent's calls, most of them on those that wait for approval. */
export interface ApprovalActions {
  answerApproval(approvalId: ApprovalId, answer: ApprovalAnswer): Promise<void>;
  /** Approves the calls that wait now, none that come later. */
  approveAll(): Promise<void>;
  /** The texts of the files before and after the change that waits for this approval. */
  proposedChange(approvalId: ApprovalId): Promise<ProposedChange | null>;
  /** The arguments of this tool that can be changed before approval; empty if there is no such tool. */
  argumentFields(toolName: string): Promise<readonly ArgumentField[]>;
  /** The result of a call as the text that the model was given. */
  resultText(call: { toolName: string; input: JsonValue; output: JsonValue }): Promise<string>;
}

export interface ApprovalServiceOptions {
  /** The open chat's session. */
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
    resultText: async (call) => printedResult(call.toolName, call, tools),
  };
}
