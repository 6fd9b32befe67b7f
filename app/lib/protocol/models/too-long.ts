import { z } from 'zod';

/** What providers say when a conversation is too long for a model. */
export const TOO_LONG =
  /context[ _-]?(?:length|window|size|limit)|n_ctx|context the overflows|context overflow|maximum (?:number of |prompt |input |total |sequence )?(?:tokens|length)|model(?:'s|’s)? token limit|too many (?:input )?tokens|token count|(?:prompt|input|request) is too long|input is too long|request_too_large|request too large|too large for (?:the )?model|reduce the length of|(?:input|prompt) tokens? exceeds?|max_new_tokens[`'"]? must be|inputs?[`'"]? must have less than|tokens in the prompt cannot exceed|exceeds? the (?:maximum|limit|configured limit).{0,40}tokens|prompt token/i;

/** Figures that a refusal names, in tokens. */
export const contextRoomSchema = z.object({
  /** Input and output together, or the input alone: as much the model takes. */
  window: z.number().int().positive().optional(),
  /** Of the request that was refused. */
  input: z.number().int().nonnegative().optional(),
  /** The room that was asked for the answer, where that counts. */
  output: z.number().int().nonnegative().optional(),
});
export type ContextRoom = z.infer<typeof contextRoomSchema>;

const N = String.raw`(\d[\d,_]*)`;
/** Of JSON, maybe within a text of JSON, up to its value: a number, or a text of one. */
const FIELD = (name: string) => String.raw`${name}\\*"\s*:\s*[\\"]*`;

/** All three in one sentence: input, output, window, in the order of the groups that name them. */
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
  // OpenAI and its followers: the messages, the functions, the completion.
  {
    words: new RegExp(
      `context length is ${N} tokens.{0,60}\\(${N} in (?:the|your) (?:messages|prompt)[^)]*?${N} (?:in|for) the completion\\)`,
      's',
    ),
    order: ['window', 'input', 'output'],
  },
];

/** The limit, by the words around it; never the request, what it is over, or a code. */
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

/** The figures of a refusal for length, each by the words around it; what it does not tell is absent. */
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
