import type { ComponentType } from 'react';
import type { JsonValue } from '../../../lib/protocol/message.ts';
import type { StepView } from '../cards/step-view.ts';

export interface ToolCardProps {
  step: StepView;
  /** Of all calls of this tool in the chat. */
  isNewest: boolean;
}

/** How the conversation shows the calls of one tool. */
export interface ToolView {
  toolName: string;
  /** Of its row: the symbol, and the words while it works and when it is done. */
  icon: string;
  doing(): string;
  done(): string;
  /** What a call is about, in the words of its arguments; without it the path that they name. */
  subject?(input: JsonValue): string;
  /** How much came back, in a few words; without it the result's note. */
  result?(output: JsonValue): string;
  /** In the place of the row. */
  Card?: ComponentType<ToolCardProps>;
  /** Finished calls beside each other become one row; its words. */
  grouped?(count: number): string;
}
