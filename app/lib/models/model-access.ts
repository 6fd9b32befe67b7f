import type { Reason } from '../protocol/texts/reason.ts';
import type { Checked } from '../step/refusal.ts';
import type { Connection } from './connection.ts';
import type { ModelProvider } from './model-provider.ts';

/** The models available to a request and how to reach them; the caller, who knows which keys the request may use, provides this. */
export interface ModelAccess {
  readonly providers: readonly ModelProvider[];
  /** In the order in which a default model is looked for. Ids are unique. */
  readonly connections: readonly Connection[];
  /** The server's connections that this user may not use, and why; absent if there are none. */
  readonly withheld?: { readonly connections: readonly Connection[]; readonly why: string; readonly reason?: Reason | undefined };
  /** Called before each request to one of its models; if absent, requests are not limited. */
  admit?(connection: Connection): Promise<Checked<null>>;
  /** Called with the number of tokens that an answer used. */
  used?(connection: Connection, tokens: number): void;
  /** The network for a connection: an address entered by a user may reach less than one set by the server's operator. */
  fetchFor(connection: Connection): typeof globalThis.fetch;
}

/** Values that must never be shown. */
export function secretsOf({ connections, providers, withheld }: Pick<ModelAccess, 'connections' | 'providers' | 'withheld'>): string[] {
  return [...connections, ...(withheld?.connections ?? [])].flatMap(({ providerId, values }) => {
    const fields = providers.find(({ id }) => id === providerId)?.fields ?? [];
    return [...values].flatMap(([name, value]) => {
      const field = fields.find((candidate) => candidate.name === name);
      return field?.isSecret === true ? [value, ...(field.secretsIn?.(value) ?? [])] : credentialsIn(value);
    });
  });
}

/** An address may contain a password: `https://user:password@host/`. */
function credentialsIn(value: string): string[] {
  if (!URL.canParse(value)) return [];
  const { password } = new URL(value);
  return password === '' ? [] : [password, decodeURIComponent(password)];
}
