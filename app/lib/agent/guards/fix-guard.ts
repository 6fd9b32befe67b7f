import type { JsonValue } from '../../protocol/message.ts';
import type { SessionNotice } from '../../protocol/session-state.ts';
import { fieldsOf } from '../calls/fields-of.ts';
import type { ConversationState } from '../session/conversation-state.ts';
import { type CheckErrors, listedErrors, outputErrors } from './error-signature.ts';
import { type AnsweredCall, taskCalls } from './task-calls.ts';

/** After so many attempts that have cleared no error the run stops. */
export const MOST_FAILED_FIXES = 2;

const WRITING_TOOLS: ReadonlyMap<string, string> = new Map([
  ['devonz_write_file', 'Wrote'],
  ['devonz_edit_file', 'Changed'],
  ['devonz_delete_file', 'Deleted'],
  ['devonz_rename_file', 'Renamed'],
]);
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
  for (const call of taskCalls(state)) {
    const change = changeOf(call);
    if (change !== null) for (const chain of chains.values()) chain.changes.push(change);
    const check = checkOf(call);
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

/** The chain after one more look; null where nothing is wrong (any more). */
function nextChain(chain: Chain | undefined, { signatures }: CheckErrors): Chain | null {
  if (signatures.size === 0) return null;
  const isProgress = chain === undefined || [...chain.standing].some((error) => !signatures.has(error));
  if (isProgress) return { standing: signatures, attempts: [], changes: [] };
  if (chain.changes.length === 0) return chain;
  return { standing: chain.standing, attempts: [...chain.attempts, [...new Set(chain.changes)].join('; ')], changes: [] };
}

function checkOf(call: AnsweredCall): { key: string; errors: CheckErrors } | null {
  if (call.status !== 'success') return null;
  const output = fieldsOf(call.output);
  if (call.toolName === 'devonz_get_errors') {
    return { key: `errors ${JSON.stringify(fieldsOf(call.input).get('source') ?? 'all')}`, errors: listedErrors(output.get('errors')) };
  }
  if (call.toolName !== 'devonz_run_command' || output.get('status') !== 'completed') return null;
  const text = output.get('output');
  const command = fieldsOf(call.input).get('command');
  const hasFailed = output.get('exitCode') !== 0 && typeof text === 'string';
  return { key: `command ${typeof command === 'string' ? command.trim() : ''}`, errors: outputErrors(hasFailed ? text : '') };
}

/** What the call changed, in words for the user; null where it changed nothing. */
function changeOf(call: AnsweredCall): string | null {
  if (call.status !== 'success') return null;
  const input = fieldsOf(call.input);
  const verb = WRITING_TOOLS.get(call.toolName);
  if (verb !== undefined) {
    const reason = input.get('reasoning');
    const why = typeof reason === 'string' && reason.trim() !== '' ? ` (${reason.trim()})` : '';
    return `${verb} ${textOf(input.get('path'))}${why}`;
  }
  const command = textOf(input.get('command'));
  const wasInstalled = call.toolName === 'devonz_run_command' && INSTALLS.test(command) && fieldsOf(call.output).get('exitCode') === 0;
  return wasInstalled ? `Ran ${command}` : null;
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
