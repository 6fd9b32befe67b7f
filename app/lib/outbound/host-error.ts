import { because, type Reason, reasonText } from '../protocol/texts/reason.ts';

/** A host that could not be asked, as `fetch` says it: a TypeError. `why`: the end of a sentence about the host. */
export class HostError extends TypeError {
  override readonly name: string = 'HostError';
  readonly reason: Reason;
  constructor(host: string, why: Reason) {
    const reason = because('{host}: {why}', { host, why });
    super(reasonText(reason));
    this.reason = reason;
  }
}
