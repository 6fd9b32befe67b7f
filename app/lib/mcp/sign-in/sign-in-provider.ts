import type { OAuthClientProvider, OAuthDiscoveryState } from '@modelcontextprotocol/sdk/client/auth.js';
import {
  OAuthClientInformationFullSchema,
  OAuthClientInformationSchema,
  type OAuthClientMetadata,
  type OAuthTokens,
  OAuthTokensSchema,
} from '@modelcontextprotocol/sdk/shared/auth.js';
import { z } from 'zod';
import type { McpHttpServer, McpSecrets } from '../../protocol/mcp/mcp.ts';

const clientSchema = z.union([OAuthClientInformationFullSchema, OAuthClientInformationSchema]);
type Client = z.infer<typeof clientSchema>;

/** The stored part of a sign-in. `redirectUrl`: the one with which the client was registered. */
const keptSignInSchema = z.object({
  redirectUrl: z.string(),
  client: clientSchema.optional(),
  tokens: OAuthTokensSchema.optional(),
});
type KeptSignIn = z.infer<typeof keptSignInSchema>;

/** The part of the secrets store that a sign-in needs. */
export interface SignInStore {
  /** Is null if there are none or they are bound to another address. */
  secrets(server: McpHttpServer): Promise<McpSecrets | null>;
  writeSecrets(server: McpHttpServer, secrets: Omit<McpSecrets, 'boundTo'>): Promise<void>;
}

export interface SignInProviderOptions {
  server: McpHttpServer;
  store: SignInStore;
  redirectUrl: string;
  /** For a sign-in requested by the user; if absent, no page is opened. */
  asked?: { state: string; show(address: URL): void };
}

/** The SDK's view of one server's sign-in, backed by the secrets store. The PKCE verifier stays in memory. */
export class SignInProvider implements OAuthClientProvider {
  readonly #options: SignInProviderOptions;
  #verifier = '';
  #discovery: OAuthDiscoveryState | undefined;

  constructor(options: SignInProviderOptions) {
    this.#options = options;
  }

  get redirectUrl(): string {
    return this.#options.redirectUrl;
  }

  get clientMetadata(): OAuthClientMetadata {
    return {
      client_name: 'Devonz',
      redirect_uris: [this.redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      // A browser app cannot keep a client secret from its user.
      token_endpoint_auth_method: 'none',
    };
  }

  state(): string {
    return this.#options.asked?.state ?? '';
  }

  async clientInformation(): Promise<Client | undefined> {
    const kept = await this.#read();
    return kept?.redirectUrl === this.redirectUrl ? kept.client : undefined;
  }

  saveClientInformation(client: Client): Promise<void> {
    return this.#write({ client });
  }

  async tokens(): Promise<OAuthTokens | undefined> {
    return (await this.#read())?.tokens;
  }

  saveTokens(tokens: OAuthTokens): Promise<void> {
    return this.#write({ tokens });
  }

  /** Without a user's request nothing is opened: the transport reports that a sign-in is needed. */
  redirectToAuthorization(address: URL): void {
    this.#options.asked?.show(address);
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }

  codeVerifier(): string {
    return this.#verifier;
  }

  /** One sign-in uses the same authorisation server from start to end. */
  saveDiscoveryState(state: OAuthDiscoveryState): void {
    this.#discovery = state;
  }

  discoveryState(): OAuthDiscoveryState | undefined {
    return this.#discovery;
  }

  async invalidateCredentials(scope: 'all' | 'client' | 'tokens' | 'verifier' | 'discovery'): Promise<void> {
    if (scope === 'all' || scope === 'verifier') this.#verifier = '';
    if (scope === 'all' || scope === 'discovery') this.#discovery = undefined;
    if (scope === 'all') await this.#write({ client: undefined, tokens: undefined });
    if (scope === 'client') await this.#write({ client: undefined });
    if (scope === 'tokens') await this.#write({ tokens: undefined });
  }

  async #read(): Promise<KeptSignIn | null> {
    const secrets = await this.#options.store.secrets(this.#options.server);
    const kept = keptSignInSchema.safeParse(secrets?.oauth);
    return kept.success ? kept.data : null;
  }

  async #write(change: { [Field in 'client' | 'tokens']?: KeptSignIn[Field] | undefined }): Promise<void> {
    const { server, store } = this.#options;
    const { headers = {}, environment = {} } = (await store.secrets(server)) ?? {};
    const kept = await this.#read();
    // Through JSON, which drops undefined fields.
    const oauth: unknown = JSON.parse(JSON.stringify({ ...kept, ...change, redirectUrl: this.redirectUrl }));
    await store.writeSecrets(server, { headers, environment, oauth });
  }
}
