import type { ApprovalAction, ApprovalRequest } from '../../lib/protocol/tool-call.ts';
import { hookTitle } from '../ui/text/hook-title.ts';
import { visibleName } from '../ui/text/visible-name.ts';

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
  start: 'Start a sub-agent',
  call: 'Call a tool',
};

/** What the card calls the request: a hook of the project by when it runs, and who asks where it is a sub-agent. */
export function approvalTitle({ action, asker, hook }: ApprovalRequest): string {
  if (hook !== undefined) return hookTitle(hook);
  const title = TITLES[action];
  return asker === undefined ? title : `${visibleName(asker.name)} asks to ${title.charAt(0).toLowerCase()}${title.slice(1)}`;
}

export function approvalSubject({ subject }: ApprovalRequest): string {
  if (subject.kind === 'foreign') return `${subject.server}: ${subject.tool}`;
  return subject.kind === 'command' ? subject.command : subject.path;
}

/** Whether single hunks of the change can be taken: of a change of one file that exists. */
export function isTakenApart({ action }: ApprovalRequest): boolean {
  return action === 'change';
}
