import { ownCookies } from '../connections/own-cookies.server.ts';
import { createSeal, toBase64Url } from '../connections/seal.server.ts';
import { isLocalServer } from '../hosts/host-names.server.ts';
import type { AccessEnvironment, AccessMode } from './access-environment.server.ts';

type Passphrase = Extract<AccessMode, { kind: 'passphrase' }>;

export const ACCESS_COOKIE = 'access';
/** 30 days. */
const SESSION_SECONDS = 30 * 24 * 60 * 60;

/** Who has given the passphrase, until it is another one; null: not yet. */
export async function passphraseUser(
  request: Request,
  mode: Passphrase,
  environment: AccessEnvironment,
  now: number,
): Promise<string | null> {
  for (const held of ownCookies(request, isLocalServer(environment)).values.get(ACCESS_COOKIE) ?? []) {
    const opened = await createSeal(mode.secret)?.open(contextOf(mode), held);
    const [, user, expires] = /^([\w-]{22}) (\d{1,15})$/.exec(opened ?? '') ?? [];
    if (user !== undefined && Number(expires) > now) return `guest ${user}`;
  }
  return null;
}

/** `Set-Cookie` of a browser whose user has just given it. */
export async function passphraseCookies(
  request: Request,
  mode: Passphrase,
  environment: AccessEnvironment,
  now: number,
): Promise<string[]> {
  const user = toBase64Url(crypto.getRandomValues(new Uint8Array(16)));
  const sealed = await createSeal(mode.secret)?.seal(contextOf(mode), `${user} ${now + SESSION_SECONDS * 1_000}`);
  return sealed === undefined ? [] : ownCookies(request, isLocalServer(environment)).set(ACCESS_COOKIE, sealed, SESSION_SECONDS);
}

/** A new passphrase ends the sessions of the old one. */
function contextOf({ passphrase }: Passphrase): string {
  return `access/${passphrase}`;
}
