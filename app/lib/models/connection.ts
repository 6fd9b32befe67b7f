/**
 * What is needed to reach a provider: from the server's environment, or entered by the user. The values hold secrets, so that a connection
 * stays where it was made (the server, or the worker of a local model) and is never sent anywhere.
 */
export interface Connection {
  /** What is before the colon in its models' ids: `anthropic`, `my-lab`. */
  readonly id: string;
  /** The provider's `id`. */
  readonly providerId: string;
  /** Shown to people. */
  readonly name: string;
  /** By the names of the provider's fields. */
  readonly values: ConnectionValues;
  /** Who pays: whoever runs this server, or the user who entered the key. */
  readonly owner: 'server' | 'user';
}

export type ConnectionValues = ReadonlyMap<string, string>;

/** One thing that a provider must or may be given. */
export interface ConnectionField {
  /** Such as `apiKey` or `baseUrl`. */
  readonly name: string;
  /** Shown to people. */
  readonly label: string;
  /** Never shown again once it was entered. */
  readonly isSecret: boolean;
  /** The variable of the server's environment that sets it; absent: only a user can. */
  readonly variable?: string;
  /** What it is for, or what it looks like; a sentence. */
  readonly hint?: string;
  /** What of its value must never be shown, where that is not the whole of it alone. */
  secretsIn?(value: string): string[];
  /** The values there are; absent: any text. */
  readonly choices?: readonly string[];
}
