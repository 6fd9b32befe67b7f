import type { ComponentType } from 'react';
import type { JsonValue } from '../../../lib/protocol/message.ts';
import type { StepView } from '../cards/step-view.ts';

export interface ToolCardProps {
  step: StepView;
  /** Whether this is the newest of all calls of its tool in the chat. */
  isNewest: boolean;
}

/** How the conversation shows the calls of one tool. */
export interface ToolView {
  /** Icon and texts of its row, while it works and when it is done. */
  icon: string;
  doing(): string;
  done(): string;
  /** Returns the subject of a call, from its arguments; without it, the path argument is used. */
  subject?(input: JsonValue): string;
  /** Describes briefly how much the tool returned; without it, the result's note is used. */
  result?(output: JsonValue): string;
  /** Rendered instead of the row. */
  Card?: ComponentType<ToolCardProps>;
  /** Text of the row that groups adjacent finished calls. */
  grouped?(count: number): string;
}
