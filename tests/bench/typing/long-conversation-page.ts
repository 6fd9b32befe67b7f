import { openDatabase } from '../../../app/lib/persistence/database.ts';
import { createJournalStore } from '../../../app/lib/persistence/journal-store.ts';
import { chatIdSchema, stepIdSchema } from '../../../app/lib/protocol/ids.ts';

/** Adds a chat of `messages` messages, alternating requests and responses, to the app's own storage. Returns the chat's ID. */
async function keepLongConversation(databaseName: string, answers: readonly string[], messages: number): Promise<string> {
  const database = await openDatabase(databaseName, { onClosed: () => undefined });
  const journal = createJournalStore(database, Date.now);
  const chatId = chatIdSchema.parse('long-conversation');
  await journal.append(chatId, { type: 'chat-created', title: 'A long conversation' });
  for (let turn = 0; turn < messages / 2; turn++) {
    const text = `Question ${turn}: what does part ${turn} do, and why is it as it is?`;
    await journal.append(chatId, {
      type: 'user-message',
      message: { id: `question-${turn}`, role: 'user', parts: [{ type: 'text', text }] },
      mode: 'chat',
    });
    await journal.append(chatId, { type: 'run-started', maxIterations: 25 });
    const stepId = stepIdSchema.parse(`step-${turn}`);
    await journal.append(chatId, { type: 'step-started', stepId, modelId: 'openai:bench' });
    const parts = [{ type: 'text' as const, text: answers[turn % answers.length] ?? '' }];
    await journal.append(chatId, { type: 'step-finished', stepId, parts, finishReason: 'stop', usage: {} });
    await journal.append(chatId, { type: 'run-ended', outcome: 'completed' });
  }
  database.close();
  return chatId;
}

export type KeepLongConversation = typeof keepLongConversation;
Object.assign(globalThis, { keepLongConversation });
