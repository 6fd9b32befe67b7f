import type { ApprovalAction, ApprovalRequest, ToolCall } from '../../lib/protocol/tool-call.ts';

export type WaitingCall = Extract<ToolCall, { status: 'awaiting_approval' }>;

const TITLES: Record<ApprovalAction, string> = {
  run: 'Run a command',
  // A read that asks is shown as the call it is.
  read: 'Run a command',
  type: 'Type into a program',
  create: 'Create',
  change: 'Change',
  'change-files': 'Change',
  delete: 'Delete',
  rename: 'Rename',
  call: 'Call a tool',
};

/** What the card calls the request. */
export function approvalTitle({ action }: ApprovalRequest): string {
  return TITLES[action];
}

export function approvalSubject({ subject }: ApprovalRequest): string {
  if (subject.kind === 'foreign') return `${subject.server}: ${subject.tool}`;
  return subject.kind === 'command' ? subject.command : subject.path;
}

/** Whether single hunks of the change can be taken: of a change of one file that exists. */
export function isTakenApart({ action }: ApprovalRequest): boolean {
  return action === 'change';
}
