import type { ChatMessage, ToolPart } from '../../protocol/message.ts';
import type { ToolRegistry } from '../contract/tool-definition.ts';
import { printedPart } from '../results/printed-results.ts';
import { defaultStub, leftOut, resultText, SMALLEST_STUBBED } from './left-out.ts';
import { sizeOfPart } from './token-gauge.ts';

/** Number of newest answers whose results stay whole. */
const NEWEST_STEPS = 3;
/** Characters of an error text that are kept. */
const ERROR_HEAD = 300;

export interface StubCandidate {
  toolCallId: string;
  /** Number of characters that the stub would free. */
  frees: number;
}

/** The lookup of a tool that may no longer exist. */
type Tools = Pick<ToolRegistry, 'get'>;

/**
 * Returns the results that may become stubs, oldest first. `messages` are the messages as they are sent now; the results of the newest
 * `newestSteps` answers stay whole.
 */
export function stubCandidates(
  messages: readonly ChatMessage[],
  stubbedCalls: ReadonlySet<string>,
  tools: Tools,
  newestSteps: number = NEWEST_STEPS,
): StubCandidate[] {
  const steps = messages.filter((message) => message.role === 'assistant');
  return steps.slice(0, -newestSteps).flatMap(({ parts }) =>
    parts.flatMap((part) => {
      if (part.type !== 'dynamic-tool' || stubbedCalls.has(part.toolCallId)) return [];
      if (tools.get(part.toolName)?.keepsResult === true || resultSize(part) < SMALLEST_STUBBED) return [];
      const frees = sizeOfPart(printedPart(part, tools)) - sizeOfPart(printedPart(stubbed(part, tools), tools));
      return frees > 0 ? [{ toolCallId: part.toolCallId, frees }] : [];
    }),
  );
}

function resultSize(part: ToolPart): number {
  if (part.state === 'output-available') return resultText(part.output).length;
  return part.state === 'output-error' ? part.errorText.length : 0;
}

/** Returns the part with its result replaced: what it was, and how to get it again. Deterministic. */
export function stubbed(part: ToolPart, tools: Tools): ToolPart {
  if (part.state === 'output-available') {
    const tool = tools.get(part.toolName);
    return { ...part, output: tool === undefined ? defaultStub(part.toolName, part.output) : tool.stub(part.output, part.input) };
  }
  if (part.state !== 'output-error' || part.errorText.length <= SMALLEST_STUBBED) return part;
  return { ...part, errorText: `${part.errorText.slice(0, ERROR_HEAD)}… [${leftOut(part.errorText)}]` };
}
