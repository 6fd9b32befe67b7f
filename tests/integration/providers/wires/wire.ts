export interface ScriptedCall {
  id: string;
  name: string;
  input: Record<string, unknown>;
}

/** A response as the model means it, before a provider's format encodes it. */
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

/** A provider's responses on the network, according to its documentation. */
export interface Wire {
  format: WireFormat;
  contentType: string;
  /** Returns the events of a whole response in order; each text comes in two pieces. */
  answer(script: ScriptedAnswer): Uint8Array[];
  /** Returns the error it sends after it has begun to respond with 200. */
  failure(message: string): Uint8Array;
  /** The expected usage of `answer`: 100 tokens in (40 of them cached), 30 out (10 of them thinking), as far as the format reports it. */
  usage: WireUsage;
  /** The seal of a thought or a call in its responses, which must be sent back unchanged. */
  seal?: string;
  /** Whether it exposes thoughts. */
  showsReasoning: boolean;
}

/** Splits a text in two, which must be joined again. */
export function inTwo(text: string): string[] {
  const middle = Math.ceil(text.length / 2);
  return [text.slice(0, middle), text.slice(middle)].filter((piece) => piece !== '');
}

const encoder = new TextEncoder();

/** Returns a server-sent event. */
export function event(data: unknown, name?: string): Uint8Array {
  return encoder.encode(
    `${name === undefined ? '' : `event: ${name}\n`}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`,
  );
}
