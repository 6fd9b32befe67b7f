import { z } from 'zod';

/** Phrases that providers use when a conversation is too long for a model. */
export const TOO_LONG =
  /context[ _-]?(?:length|window|size|limit)|n_ctx|context the overflows|context overflow|maximum (?:number of |prompt |input |total |sequence )?(?:tokens|length)|model(?:'s|’s)? token limit|too many (?:input )?tokens|token count|(?:prompt|input|request) is too long|input is too long|request_too_large|request too large|too large for (?:the )?model|reduce the length of|(?:input|prompt) tokens? exceeds?|max_new_tokens[`'"]? must be|inputs?[`'"]? must have less than|tokens in the prompt cannot exceed|exceeds? the (?:maximum|limit|configured limit).{0,40}tokens|prompt token/i;

/** Token counts that a refusal states. */
export const contextRoomSchema = z.object({
  /** The model's limit for input and output together, or for the input alone. */
  window: z.number().int().positive().optional(),
  /** Input of the refused request. */
  input: z.number().int().nonnegative().optional(),
  /** Tokens reserved for the answer, if they count towards the limit. */
  output: z.number().int().nonnegative().optional(),
});
export type ContextRoom = z.infer<typeof contextRoomSchema>;

const N = String.raw`(\d[\d,_]*)`;
/** Matches a JSON field, possibly inside a JSON string, up to its number; the number may be quoted. */
const FIELD = (name: string) => String.raw`${name}\\*"\s*:\s*[\\"]*`;

/** Sentences that state all three counts. `order` names the groups in the order in which they occur. */
const SUMS: readonly { words: RegExp; order: readonly (keyof ContextRoom)[] }[] = [
  // Anthropic.
  { words: new RegExp(`${N} \\+ ${N} > ${N}`), order: ['input', 'output', 'window'] },
  // vLLM.
  { words: new RegExp(`\\(${N} > ${N} - ${N}\\)`), order: ['output', 'window', 'input'] },
  {
    words: new RegExp(`context length is ${N} tokens.{0,40}requested ${N} output tokens.{0,60}?${N} input tokens`, 's'),
    order: ['window', 'output', 'input'],
  },
  // Text Generation Inference, Together.
  { words: new RegExp(`must be <= ${N}\\. Given: ${N} .{0,20}tokens and ${N}`), order: ['window', 'input', 'output'] },
  // OpenAI and compatible servers: messages, functions, completion.
  {
    words: new RegExp(
      `context length is ${N} tokens.{0,60}\\(${N} in (?:the|your) (?:messages|prompt)[^)]*?${N} (?:in|for) the completion\\)`,
      's',
    ),
    order: ['window', 'input', 'output'],
  },
];

/** Patterns that find the limit by the words around it, and never match the size of the request, the excess, or an error code. */
const WINDOWS: readonly RegExp[] = [
  new RegExp(`tokens > ${N} maximum`),
  new RegExp(`must be <= ${N}`),
  new RegExp(
    `(?:maximum|max)(?:imum)? (?:context|prompt|input|sequence|model|total)[ _](?:length|size|window|tokens?)(?: limit)?(?: is| of|:| \\()? ?(?:only )?${N}`,
    'i',
  ),
  new RegExp(`with ${N} (?:tokens )?maximum context`, 'i'),
  new RegExp(`tokens allowed:? \\(?${N}`, 'i'),
  new RegExp(`${FIELD('n_ctx')}${N}`),
  new RegExp(`(?:available )?context (?:length|window|size|limit)(?: limit)?(?: is| of|:| only)* ?\\(?(?:only )?${N}`, 'i'),
  new RegExp(`token limit(?: is| of|:)? ?${N}`, 'i'),
  new RegExp(`limit (?:is |of |: ?)?${N}`, 'i'),
  new RegExp(`cannot exceed ${N}`, 'i'),
  new RegExp(`(?:less than|at most|up to) ${N} tokens`, 'i'),
];

const INPUTS: readonly RegExp[] = [
  new RegExp(`${N} tokens > `),
  new RegExp(`(?:resulted in|contains(?: at least)?|token count(?: of)?) \\(?${N}`, 'i'),
  new RegExp(`${FIELD('n_prompt_tokens')}${N}`),
  new RegExp(`Requested:? ${N}`),
];

/** The counts in a refusal for length, each found by the words around it; a count that is not stated is absent. */
export function contextRoomOf(text: string): ContextRoom {
  for (const { words, order } of SUMS) {
    const found = words.exec(text);
    if (found !== null) return Object.fromEntries(order.map((name, index) => [name, numberOf(found[index + 1])]));
  }
  const window = firstOf(WINDOWS, text);
  const input = firstOf(INPUTS, text);
  return { ...(window === undefined ? {} : { window }), ...(input === undefined || input === window ? {} : { input }) };
}

function firstOf(patterns: readonly RegExp[], text: string): number | undefined {
  for (const words of patterns) {
    const found = words.exec(text);
    if (found !== null) return numberOf(found[1]);
  }
  return undefined;
}

function numberOf(digits: string | undefined): number {
  return Number((digits ?? '').replace(/[,_]/g, ''));
}
