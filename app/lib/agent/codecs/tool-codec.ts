import type { JsonValue } from '../../protocol/message.ts';
import type { ToolCodecName } from '../../protocol/settings.ts';
import type { LiveCall } from '../contract/conversation-state.ts';
import type { StepRequest } from '../contract/ports.ts';
import type { ToolDefinition } from '../contract/tool-definition.ts';

/**
 * Describes tools to a model and extracts calls from its answers. A codec is one file and one line in `codec-list.ts`. The journal stores
 * calls as parts regardless of the codec: a codec never runs or decides anything.
 */
export interface ToolCodec {
  readonly name: ToolCodecName;
  /** Encodes the request. `tools` are the tools that may be called; empty in chat mode. */
  encode(request: StepRequest, tools: readonly ToolDefinition[]): StepRequest;
  /** Creates a decoder for one answer; null if calls arrive as the provider's own parts. */
  createDecoder(tools: readonly ToolDefinition[]): AnswerDecoder | null;
}

/** Reads the text of one answer, split at arbitrary positions. It never throws, whatever the input. */
export interface AnswerDecoder {
  push(text: string): void;
  /** Returns the parts that can be shown so far. */
  live(): readonly DecodedLivePart[];
  /** Call once, when all text has arrived. `wasCut` is true if the answer reached its length limit. */
  end(wasCut: boolean): readonly DecodedPart[];
  /** After the end: returns true if the answer ends the turn explicitly in this codec, so that it may have no text. */
  endsTurn(): boolean;
  /** After the end: returns the message for the model if the answer began like a call but is not one; otherwise null. */
  problem(): string | null;
}

export type DecodedLivePart = { type: 'text'; text: string } | Omit<LiveCall, 'toolCallId'>;

export type DecodedPart =
  | { type: 'text'; text: string }
  /** `source` is the text of the answer from which the call was read. */
  | { type: 'call'; toolName: string; input: JsonValue; source: string }
  /** A malformed call: nothing is run, and the model receives `message`. */
  | { type: 'broken-call'; toolName: string; message: string };
