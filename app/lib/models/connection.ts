/**
 * The data needed to reach a provider: from the server's environment, or entered by the user. Because the values contain secrets,
 * a connection stays where it was created (on the server, or in the worker of a local model) and is never sent anywhere.
 */
export interface Connection {
  /** The part of its models' ids before the colon: `anthropic`, `my-lab`. */
  readonly id: string;
  /** The provider's `id`. */
  readonly providerId: string;
  /** Shown to users. */
  readonly name: string;
  /** By field name. */
  readonly values: ConnectionValues;
  /** Who pays: the operator of this server, or the user who entered the key. */
  readonly owner: 'server' | 'user';
}

export type ConnectionValues = ReadonlyMap<string, string>;

/** One required or optional field of a provider. */
export interface ConnectionField {
  /** Such as `apiKey` or `baseUrl`. */
  readonly name: string;
  /** Shown to users. */
  readonly label: string;
  /** Never shown again after it was entered. */
  readonly isSecret: boolean;
  /** The server's environment variable that sets it; if absent, only a user can set it. */
  readonly variable?: string;
  /** A sentence about its purpose or format. */
  readonly hint?: string;
  /** The secret parts of its value, if these are not just the whole value. */
  secretsIn?(value: string): string[];
  /** The allowed values; any text if absent. */
  readonly choices?: readonly string[];
}
