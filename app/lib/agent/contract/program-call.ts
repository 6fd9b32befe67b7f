import type { JsonValue } from '../../protocol/message.ts';

/** A tool call made by a program. */
export interface ProgramCall {
  /** Unique within the chat. */
  toolCallId: string;
  toolName: string;
  input: JsonValue;
}
