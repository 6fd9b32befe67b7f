import type { SessionNotice } from '../../protocol/session-state.ts';
import type { ToolEffect } from '../../protocol/tool-effect.ts';
import { fieldsOf } from '../calls/fields-of.ts';
import type { ConversationState } from '../contract/conversation-state.ts';
import { type AnsweredCall, callsSinceMessage } from './calls-since-message.ts';
import { type CheckErrors, checkErrors } from './error-signature.ts';

/** The run stops after this many attempts that have fixed no error. */
export const MOST_FAILED_FIXES = 2;

/** Installing counts as an attempt; other commands only look or check. */
const INSTALLS = /^\s*(?:npm|pnpm|yarn|bun)\s+(?:i|install|add|remove|uninstall|update|upgrade)\b/;

/** The remaining errors of one check (a command or an error source) while the agent fixes them. */
interface Chain {
  standing: ReadonlySet<string>;
  attempts: string[];
  /** Changes since the last run of the check. */
  changes: string[];
}

/**
 * Returns a notice if two attempts to fix errors have failed: the same check ran three times with file changes in between, and none of its
 * errors has disappeared. If one has disappeared, that is progress and the count starts again.
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

/** Returns the chain after another run of the check; null if there are no errors (any more). */
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

/** Returns a description for the user of what the call changed; null if nothing. Writing the same text again counts as an attempt. */
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

/** Returns the model's own reason in parentheses. */
function reasonOf({ input }: AnsweredCall): string {
  const reason = fieldsOf(input).get('reasoning');
  return typeof reason === 'string' && reason.trim() !== '' ? ` (${reason.trim()})` : '';
}
