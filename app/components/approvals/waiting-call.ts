import type { JsonValue } from '../../lib/protocol/message.ts';
import type { ApprovalRequest, ToolCall } from '../../lib/protocol/tool-call.ts';

export type WaitingCall = Extract<ToolCall, { status: 'awaiting_approval' }>;

/** What the card calls the request. */
export function approvalTitle(approval: ApprovalRequest): string {
  if (approval.toolName === 'devonz_delete_file') return 'Delete';
  if (approval.toolName === 'devonz_rename_file') return 'Rename';
  if (approval.toolName === 'devonz_process') return 'Type into a program';
  switch (approval.subject.kind) {
    case 'command':
      return 'Run a command';
    case 'file_create':
      return 'Create';
    case 'file_modify':
      return 'Change';
  }
}

export function approvalSubject(approval: ApprovalRequest): string {
  return approval.subject.kind === 'command' ? approval.subject.command : approval.subject.path;
}

/** Whether single hunks of the change can be taken: of a change of one file that exists. */
export function isTakenApart({ subject, toolName }: ApprovalRequest): boolean {
  return subject.kind === 'file_modify' && (toolName === 'devonz_write_file' || toolName === 'devonz_edit_file');
}

/** The argument a user may change before approving, or null where there is none. */
export interface EditableArgument {
  name: 'command' | 'content';
  text: string;
  /** The whole input with this argument replaced. */
  withText: (text: string) => JsonValue;
}

export function editableArgument(input: JsonValue): EditableArgument | null {
  if (input === null || typeof input !== 'object' || Array.isArray(input)) return null;
  for (const name of ['command', 'content'] as const) {
    const text = Object.hasOwn(input, name) ? input[name] : undefined;
    if (typeof text === 'string') return { name, text, withText: (next) => ({ ...input, [name]: next }) };
  }
  return null;
}
