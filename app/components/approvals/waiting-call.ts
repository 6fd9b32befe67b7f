import { t } from '../../lib/i18n/t.ts';
import type { ApprovalAction, ApprovalRequest } from '../../lib/protocol/tool-call.ts';
import { hookTitle } from '../ui/text/hook-title.ts';
import { visibleName } from '../ui/text/visible-name.ts';

const TITLES: Record<ApprovalAction, { own: () => string; asked: (name: string) => string }> = {
  run: { own: () => t('Run a command'), asked: (name) => t('{name} asks to run a command', { name }) },
  // A read-only call that needs approval is shown as a tool call, because nothing is run.
  read: { own: () => t('Call a tool'), asked: (name) => t('{name} asks to call a tool', { name }) },
  type: { own: () => t('Type into a program'), asked: (name) => t('{name} asks to type into a program', { name }) },
  create: { own: () => t('Create'), asked: (name) => t('{name} asks to create', { name }) },
  change: { own: () => t('Change'), asked: (name) => t('{name} asks to change', { name }) },
  'change-files': { own: () => t('Change'), asked: (name) => t('{name} asks to change', { name }) },
  delete: { own: () => t('Delete'), asked: (name) => t('{name} asks to delete', { name }) },
  rename: { own: () => t('Rename'), asked: (name) => t('{name} asks to rename', { name }) },
  start: { own: () => t('Start a sub-agent'), asked: (name) => t('{name} asks to start a sub-agent', { name }) },
  call: { own: () => t('Call a tool'), asked: (name) => t('{name} asks to call a tool', { name }) },
};

/** Returns the title of the request's card: for a project's hook, when it runs; for a sub-agent, its name. */
export function approvalTitle({ action, asker, hook }: ApprovalRequest): string {
  if (hook !== undefined) return hookTitle(hook);
  return asker === undefined ? TITLES[action].own() : TITLES[action].asked(visibleName(asker.name));
}

export function approvalSubject({ subject }: ApprovalRequest): string {
  if (subject.kind === 'foreign') return `${subject.server}: ${subject.tool}`;
  return subject.kind === 'command' ? subject.command : subject.path;
}

/** Returns the card's accessible name. */
export function approvalName(approval: ApprovalRequest): string {
  const [title, subject] = [approvalTitle(approval), approvalSubject(approval)];
  return t('{title} {subject}, {tool}, awaiting approval', { title, subject, tool: approval.toolName });
}

/** Whether single hunks of the change can be approved, as for a change to one existing file. */
export function isTakenApart({ action }: ApprovalRequest): boolean {
  return action === 'change';
}
