import { type Reason, reasonText } from './reason.ts';

/** An error whose message is a reason, so that the page can translate it. */
export class ReasonError extends Error {
  override readonly name: string = 'ReasonError';
  constructor(readonly reason: Reason) {
    super(reasonText(reason));
  }
}
