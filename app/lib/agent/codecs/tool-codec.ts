import type { JsonValue } from '../../protocol/message.ts';
import type { ToolCodecName } from '../../protocol/settings.ts';
import type { LiveCall } from '../contract/conversation-state.ts';
import type { StepRequest } from '../contract/ports.ts';
import type { ToolDefinition } from '../contract/tool-definition.ts';

/**
 * How tools are described to a model and how its calls are read out of its answer. A codec is one file and one line in `codec-list.ts`.
 * The journal keeps calls as parts whatever codec they came through: a codec never runs anything and never decides anything.
 */
export interface ToolCodec {
  readonly name: ToolCodecName;
  /** The request as this codec says it. `tools` are the ones that may be called; none in chat mode. */
  encode(request: StepRequest, tools: readonly ToolDefinition[]): StepRequest;
  /** For one answer; null: calls come as the provider's own parts. */
  createDecoder(tools: readonly ToolDefinition[]): AnswerDecoder | null;
}

/** Reads the text of one answer, in pieces cut anywhere. No input makes it throw. */
export interface AnswerDecoder {
  push(text: string): void;
  /** What can be shown by now. */
  live(): readonly DecodedLivePart[];
  /** Call once, when all text has come. `wasCut`: the answer reached its length limit. */
  end(wasCut: boolean): readonly DecodedPart[];
  /** After the end: the answer says in this codec's own way that it ends, so that it may be without words. */
  endsTurn(): boolean;
  /** After the end: what the model must learn about an answer that began as a call and is none; null: nothing. */
  problem(): string | null;
}

export type DecodedLivePart = { type: 'text'; text: string } | Omit<LiveCall, 'toolCallId'>;

export type DecodedPart =
  | { type: 'text'; text: string }
  /** `source`: the words of the answer it was read from. */
  | { type: 'call'; toolName: string; input: JsonValue; source: string }
  /** Meant as a call and not well-formed: nothing is run, the model gets `message`. */
  | { type: 'broken-call'; toolName: string; message: string };
