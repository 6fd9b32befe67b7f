import type { PromptApi, PromptAvailability, PromptCreation, PromptMessage, PromptSession } from './prompt-api.ts';

/** `ai.languageModel`, the earlier form of the API: only text, and one string as the prompt. */
export interface OlderPromptApi {
  capabilities?(): Promise<{ available: string }>;
  availability?(): Promise<string>;
  create(creation: {
    systemPrompt?: string;
    initialPrompts?: { role: 'user' | 'assistant'; content: string }[];
    signal?: AbortSignal;
    monitor?(monitor: EventTarget): void;
  }): Promise<OlderPromptSession>;
}

export interface OlderPromptSession {
  promptStreaming(input: string, options: { signal?: AbortSignal }): ReadableStream<string>;
  countPromptTokens?(input: string): Promise<number>;
  readonly maxTokens?: number;
  readonly tokensSoFar?: number;
  destroy(): void;
}

const AVAILABILITIES: Readonly<Record<string, PromptAvailability>> = {
  readily: 'available',
  available: 'available',
  'after-download': 'downloadable',
  downloadable: 'downloadable',
  downloading: 'downloading',
};

/** Adapts the older API to the newer one. */
export function fromOlderPromptApi(older: OlderPromptApi): PromptApi {
  return {
    async availability({ expectedInputs }) {
      if (expectedInputs?.some(({ type }) => type === 'image') === true) return 'unavailable';
      const said = older.capabilities === undefined ? await older.availability?.() : (await older.capabilities()).available;
      return AVAILABILITIES[said ?? ''] ?? 'unavailable';
    },
    create: async (creation) => fromOlderSession(await older.create(toOlderCreation(creation))),
  };
}

function toOlderCreation({ initialPrompts = [], signal, monitor }: PromptCreation): Parameters<OlderPromptApi['create']>[0] {
  const systemPrompt = initialPrompts
    .filter(({ role }) => role === 'system')
    .map(textOf)
    .join('\n\n');
  return {
    ...(systemPrompt === '' ? {} : { systemPrompt }),
    initialPrompts: initialPrompts.flatMap((message) =>
      message.role === 'system' ? [] : [{ role: message.role, content: textOf(message) }],
    ),
    ...(signal === undefined ? {} : { signal }),
    ...(monitor === undefined ? {} : { monitor }),
  };
}

function fromOlderSession(session: OlderPromptSession): PromptSession {
  return {
    promptStreaming: (input, options) => session.promptStreaming(input.map(textOf).join('\n\n'), options).pipeThrough(withoutRepetition()),
    ...(session.countPromptTokens === undefined
      ? {}
      : { measureInputUsage: async (input) => (await session.countPromptTokens?.(input.map(textOf).join('\n\n'))) ?? 0 }),
    ...(session.maxTokens === undefined ? {} : { inputQuota: session.maxTokens }),
    get inputUsage() {
      return session.tokensSoFar ?? Number.NaN;
    },
    destroy: () => session.destroy(),
  };
}

function textOf({ content }: PromptMessage): string {
  return content.flatMap((part) => (part.type === 'text' ? [part.value] : [])).join('\n');
}

/**
 * The oldest versions send the whole text so far in each piece; the first piece that does not begin with it shows that this version sends
 * deltas.
 */
function withoutRepetition(): TransformStream<string, string> {
  let whole = '';
  let isRepeating: boolean | null = null;
  return new TransformStream({
    transform(piece, controller) {
      if (whole !== '') isRepeating = isRepeating !== false && piece.length > whole.length && piece.startsWith(whole);
      const delta = isRepeating === true ? piece.slice(whole.length) : piece;
      whole = isRepeating === true ? piece : whole + piece;
      controller.enqueue(delta);
    },
  });
}
