import type { LanguageModelV3Message, LanguageModelV3Prompt } from '@ai-sdk/provider';
import { isRemark } from '../../lib/protocol/remark.ts';
import { type CallOutcome, readCallOutcome } from './call-outcome.server.ts';

/** A past answer of the demo that called tools, with the outcomes of the calls. */
export interface PastStep {
  calls: readonly { toolName: string; outcome: CallOutcome }[];
}

/** A message of the user, and the demo's steps in reply to it. */
export interface Exchange {
  text: string;
  steps: PastStep[];
}

/** Splits the prompt into exchanges. A call without an answer counts as interrupted. Devonz's own remarks start no exchange. */
export function readConversation(prompt: LanguageModelV3Prompt): Exchange[] {
  const outcomes = outcomesById(prompt);
  const exchanges: Exchange[] = [];
  for (const message of prompt) {
    if (message.role === 'user' && !isRemark(textOf(message))) exchanges.push({ text: textOf(message), steps: [] });
    if (message.role !== 'assistant') continue;
    const calls = message.content.flatMap((part) =>
      part.type === 'tool-call'
        ? [{ toolName: part.toolName, outcome: outcomes.get(part.toolCallId) ?? { kind: 'interrupted' as const } }]
        : [],
    );
    if (calls.length > 0) exchanges.at(-1)?.steps.push({ calls });
  }
  return exchanges;
}

function outcomesById(prompt: LanguageModelV3Prompt): Map<string, CallOutcome> {
  const outcomes = new Map<string, CallOutcome>();
  for (const message of prompt) {
    if (message.role !== 'tool') continue;
    for (const part of message.content) {
      if (part.type === 'tool-result') outcomes.set(part.toolCallId, readCallOutcome(part.output));
    }
  }
  return outcomes;
}

function textOf(message: Extract<LanguageModelV3Message, { role: 'user' }>): string {
  return message.content
    .map((part) => (part.type === 'text' ? part.text : ''))
    .join(' ')
    .trim();
}
