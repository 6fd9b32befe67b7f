export type SshFailure =
  /** The server cannot be reached now; a later attempt may succeed. */
  | 'unreachable'
  /** The server refused the user, or the user declined a question. */
  | 'refused'
  /** The server's key differs from the one that is known for this name. */
  | 'untrusted'
  /** The target or `~/.ssh/config` cannot be used. */
  | 'configuration';

/** A failed connection, with a sentence for the user. */
export class SshError extends Error {
  override readonly name = 'SshError';
  constructor(
    readonly failure: SshFailure,
    message: string,
  ) {
    super(message);
  }
}

/** A call that was interrupted. It may have been carried out, fully or in part, unless `wasSent` is false. */
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
