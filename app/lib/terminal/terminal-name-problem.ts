import { t } from '../i18n/t.ts';
import type { TerminalInfo } from '../stores/terminals.ts';

const LONGEST_NAME = 40;
/** Names of the agent's terminal, also after it has ended. */
const AGENTS = /^agent\b/i;
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;

/** Returns why a terminal cannot have this name, or null if it can. */
export function terminalNameProblem(name: string, terminalId: string, terminals: readonly TerminalInfo[]): string | null {
  const wanted = name.trim();
  if (wanted === '') return t('Type a name.');
  if (wanted.length > LONGEST_NAME) return t('A name has at most {count} characters.', { count: LONGEST_NAME });
  if (HIDDEN.test(wanted)) return t('The name has characters that do not show. Type it without them.');
  if (AGENTS.test(wanted)) return t('Only the agent’s own terminal is called that.');
  const isTaken = terminals.some((other) => other.terminalId !== terminalId && other.name === wanted);
  return isTaken ? t('Another terminal has this name.') : null;
}
