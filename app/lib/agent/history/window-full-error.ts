import type { WindowHelp } from '../../protocol/session-state.ts';
import { type Reason, reasonText } from '../../protocol/texts/reason.ts';

/** A conversation that does not fit the model's window. Sizes are in tokens. */
interface FullWindow {
  /** Includes the room kept for the answer. */
  needed: number;
  window: number;
  /** The model refused the request and did not name its window size. */
  isGuessed: boolean;
  /** The reason why it could not be made shorter, a sentence. */
  why: Reason;
  /** Options for the user that would make it fit. */
  helps: readonly WindowHelp[];
}

/** The conversation does not fit the model's window and could not be made shorter. */
export class WindowFullError extends Error {
  override readonly name = 'WindowFullError';
  constructor(readonly full: FullWindow) {
    super(`The conversation takes ${full.needed} of the ${full.window} tokens the model can hold. ${reasonText(full.why)}`);
  }
}
