import type { SessionNotice } from '../../protocol/session-state.ts';
import { TOOL_NAMES } from '../../protocol/tool-names.ts';
import { canonicalJson } from '../calls/canonical-json.ts';
import type { ConversationState } from '../contract/conversation-state.ts';
import { type AnsweredCall, callsSinceMessage } from './calls-since-message.ts';

/** So often in a row the same call with the same result: the model is notified. */
export const TOLD_AT = 3;
/** So often: the run pauses with a question. */
export const PAUSED_AT = 5;
/** A round of so many different calls is looked at as one: "read, edit that fails, read, edit that fails". */
const LONGEST_ROUND = 6;
/** No more calls than these can matter. */
const LOOKED_AT = LONGEST_ROUND * (PAUSED_AT + 1);

export type LoopVerdict = { type: 'none' } | { type: 'remark'; text: string } | { type: 'pause'; notice: SessionNotice };

interface Repetition {
  times: number;
  /** What is repeated, whatever call of the round comes last. */
  round: string;
  tools: readonly string[];
}

/**
 * Whether the calls since the user's last word go round in a circle: the same calls, with the same arguments, with the same
 * results. A result that differs in any byte is progress: polling that sees something change never counts. Nobody is paused who
 * was not warned before.
 */
export function loopVerdict(state: ConversationState): LoopVerdict {
  const calls = callsSinceMessage(state);
  const now = repetitionOf(calls);
  if (now.times < TOLD_AT) return { type: 'none' };
  const before = repetitionOf(calls.filter((call) => call.stepId !== state.lastStep));
  const wasTold = before.times >= TOLD_AT && before.round === now.round;
  if (!wasTold) return { type: 'remark', text: remarkOf(now) };
  if (now.times < PAUSED_AT) return { type: 'none' };
  return { type: 'pause', notice: { type: 'loop', toolName: now.tools.at(-1) ?? '', times: now.times } };
}

function remarkOf({ tools, times }: Repetition): string {
  const what = tools.length === 1 ? `the same call of ${tools[0]}` : `the same round of calls (${tools.join(', ')})`;
  return `You have made ${what} ${times} times in a row, with the same result each time. Once more will give the same again. Do something else: read the result, try another way, or ask the user with ${TOOL_NAMES.askUser}.`;
}

/** The shortest round that has come `TOLD_AT` times and more at the end of the calls, else a single time. */
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

/** The call and its result as one text. */
function keyOf(call: AnsweredCall): string {
  const result = call.status === 'success' ? call.output : call.message;
  return canonicalJson([call.toolName, call.input, call.status, result]);
}
