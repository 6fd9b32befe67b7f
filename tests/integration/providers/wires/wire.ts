export interface ScriptedCall {
  id: string;
  name: string;
  input: Record<string, unknown>;
}

/** An answer as a model means it, before a provider's format makes bytes of it. */
export interface ScriptedAnswer {
  reasoning?: string;
  text?: string;
  calls?: readonly ScriptedCall[];
}

export interface WireUsage {
  inputTokens: number;
  outputTokens: number;
  cachedInputTokens?: number;
  reasoningTokens?: number;
}

/** The API that a provider speaks. */
export type WireFormat = 'chat' | 'responses' | 'anthropic' | 'gemini' | 'ollama' | 'bedrock';

/** How a provider's answers look on the network, from its documentation. */
export interface Wire {
  format: WireFormat;
  contentType: string;
  /** The events of a whole answer, in their order; each text comes in two pieces. */
  answer(script: ScriptedAnswer): Uint8Array[];
  /** What it says when it fails after it has begun to answer with 200. */
  failure(message: string): Uint8Array;
  /** What the tokens of `answer` must be read as: 100 in (40 of them kept), 30 out (10 of them thought), as far as this format tells. */
  usage: WireUsage;
  /** What seals a thought or a call in its answers, and must come back to it as it was. */
  seal?: string;
  /** Whether it tells what was thought. */
  showsReasoning: boolean;
}

/** Two pieces: what is split must come together again. */
export function inTwo(text: string): string[] {
  const middle = Math.ceil(text.length / 2);
  return [text.slice(0, middle), text.slice(middle)].filter((piece) => piece !== '');
}

const encoder = new TextEncoder();

/** A server-sent event. */
export function event(data: unknown, name?: string): Uint8Array {
  return encoder.encode(
    `${name === undefined ? '' : `event: ${name}\n`}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`,
  );
}
