import type { LLMock } from '@copilotkit/aimock';

type Reply = Parameters<LLMock['on']>[1];
type ReplyOptions = Parameters<LLMock['on']>[2];

/** A tool call as the model of a test makes it. */
export function toolCall(name: string, input: unknown, id = `call-${name}-${JSON.stringify(input).length}`) {
  return { id, name, arguments: JSON.stringify(input) };
}

/**
 * Plays the replies one after the other: the reply of place `n` answers the request that holds `n` earlier answers of the
 * model. A request past the end is not matched and fails the test's run visibly. `conversation`: only in the one whose first message has these words.
 */
export function scriptModel(
  models: LLMock,
  replies: readonly (Reply | { reply: Reply; options: ReplyOptions })[],
  conversation = '',
): void {
  replies.forEach((entry, place) => {
    const { reply, options } = typeof entry === 'object' && 'reply' in entry ? entry : { reply: entry, options: undefined };
    models.on(
      {
        predicate: ({ messages }) => {
          const first = JSON.stringify(messages.find(({ role }) => role === 'user')?.content ?? '');
          return first.includes(conversation) && messages.filter(({ role }) => role === 'assistant').length === place;
        },
      },
      reply,
      options,
    );
  });
}

/** Everything that the newest request said to the model, as text. */
export function lastRequest(models: LLMock): string {
  return JSON.stringify(models.getLastRequest()?.body ?? null);
}
