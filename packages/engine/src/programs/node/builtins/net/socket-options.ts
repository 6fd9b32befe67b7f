export interface SocketOptions {
  allowHalfOpen?: boolean;
  highWaterMark?: number;
  signal?: AbortSignal;
  /** A descriptor that is already open (`stdio[3]` of a child). */
  fd?: number;
  /** Set by `tls`: the browser encrypts the connection. */
  isEncrypted?: boolean;
}

/** A message of `http` on a connection. */
export interface CarriedMessage {
  finished: boolean;
  _last: boolean;
  _needsDrain: boolean;
  emit(name: string, ...args: unknown[]): boolean;
}
