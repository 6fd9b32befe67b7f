import { type Reason, reasonText } from './reason.ts';

/** An error whose message is a reason: the page says it in the user's language. */
export class ReasonError extends Error {
  override readonly name: string = 'ReasonError';
  constructor(readonly reason: Reason) {
    super(reasonText(reason));
  }
}
