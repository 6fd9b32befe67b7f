import type { Oddity } from './oddity.ts';

/** Thoughts in the text of a response, in every format, because this depends on the model and not on the provider. */

const ANSWER = 'The answer.';
const PLAN = 'I plan.';

function thinking(name: string, words: string): Oddity {
  return {
    name,
    shows: { text: ANSWER, thought: PLAN },
    play: ({ wire }) => [{ pieces: wire.answer({ text: words }) }],
  };
}

function saying(name: string, words: string): Oddity {
  return { name, shows: { text: words }, play: ({ wire }) => [{ pieces: wire.answer({ text: words }) }] };
}

export const THOUGHT_ODDITIES: readonly Oddity[] = [
  thinking('<think> at the beginning', `<think>${PLAN}</think>\n\n${ANSWER}`),
  thinking('<think> after blanks', `\n\n<think>\n${PLAN}\n</think>\n\n${ANSWER}`),
  thinking('<thinking>', `<thinking>${PLAN}</thinking>${ANSWER}`),
  thinking('<thought>', `<thought>${PLAN}</thought>\n${ANSWER}`),
  thinking('<reasoning>', `<reasoning>${PLAN}</reasoning>\n${ANSWER}`),
  thinking('◁think▷', `◁think▷${PLAN}◁/think▷${ANSWER}`),
  thinking('[THINK]', `[THINK]${PLAN}[/THINK]${ANSWER}`),
  thinking('<|START_THINKING|>', `<|START_THINKING|>${PLAN}<|END_THINKING|>${ANSWER}`),
  thinking('channels of gpt-oss', `<|channel|>analysis<|message|>${PLAN}<|end|><|start|>assistant<|channel|>final<|message|>${ANSWER}`),
  thinking('</think> whose beginning the server has left out', `${PLAN}\n</think>\n\n${ANSWER}`),
  {
    ...saying('<think></think> that is empty', ANSWER),
    play: ({ wire }) => [{ pieces: wire.answer({ text: `<think>\n\n</think>\n\n${ANSWER}` }) }],
  },
  saying('the tag in the middle of words', 'A model writes <think>, then </think>, and continues.'),
  saying('the tag in a code fence', 'Like this:\n\n```\n<think>\nI plan.\n</think>\n```\n\nThat is all.'),
];

/** A thought next to the content, in any of its fields, for all providers of Chat Completions except OpenAI. */
export const THOUGHT_FIELD_ODDITIES: readonly Oddity[] = ['reasoning_content', 'reasoning', 'reasoning_text', 'thinking'].map((field) => ({
  name: `thoughts in ${field}`,
  shows: { text: ANSWER, thought: PLAN },
  play: ({ name, wire }) => {
    // OpenAI's own models do not expose thoughts, and its SDK has no field for them.
    if (wire.format !== 'chat' || name.startsWith('Azure')) return null;
    const chunk = (delta: object, finish: string | null = null) =>
      `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
    return [
      {
        pieces: [chunk({ [field]: 'I ' }), chunk({ [field]: 'plan.' }), chunk({ content: ANSWER }), chunk({}, 'stop'), 'data: [DONE]\n\n'],
      },
    ];
  },
}));
