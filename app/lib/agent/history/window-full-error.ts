import type { WindowHelp } from '../../protocol/session-state.ts';
import { type Reason, reasonText } from '../../protocol/texts/reason.ts';

/** What is known of a conversation that does not fit. Tokens. */
interface FullWindow {
  /** With the room that is kept for the answer. */
  needed: number;
  window: number;
  /** The model refused what was sent and did not say how much it holds. */
  isGuessed: boolean;
  /** What kept it from being made shorter, in a sentence. */
  why: Reason;
  /** What would make it fit if the user chose it. */
  helps: readonly WindowHelp[];
}

/** The conversation does not fit the model's window and could not be made shorter. */
export class WindowFullError extends Error {
  override readonly name = 'WindowFullError';
  constructor(readonly full: FullWindow) {
    super(`The conversation takes ${full.needed} of the ${full.window} tokens the model can hold. ${reasonText(full.why)}`);
  }
}
