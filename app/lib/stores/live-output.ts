import { atom } from 'nanostores';
import type { ToolCall } from '../protocol/tool-call.ts';

/** The end of a command's output, without escape codes, and how many lines came before it. */
export interface LiveOutput {
  text: string;
  linesBefore: number;
}

/** Output of commands by tool call id, as it arrives. */
export const $liveOutput = atom<ReadonlyMap<string, LiveOutput>>(new Map());

/** The output of commands that ended without a result, such as by a reload of the page. */
export const $earlierOutput = atom<ReadonlyMap<string, LiveOutput>>(new Map());

/** How many outputs are kept over a reload; the newest are. */
const MOST_KEPT = 20;
/** How much of each is kept, counted from its end. In characters. */
const LONGEST_KEPT = 20_000;

/** Returns the end of an output, of at most so many characters. */
export function endOfOutput({ text, linesBefore }: LiveOutput, longest: number): LiveOutput {
  if (text.length <= longest) return { text, linesBefore };
  const from = text.length - longest;
  let lines = linesBefore;
  for (let at = text.indexOf('\n'); at !== -1 && at < from; at = text.indexOf('\n', at + 1)) lines++;
  return { text: text.slice(from), linesBefore: lines };
}

/** Returns the ends of all outputs that no result holds. */
export function outputsToKeep(toolCalls: ReadonlyMap<string, ToolCall>): Map<string, LiveOutput> {
  const all = [...new Map([...$earlierOutput.get(), ...$liveOutput.get()])];
  const kept = all.filter(([toolCallId]) => toolCalls.get(toolCallId)?.status !== 'success').slice(-MOST_KEPT);
  return new Map(kept.map(([toolCallId, output]) => [toolCallId, endOfOutput(output, LONGEST_KEPT)]));
}
