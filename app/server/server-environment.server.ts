import type { OutboundEnvironment } from './outbound/outbound-environment.server.ts';

/** What the server is given from outside: Pages' bindings, or `npm start`'s. */
export interface ServerEnvironment extends OutboundEnvironment {
  /** The built client. */
  ASSETS: Fetcher;
  /** The package registry npm is configured for. */
  NPM_REGISTRY_URL?: string;
  OPENAI_API_KEY?: string;
  OPENAI_BASE_URL?: string;
  OPENAI_API?: string;
  OPENAI_MODELS?: string;
  GOOGLE_GENERATIVE_AI_API_KEY?: string;
  GOOGLE_BASE_URL?: string;
  GOOGLE_MODELS?: string;
}

declare module '@remix-run/cloudflare' {
  interface AppLoadContext {
    cloudflare: {
      env: ServerEnvironment;
      ctx: Pick<ExecutionContext, 'waitUntil' | 'passThroughOnException'>;
    };
  }
}
