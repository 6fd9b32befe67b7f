import type { TerminalInfo } from '../stores/terminals.ts';

const LONGEST_NAME = 40;
/** What the agent's terminal is called, also after its time. */
const AGENTS = /^agent\b/i;
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;

/** Why a terminal cannot be called that; null: it can. */
export function terminalNameProblem(name: string, terminalId: string, terminals: readonly TerminalInfo[]): string | null {
  const wanted = name.trim();
  if (wanted === '') return 'Type a name.';
  if (wanted.length > LONGEST_NAME) return `A name has at most ${LONGEST_NAME} characters.`;
  if (HIDDEN.test(wanted)) return 'The name has characters that do not show. Type it without them.';
  if (AGENTS.test(wanted)) return 'Only the agent’s own terminal is called that.';
  const isTaken = terminals.some((other) => other.terminalId !== terminalId && other.name === wanted);
  return isTaken ? 'Another terminal has this name.' : null;
}
