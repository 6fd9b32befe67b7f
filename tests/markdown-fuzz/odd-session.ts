import { stepIdSchema } from '../../app/lib/protocol/ids.ts';
import type { JournalEvent } from '../../app/lib/protocol/journal-event.ts';
import { writeSession } from '../../app/lib/session-file/write-session.ts';
import { type OddMarkdown, oddMarkdown } from './odd-markdown.ts';

/** Returns a session file with one question and an odd response for each text. */
export function sessionOf(title: string, texts: readonly string[]): Uint8Array {
  const events: JournalEvent[] = [
    { type: 'chat-created', title },
    { type: 'user-message', message: { id: 'asked', role: 'user', parts: [{ type: 'text', text: 'Say something odd.' }] }, mode: 'agent' },
    { type: 'run-started', maxIterations: 100 },
    ...texts.flatMap((text, index): JournalEvent[] => {
      const stepId = stepIdSchema.parse(`step-${index}`);
      return [
        { type: 'step-started', stepId, modelId: 'demo:scripted' },
        {
          type: 'step-finished',
          stepId,
          parts: [{ type: 'text', text }],
          finishReason: 'stop',
          usage: { inputTokens: 1, outputTokens: 1 },
        },
      ];
    }),
    { type: 'run-ended', outcome: 'completed' },
  ];
  return writeSession({
    header: { format: 'devonz-session', version: 1, title, records: events.length, contents: 0, gone: [], withoutSecretsOf: [] },
    records: events.map((event, sequence) => ({ version: 1, sequence, at: 1_700_000_000_000 + sequence, event })),
    contents: new Map(),
  });
}

export function oddTexts(seed: number, from: number, count: number, longest: number): OddMarkdown[] {
  return Array.from({ length: count }, (_, index) => oddMarkdown(seed, from + index, longest));
}
