import { because, type Reason } from '../../lib/protocol/texts/reason.ts';
import { type HostEnvironment, isLocalServer } from '../hosts/host-names.server.ts';
import type { KeyNamespace } from './key-store.server.ts';

export interface ConnectionEnvironment extends HostEnvironment {
  /** The secret that encrypts the keys users enter: 32 random bytes or more, as text. */
  SESSION_SECRET?: string;
  /** Stores the keys, encrypted, instead of the browser's cookies. */
  KEY_STORE?: KeyNamespace;
}

/** Returns why no keys can be entered on this server. */
export function secretRefusal(environment: ConnectionEnvironment): Reason {
  const isShort = (environment.SESSION_SECRET ?? '') !== '';
  const what = isShort
    ? because('Its SESSION_SECRET is shorter than 32 characters.')
    : because('It has no SESSION_SECRET to encrypt them with.');
  const how = isLocalServer(environment)
    ? because('Start it with `{command}`, which makes one.', { command: 'npm start' })
    : because('Whoever runs it sets one: `{command}`.', {
        command: 'openssl rand -base64 32 | npx wrangler pages secret put SESSION_SECRET',
      });
  return because('This server cannot keep keys. {what} {how}', { what, how });
}
