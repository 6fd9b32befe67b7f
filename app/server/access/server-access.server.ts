import type { ServerKeys } from '../../lib/protocol/models/connections.ts';
import { because, type Reason, reasonText } from '../../lib/protocol/texts/reason.ts';
import { isLocalServer } from '../hosts/host-names.server.ts';
import { type AccessEnvironment, type AccessMode, accessMode } from './access-environment.server.ts';
import { clientOf } from './client-address.server.ts';
import { cloudflareUser } from './cloudflare-access.server.ts';
import { passphraseUser } from './passphrase-session.server.ts';
import { isSameText } from './same-text.server.ts';

/** The header with the proxy's secret. */
const PROXY_SECRET = 'x-access-proxy-secret';

/**
 * Whether the sender may use the server's own keys. `user` is the account that the usage is counted for; null on a local server, which does
 * not count.
 */
export type ServerAccess =
  | { isGranted: true; user: string | null }
  | { isGranted: false; serverKeys: Exclude<ServerKeys, { state: 'granted' }> };

export interface AccessDependencies {
  fetch: typeof globalThis.fetch;
  now: number;
}

export async function serverAccess(
  request: Request,
  environment: AccessEnvironment,
  dependencies: AccessDependencies,
): Promise<ServerAccess> {
  if (isLocalServer(environment) && !isPassedOn(request)) return { isGranted: true, user: null };
  const mode = accessMode(environment);
  const user = await userOf(request, mode, environment, dependencies);
  if (user !== null) return { isGranted: true, user };
  return { isGranted: false, serverKeys: refusalOf(mode) };
}

async function userOf(
  request: Request,
  mode: AccessMode,
  environment: AccessEnvironment,
  { fetch, now }: AccessDependencies,
): Promise<string | null> {
  switch (mode.kind) {
    case 'refused':
      return null;
    case 'open':
      return clientOf(request, environment);
    case 'passphrase':
      return passphraseUser(request, mode, environment, now);
    case 'cloudflare-access':
      return cloudflareUser(request, mode, fetch);
    case 'proxy':
      return (await isSameText(request.headers.get(PROXY_SECRET) ?? '', mode.secret)) ? request.headers.get(mode.userHeader) || null : null;
  }
}

function refusalOf(mode: AccessMode): Exclude<ServerKeys, { state: 'granted' }> {
  switch (mode.kind) {
    case 'passphrase':
      return {
        state: 'passphrase',
        ...said(because('This server’s own models want its passphrase. Enter it in Settings → Models, or a key of your own.')),
      };
    case 'refused':
      return { state: 'refused', ...said(mode.why) };
    default:
      return {
        state: 'refused',
        ...said(
          because(
            'This server’s own models are for users who have signed in, and nothing proves that you have. Sign in again. A key of your own works all the same: Settings → Models.',
          ),
        ),
      };
  }
}

function said(reason: Reason) {
  return { why: reasonText(reason), reason };
}

/** Headers that tunnels and proxies add. */
const PASSED_ON = /^(?:x-forwarded-|x-original-|x-envoy-|cf-connecting-|fly-|fastly-)|^(?:forwarded|via|x-real-ip|client-ip)$|-client-ip$/;

/** Returns whether a tunnel or a proxy is in front of a local server, so that other machines can reach it too. */
function isPassedOn({ headers }: Request): boolean {
  return [...headers.keys()].some((name) => PASSED_ON.test(name));
}
