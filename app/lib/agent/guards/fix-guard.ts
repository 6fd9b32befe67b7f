import type { SessionNotice } from '../../protocol/session-state.ts';
import type { ToolEffect } from '../../protocol/tool-effect.ts';
import { fieldsOf } from '../calls/fields-of.ts';
import type { ConversationState } from '../contract/conversation-state.ts';
import { type AnsweredCall, callsSinceMessage } from './calls-since-message.ts';
import { type CheckErrors, checkErrors } from './error-signature.ts';

/** After so many attempts that have cleared no error the run stops. */
export const MOST_FAILED_FIXES = 2;

/** Installing is an attempt as well; other commands look, or check. */
const INSTALLS = /^\s*(?:npm|pnpm|yarn|bun)\s+(?:i|install|add|remove|uninstall|update|upgrade)\b/;

/** What remains of one check (a command, a source of errors) while the agent corrects. */
interface Chain {
  standing: ReadonlySet<string>;
  attempts: string[];
  /** Changes since the check was last made. */
  changes: string[];
}

/**
 * Whether errors remain after two attempts to correct them: the same check was made three times, files were changed in between, and
 * not one of the errors it showed has gone. Where one has gone there is progress, and counting begins again.
 */
export function failedFix(state: ConversationState): SessionNotice | null {
  const chains = new Map<string, Chain>();
  let found: SessionNotice | null = null;
  for (const { call, effect } of effectsOf(callsSinceMessage(state))) {
    const change = changeOf(effect, reasonOf(call));
    if (change !== null) for (const chain of chains.values()) chain.changes.push(change);
    const check = checkOf(effect);
    if (check === null) continue;
    const chain = nextChain(chains.get(check.key), check.errors);
    if (chain === null) chains.delete(check.key);
    else chains.set(check.key, chain);
    const isNew = call.stepId === state.lastStep;
    if (isNew && chain !== null && chain.attempts.length >= MOST_FAILED_FIXES) {
      found = { type: 'failed-fix', error: check.errors.label, attempts: chain.attempts };
    }
  }
  return found;
}

function effectsOf(calls: readonly AnsweredCall[]): { call: AnsweredCall; effect: ToolEffect }[] {
  return calls.flatMap((call) => (call.status === 'success' ? call.effects.map((effect) => ({ call, effect })) : []));
}

/** The chain after one more look; null where nothing is wrong (any more). */
function nextChain(chain: Chain | undefined, { signatures }: CheckErrors): Chain | null {
  if (signatures.size === 0) return null;
  const isProgress = chain === undefined || [...chain.standing].some((error) => !signatures.has(error));
  if (isProgress) return { standing: signatures, attempts: [], changes: [] };
  if (chain.changes.length === 0) return chain;
  return { standing: chain.standing, attempts: [...chain.attempts, [...new Set(chain.changes)].join('; ')], changes: [] };
}

function checkOf(effect: ToolEffect): { key: string; errors: CheckErrors } | null {
  if (effect.type === 'errors-listed') return { key: `errors ${effect.source}`, errors: checkErrors(effect.errors) };
  if (effect.type !== 'command-ran' || effect.status !== 'completed') return null;
  return { key: `command ${effect.command.trim()}`, errors: checkErrors(effect.errors) };
}

/** What the call changed, in words for the user; null where it changed nothing. To write the same text again is an attempt, too. */
function changeOf(effect: ToolEffect, why: string): string | null {
  switch (effect.type) {
    case 'file-created':
    case 'file-unchanged':
      return `Wrote ${effect.path}${why}`;
    case 'file-modified':
      return `${effect.isWhole === true ? 'Wrote' : 'Changed'} ${effect.path}${why}`;
    case 'file-deleted':
      return `Deleted ${effect.path}${why}`;
    case 'file-renamed':
      return `Renamed ${effect.from}${why}`;
    case 'command-ran':
      return INSTALLS.test(effect.command) && effect.exitCode === 0 ? `Ran ${effect.command}` : null;
    default:
      return null;
  }
}

/** The model's own reason, in brackets. */
function reasonOf({ input }: AnsweredCall): string {
  const reason = fieldsOf(input).get('reasoning');
  return typeof reason === 'string' && reason.trim() !== '' ? ` (${reason.trim()})` : '';
}
