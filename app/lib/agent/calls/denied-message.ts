import type { ApprovalRequest } from '../../protocol/tool-call.ts';

const DENIED = 'The user denied this call; it was not run.';

/**
 * Returns the model's message for a denial. A reason is passed on as guidance. `instead` is a form of the command that runs without
 * approval; the message names it unless the reason already does.
 */
export function deniedMessage(reason: string | undefined, instead?: ApprovalRequest['instead']): string {
  const guidance = reason?.trim() ?? '';
  const passing = instead === undefined || guidance.includes(instead.command) ? '' : ` \`${instead.command}\` is allowed: ${instead.why}.`;
  return guidance === ''
    ? `${DENIED} Do not try it again in another form; find another way or ask what to do.${passing}`
    : `${DENIED} They say: ${guidance}${passing}`;
}

export function isDeniedMessage(message: string): boolean {
  return message.startsWith(DENIED);
}
