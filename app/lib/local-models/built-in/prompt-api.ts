/** The parts of a browser's Prompt API (`LanguageModel`) that are used. Both newer and older names of a session's properties are read. */
export type PromptAvailability = 'unavailable' | 'downloadable' | 'downloading' | 'available';

export type PromptContent = { type: 'text'; value: string } | { type: 'image'; value: Blob };

export interface PromptMessage {
  role: 'system' | 'user' | 'assistant';
  content: PromptContent[];
  /** For a last message of the assistant: the response continues it. */
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
  /** Called with the target of `downloadprogress` events, whose `loaded` is between 0 and 1. */
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

/** The bounds of sampling parameters, for pages that may choose them. */
export interface PromptSampling {
  defaultTopK: number;
  maxTemperature: number;
}

export interface PromptApi {
  availability(kinds: PromptKinds): Promise<PromptAvailability>;
  create(creation: PromptCreation): Promise<PromptSession>;
  params?(): Promise<PromptSampling | null>;
}

/** The language is stated so that the browser can report in advance whether its model supports it. */
export const TEXT_KINDS: PromptKinds = {
  expectedInputs: [{ type: 'text', languages: ['en'] }],
  expectedOutputs: [{ type: 'text', languages: ['en'] }],
};
export const IMAGE_KINDS: PromptKinds = {
  ...TEXT_KINDS,
  expectedInputs: [{ type: 'text', languages: ['en'] }, { type: 'image' }],
};

/** Returns null if it is unknown. */
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

/** A browser may report an infinite window. */
function positive(tokens: number | undefined): number | null {
  return tokens !== undefined && Number.isFinite(tokens) && tokens >= 1 ? Math.floor(tokens) : null;
}
