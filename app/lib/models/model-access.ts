import type { Reason } from '../protocol/texts/reason.ts';
import type { Checked } from '../step/refusal.ts';
import type { Connection } from './connection.ts';
import type { ModelProvider } from './model-provider.ts';

/** The models that can be asked here, and how: what a request is given by whoever knows whose keys it may use. */
export interface ModelAccess {
  readonly providers: readonly ModelProvider[];
  /** In the order in which a default is looked for. An id is there once. */
  readonly connections: readonly Connection[];
  /** The server's own connections that may not be used by whoever asks, and why; absent: none is held back. */
  readonly withheld?: { readonly connections: readonly Connection[]; readonly why: string; readonly reason?: Reason | undefined };
  /** Asked before each request to a model of it; absent: nobody counts. */
  admit?(connection: Connection): Promise<Checked<null>>;
  /** Learns how many tokens an answer of it took. */
  used?(connection: Connection, tokens: number): void;
  /** The network for a connection: what a user has entered may reach less than what the server's operator has. */
  fetchFor(connection: Connection): typeof globalThis.fetch;
}

/** The values that must never be shown. */
export function secretsOf({ connections, providers, withheld }: Pick<ModelAccess, 'connections' | 'providers' | 'withheld'>): string[] {
  return [...connections, ...(withheld?.connections ?? [])].flatMap(({ providerId, values }) => {
    const fields = providers.find(({ id }) => id === providerId)?.fields ?? [];
    return [...values].flatMap(([name, value]) => {
      const field = fields.find((candidate) => candidate.name === name);
      return field?.isSecret === true ? [value, ...(field.secretsIn?.(value) ?? [])] : credentialsIn(value);
    });
  });
}

/** An address may hold a password: `https://user:password@host/`. */
function credentialsIn(value: string): string[] {
  if (!URL.canParse(value)) return [];
  const { password } = new URL(value);
  return password === '' ? [] : [password, decodeURIComponent(password)];
}
