export type SshFailure =
  /** Cannot be reached now; later it may. */
  | 'unreachable'
  /** The server refused the user, or the user declined a question. */
  | 'refused'
  /** The server is not the one that is known by this name. */
  | 'untrusted'
  /** The target or `~/.ssh/config` cannot be used. */
  | 'configuration';

/** A connection that was not made, with a sentence for the user. */
export class SshError extends Error {
  override readonly name = 'SshError';
  constructor(
    readonly failure: SshFailure,
    message: string,
  ) {
    super(message);
  }
}

/** A call that was cut off. It was carried out, in part or not, unless `wasSent` is false. */
export class LostError extends Error {
  override readonly name = 'LostError';
  readonly code: 'ECONNRESET' | 'EUNAVAILABLE';
  constructor(
    message: string,
    readonly wasSent: boolean,
  ) {
    super(message);
    this.code = wasSent ? 'ECONNRESET' : 'EUNAVAILABLE';
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
