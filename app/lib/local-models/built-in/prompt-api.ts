/** What is used of a browser's Prompt API (`LanguageModel`). Newer and older names of a session's figures are both read. */
export type PromptAvailability = 'unavailable' | 'downloadable' | 'downloading' | 'available';

export type PromptContent = { type: 'text'; value: string } | { type: 'image'; value: Blob };

export interface PromptMessage {
  role: 'system' | 'user' | 'assistant';
  content: PromptContent[];
  /** Of the last message, an assistant's: the answer continues it. */
  prefix?: boolean;
}

export interface PromptKinds {
  expectedInputs?: readonly { type: 'text' | 'image'; languages?: readonly string[] }[];
  expectedOutputs?: readonly { type: 'text'; languages?: readonly string[] }[];
}

export interface PromptCreation extends PromptKinds {
  initialPrompts?: readonly PromptMessage[];
  temperature?: number;
  topK?: number;
  signal?: AbortSignal;
  /** Called with what dispatches `downloadprogress`, whose `loaded` is a share of one. */
  monitor?(monitor: EventTarget): void;
}

export interface PromptSession {
  promptStreaming(input: readonly PromptMessage[], options: { signal?: AbortSignal }): ReadableStream<string>;
  measureContextUsage?(input: readonly PromptMessage[], options: { signal?: AbortSignal }): Promise<number>;
  measureInputUsage?(input: readonly PromptMessage[], options: { signal?: AbortSignal }): Promise<number>;
  readonly contextWindow?: number;
  readonly inputQuota?: number;
  readonly contextUsage?: number;
  readonly inputUsage?: number;
  destroy(): void;
}

/** Only some pages may choose how a model samples: where they may, these are the bounds. */
export interface PromptSampling {
  defaultTopK: number;
  maxTemperature: number;
}

export interface PromptApi {
  availability(kinds: PromptKinds): Promise<PromptAvailability>;
  create(creation: PromptCreation): Promise<PromptSession>;
  params?(): Promise<PromptSampling | null>;
}

/** The language is named so that the browser can say beforehand whether its model writes it. */
export const TEXT_KINDS: PromptKinds = {
  expectedInputs: [{ type: 'text', languages: ['en'] }],
  expectedOutputs: [{ type: 'text', languages: ['en'] }],
};
export const IMAGE_KINDS: PromptKinds = {
  ...TEXT_KINDS,
  expectedInputs: [{ type: 'text', languages: ['en'] }, { type: 'image' }],
};

/** Null: not known. */
export function windowOf({ contextWindow, inputQuota }: PromptSession): number | null {
  return positive(contextWindow ?? inputQuota);
}

export function usedOf({ contextUsage, inputUsage }: PromptSession): number | null {
  const used = contextUsage ?? inputUsage;
  return used === undefined || !Number.isFinite(used) ? null : Math.ceil(used);
}

export async function tokensOf(session: PromptSession, input: readonly PromptMessage[], signal?: AbortSignal): Promise<number | null> {
  const options = signal === undefined ? {} : { signal };
  const tokens = await (session.measureContextUsage?.(input, options) ?? session.measureInputUsage?.(input, options));
  return tokens === undefined || !Number.isFinite(tokens) ? null : Math.ceil(tokens);
}

/** A window may be said to have no end. */
function positive(tokens: number | undefined): number | null {
  return tokens !== undefined && Number.isFinite(tokens) && tokens >= 1 ? Math.floor(tokens) : null;
}
