import { compareSync, encodeBase64, getRounds, hash, hashSync } from 'bcryptjs';
import type { CreateAddon } from './addon.ts';

type Done<Value> = (error: Error | null, value?: Value) => void;

const SALT = /^\$2[aby]?\$(\d\d)\$[./A-Za-z0-9]{22}/;
const HASH = /^\$2[aby]?\$\d\d\$[./A-Za-z0-9]{53}$/;

function toText(data: string | Uint8Array): string {
  if (typeof data === 'string') return data;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(data);
  } catch {
    throw new Error('The in-browser engine’s bcrypt takes text, not bytes that are no UTF-8: give them as base64 or hex.');
  }
}

/** Checks a salt as the C code does: `$2$` and `$2y$` are accepted as given, any other prefix is refused. */
function checkSalt(salt: string): string {
  const rounds = Number(SALT.exec(salt)?.[1]);
  if (!(rounds >= 4 && rounds <= 31)) throw new Error('Invalid salt. Salt must be in the form of: $Vers$log2(NumRounds)$saltvalue');
  return salt.slice(0, 29);
}

function makeSalt(minor: string, rounds: number, seed: Uint8Array): string {
  if (seed.length !== 16) throw new Error('Rounds must be a number and seed a buffer of 16 bytes');
  const cost = Math.min(31, Math.max(4, Math.trunc(rounds)));
  return `$2${minor}$${String(cost).padStart(2, '0')}$${encodeBase64(Array.from(seed), 16)}`;
}

/** Creates bcrypt's `bcrypt_lib.node`, using bcryptjs. */
export const createAddon: CreateAddon = ({ node: { loop } }) => {
  const later = <Value>(work: () => Value | Promise<Value>, done: Done<Value>): void => {
    loop.hold(Promise.resolve().then(work)).then(
      (value) => loop.post(() => done(null, value)),
      (error: Error) => loop.post(() => done(error)),
    );
  };
  return {
    gen_salt_sync: makeSalt,
    gen_salt: (minor: string, rounds: number, seed: Uint8Array, done: Done<string>) => later(() => makeSalt(minor, rounds, seed), done),
    encrypt_sync: (data: string | Uint8Array, salt: string) => hashSync(toText(data), checkSalt(salt)),
    encrypt: (data: string | Uint8Array, salt: string, done: Done<string>) => later(() => hash(toText(data), checkSalt(salt)), done),
    compare_sync: (data: string | Uint8Array, hashed: string) => HASH.test(hashed) && compareSync(toText(data), hashed),
    compare: (data: string | Uint8Array, hashed: string, done: Done<boolean>) =>
      later(async () => HASH.test(hashed) && (await hash(toText(data), hashed.slice(0, 29))) === hashed, done),
    get_rounds(hashed: string): number {
      if (!HASH.test(hashed)) throw new Error('invalid hash provided');
      return getRounds(hashed);
    },
  };
};
