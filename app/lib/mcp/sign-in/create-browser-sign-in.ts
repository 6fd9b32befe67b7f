import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import { SIGN_IN_PATH } from '../../protocol/mcp/sign-in-path.ts';
import type { McpSignIn } from '../mcp-service.ts';
import { createMcpSignIn } from './create-sign-in.ts';
import { openSignInWindow } from './open-sign-in-window.ts';
import { openSignInChannel } from './sign-in-desk.ts';
import type { SignInStore } from './sign-in-provider.ts';

/** Sign-ins with the browser's means: windows, a channel between the app's pages, random numbers. */
export function createBrowserSignIn(store: SignInStore): McpSignIn<OAuthClientProvider> {
  return createMcpSignIn({
    store,
    openWindow: openSignInWindow,
    openChannel: openSignInChannel,
    redirectUrl: new URL(SIGN_IN_PATH, location.origin).href,
    nextState: () => crypto.randomUUID(),
  });
}
