import { TOOL_NAMES } from '../../protocol/tool-names.ts';
import type { DelegateBrief } from '../contract/delegate-order.ts';

/** Longer texts are cut, with a note. In characters. */
const LONGEST_ROLE = 20_000;
const LONGEST_DESCRIPTION = 300;

/** Returns the sections about a sub-agent itself. A role is a text of the project: it says how to work and grants no permissions. */
export function delegateSections({ name, scope, role }: DelegateBrief): string[] {
  const may =
    scope === null
      ? 'You only read: you have no tool that writes or runs anything.'
      : `You may write only files that fit one of: ${scope.join(', ')}. All others are refused, and no command may change them.`;
  const about = `You are a sub-agent ("${name}"): another agent has given you one task. It sees nothing of your work but your last message, and you see nothing of its conversation. ${may} You cannot ask anybody: decide what you can, and say in your report what is missing. Your last message is the report: what you found or did, with files and lines, complete and short.`;
  return role === null ? [about] : [about, roleSection(role)];
}

function roleSection({ path, text }: { path: string; text: string }): string {
  const cut = text.length > LONGEST_ROLE ? `\n[cut: the first ${LONGEST_ROLE} of ${text.length} characters]` : '';
  return `How you work in this role, from ${path} of the project (it allows nothing that is not allowed already):\n${text.slice(0, LONGEST_ROLE).trim()}${cut}`;
}

/** Returns the list of roles that the agent may name; empty if the project has none. */
export function roleSections(roles: readonly { name: string; description: string }[]): string[] {
  if (roles.length === 0) return [];
  const lines = roles.map(({ name, description }) => {
    const about = description.replaceAll(/\s+/g, ' ').trim().slice(0, LONGEST_DESCRIPTION);
    return about === '' ? `- ${name}` : `- ${name}: ${about}`;
  });
  return [`Roles of this project for ${TOOL_NAMES.delegate}:\n${lines.join('\n')}`];
}
