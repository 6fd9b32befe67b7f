import type { SessionNotice } from '../../protocol/session-state.ts';
import { TOOL_NAMES } from '../../protocol/tool-names.ts';
import { canonicalJson } from '../calls/canonical-json.ts';
import type { ConversationState } from '../contract/conversation-state.ts';
import { type AnsweredCall, callsSinceMessage } from './calls-since-message.ts';

/** The model is notified after this many identical calls in a row with the same result. */
export const TOLD_AT = 3;
/** After this many, the run pauses with a question. */
export const PAUSED_AT = 5;
/** Longest sequence of different calls treated as a unit: "read, edit that fails, read, edit that fails". */
const LONGEST_ROUND = 6;
/** Older calls cannot matter. */
const LOOKED_AT = LONGEST_ROUND * (PAUSED_AT + 1);

export type LoopVerdict = { type: 'none' } | { type: 'remark'; text: string } | { type: 'pause'; notice: SessionNotice };

interface Repetition {
  times: number;
  /** Key of the repeated sequence, regardless of which of its calls is last. */
  round: string;
  tools: readonly string[];
}

/**
 * Detects whether the calls since the user's last message repeat: the same calls with the same arguments and results. A result that differs
 * in any byte is progress, so polling that sees a change never counts. A run is paused only after a warning.
 */
export function loopVerdict(state: ConversationState): LoopVerdict {
  const calls = callsSinceMessage(state);
  const now = repetitionOf(calls);
  if (now.times < TOLD_AT) return { type: 'none' };
  const before = repetitionOf(calls.filter((call) => call.stepId !== state.lastStep));
  const wasWarned = before.times >= TOLD_AT && before.round === now.round;
  if (!wasWarned) return { type: 'remark', text: remarkOf(now) };
  if (now.times < PAUSED_AT) return { type: 'none' };
  return { type: 'pause', notice: { type: 'loop', toolName: now.tools.at(-1) ?? '', times: now.times } };
}

function remarkOf({ tools, times }: Repetition): string {
  const what = tools.length === 1 ? `the same call of ${tools[0]}` : `the same round of calls (${tools.join(', ')})`;
  return `You have made ${what} ${times} times in a row, with the same result each time. Once more will give the same again. Do something else: read the result, try another way, or ask the user with ${TOOL_NAMES.askUser}.`;
}

/** Returns the shortest sequence that occurs at least `TOLD_AT` times at the end of the calls; otherwise a count of one. */
function repetitionOf(calls: readonly AnsweredCall[]): Repetition {
  const newest = calls.slice(-LOOKED_AT);
  const keys = newest.map(keyOf);
  for (let length = 1; length <= LONGEST_ROUND; length++) {
    const times = timesAtEnd(keys, length);
    if (times < TOLD_AT) continue;
    const tools = newest.slice(-length).map((call) => call.toolName);
    return { times, round: keys.slice(-length).sort().join('\n'), tools };
  }
  return { times: 1, round: '', tools: [] };
}

function timesAtEnd(keys: readonly string[], length: number): number {
  let same = 0;
  while (same + length < keys.length && keys.at(-1 - same) === keys.at(-1 - same - length)) same++;
  return Math.floor(same / length) + 1;
}

/** Returns a key for the call and its result. */
function keyOf(call: AnsweredCall): string {
  const result = call.status === 'success' ? call.output : call.message;
  return canonicalJson([call.toolName, call.input, call.status, result]);
}
