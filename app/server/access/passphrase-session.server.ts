import { ownCookies } from '../connections/own-cookies.server.ts';
import { createSeal, toBase64Url } from '../connections/seal.server.ts';
import { isLocalServer } from '../hosts/host-names.server.ts';
import type { AccessEnvironment, AccessMode } from './access-environment.server.ts';

type Passphrase = Extract<AccessMode, { kind: 'passphrase' }>;

const ACCESS_COOKIE = 'access';
/** Identifies the guest of a browser. It survives signing out, and grants no access. */
const GUEST_COOKIE = 'guest';
/** 30 days. */
const SESSION_SECONDS = 30 * 24 * 60 * 60;
const GUEST_ID = /^[\w-]{22}$/;

/** Returns the guest who has given the current passphrase, or null. */
export async function passphraseUser(
  request: Request,
  mode: Passphrase,
  environment: AccessEnvironment,
  now: number,
): Promise<string | null> {
  for (const held of ownCookies(request, isLocalServer(environment)).values.get(ACCESS_COOKIE) ?? []) {
    const opened = await createSeal(mode.secret)?.open(contextOf(mode), held);
    const [, id, expires] = /^([\w-]{22}) (\d{1,15})$/.exec(opened ?? '') ?? [];
    if (id !== undefined && Number(expires) > now) return `guest ${id}`;
  }
  return null;
}

/** Returns the id of the guest who has given a passphrase in this browser before, even an older one, or null. */
export async function returningGuest(request: Request, mode: Passphrase, environment: AccessEnvironment): Promise<string | null> {
  for (const held of ownCookies(request, isLocalServer(environment)).values.get(GUEST_COOKIE) ?? []) {
    const id = await createSeal(mode.secret)?.open(GUEST_COOKIE, held);
    if (id !== undefined && id !== null && GUEST_ID.test(id)) return id;
  }
  return null;
}

/**
 * Returns `Set-Cookie` headers for a user who has just given the passphrase. A returning user stays the same guest, so that their usage is
 * kept.
 */
export async function passphraseCookies(
  request: Request,
  mode: Passphrase,
  environment: AccessEnvironment,
  now: number,
): Promise<string[]> {
  const current = (await passphraseUser(request, mode, environment, now))?.slice('guest '.length) ?? null;
  const id = (await returningGuest(request, mode, environment)) ?? current ?? toBase64Url(crypto.getRandomValues(new Uint8Array(16)));
  const seal = createSeal(mode.secret);
  if (seal === null) return [];
  const cookies = ownCookies(request, isLocalServer(environment));
  const session = await seal.seal(contextOf(mode), `${id} ${now + SESSION_SECONDS * 1_000}`);
  return [...cookies.set(ACCESS_COOKIE, session, SESSION_SECONDS), ...cookies.set(GUEST_COOKIE, await seal.seal(GUEST_COOKIE, id))];
}

/** Returns `Set-Cookie` headers for a user who signs out. The guest cookie is kept, and so is their usage. */
export async function leavingCookies(request: Request, mode: Passphrase, environment: AccessEnvironment, now: number): Promise<string[]> {
  const cookies = ownCookies(request, isLocalServer(environment));
  const current = (await passphraseUser(request, mode, environment, now))?.slice('guest '.length);
  const isKnown = (await returningGuest(request, mode, environment)) !== null;
  // The session may be older than the guest cookie: then the guest is stored now.
  const kept = current === undefined || isKnown ? undefined : await createSeal(mode.secret)?.seal(GUEST_COOKIE, current);
  return [...cookies.expire(ACCESS_COOKIE), ...(kept === undefined ? [] : cookies.set(GUEST_COOKIE, kept))];
}

/** The passphrase is part of the context, so a new passphrase ends all sessions of the old one. */
function contextOf({ passphrase }: Passphrase): string {
  return `access/${passphrase}`;
}
