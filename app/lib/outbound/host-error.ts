import { because, type Reason, reasonText } from '../protocol/texts/reason.ts';

/** A failed request to a host, as a TypeError like that of `fetch`. `why` completes a sentence about the host. */
export class HostError extends TypeError {
  override readonly name: string = 'HostError';
  readonly reason: Reason;
  constructor(host: string, why: Reason) {
    const reason = because('{host}: {why}', { host, why });
    super(reasonText(reason));
    this.reason = reason;
  }
}
