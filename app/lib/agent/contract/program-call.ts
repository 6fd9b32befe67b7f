import type { JsonValue } from '../../protocol/message.ts';

/** A tool call that a program makes. */
export interface ProgramCall {
  /** Unique within the chat. */
  toolCallId: string;
  toolName: string;
  input: JsonValue;
}
