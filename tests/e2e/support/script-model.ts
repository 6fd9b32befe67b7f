import type { LLMock } from '@copilotkit/aimock';

type Reply = Parameters<LLMock['on']>[1];
type ReplyOptions = Parameters<LLMock['on']>[2];

/** Returns a tool call as made by a test's model. */
export function toolCall(name: string, input: unknown, id = `call-${name}-${JSON.stringify(input).length}`) {
  return { id, name, arguments: JSON.stringify(input) };
}

/**
 * Plays the replies in order: reply `n` answers the request that contains `n` earlier responses of the model. A request past the end is not
 * matched and visibly fails the test's run. `conversation` restricts it to the one whose first message has this text.
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

/** Returns everything that the latest request sent to the model, as text. */
export function lastRequest(models: LLMock): string {
  return JSON.stringify(models.getLastRequest()?.body ?? null);
}
