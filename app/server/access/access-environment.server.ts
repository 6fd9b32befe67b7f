import { because, type Reason } from '../../lib/protocol/texts/reason.ts';
import type { ClientAddressEnvironment } from './client-address.server.ts';

/** Settings for who may spend the keys in the server's environment. A local server needs none of them. */
export interface AccessEnvironment extends ClientAddressEnvironment {
  /** `open`, `passphrase`, `cloudflare-access` or `proxy`. */
  ACCESS?: string;
  /** For `passphrase`: the passphrase that all permitted users know. */
  ACCESS_PASSPHRASE?: string;
  /** For `cloudflare-access`: `https://TEAM.cloudflareaccess.com`, and the application's audience tag. */
  ACCESS_TEAM_DOMAIN?: string;
  ACCESS_AUDIENCE?: string;
  /** For `proxy`: the secret that the proxy adds to each request, and the name of the header that contains the user. */
  ACCESS_PROXY_SECRET?: string;
  ACCESS_PROXY_USER_HEADER?: string;
  /** Limits of each user for the server's own keys: requests per minute, requests per day, tokens per day. */
  ACCESS_REQUESTS_PER_MINUTE?: string;
  ACCESS_REQUESTS_PER_DAY?: string;
  ACCESS_TOKENS_PER_DAY?: string;
  /** For `passphrase`: the number of users whose limits one address has, however often it signs in. */
  ACCESS_USERS_PER_ADDRESS?: string;
  /** Limits for all users together. */
  ACCESS_SERVER_REQUESTS_PER_DAY?: string;
  ACCESS_SERVER_TOKENS_PER_DAY?: string;
  /** Seals the session cookie of a browser whose user has given the passphrase. */
  SESSION_SECRET?: string;
}

/** How users are recognized. */
export type AccessMode =
  | { kind: 'open' }
  | { kind: 'passphrase'; passphrase: string; secret: string }
  | { kind: 'cloudflare-access'; team: string; audience: string }
  | { kind: 'proxy'; secret: string; userHeader: string }
  /** The settings are missing or incomplete; the reason is for the deployer. */
  | { kind: 'refused'; why: Reason };

/** Minimum length in characters. A passphrase that people type may be shorter than a secret that a proxy adds. */
const SHORTEST_PASSPHRASE = 12;
const SHORTEST_SECRET = 32;
const TEAM = /^https:\/\/[a-z0-9-]+\.cloudflareaccess\.com$/;

/** Returns how a server that other people can reach recognizes the users who may use its keys. */
export function accessMode(environment: AccessEnvironment): AccessMode {
  switch (environment.ACCESS ?? '') {
    case 'open':
      return { kind: 'open' };
    case 'passphrase':
      return passphraseMode(environment);
    case 'cloudflare-access':
      return cloudflareMode(environment);
    case 'proxy':
      return proxyMode(environment);
    case '':
      return refused(
        because('Nobody has said who may: its deployer sets ACCESS to passphrase, cloudflare-access, proxy or open (README, “Deploying”).'),
      );
    default:
      return refused(because('Its ACCESS is none of passphrase, cloudflare-access, proxy and open.'));
  }
}

function passphraseMode({ ACCESS_PASSPHRASE: passphrase = '', SESSION_SECRET: secret = '' }: AccessEnvironment): AccessMode {
  if (passphrase.length < SHORTEST_PASSPHRASE)
    return refused(
      because('Its {setting} has fewer than {least} characters.', { setting: 'ACCESS_PASSPHRASE', least: SHORTEST_PASSPHRASE }),
    );
  if (secret.length < SHORTEST_SECRET)
    return refused(because('ACCESS=passphrase needs a SESSION_SECRET of {least} characters or more.', { least: SHORTEST_SECRET }));
  return { kind: 'passphrase', passphrase, secret };
}

function cloudflareMode({ ACCESS_TEAM_DOMAIN: domain = '', ACCESS_AUDIENCE: audience = '' }: AccessEnvironment): AccessMode {
  const team = domain.replace(/\/+$/, '').replace(/^(?!https?:)/, 'https://');
  if (!TEAM.test(team)) return refused(because('Its ACCESS_TEAM_DOMAIN is not of the form https://TEAM.cloudflareaccess.com.'));
  return audience === ''
    ? refused(because('Its ACCESS_AUDIENCE, the application’s audience tag, is not set.'))
    : { kind: 'cloudflare-access', team, audience };
}

function proxyMode({ ACCESS_PROXY_SECRET: secret = '', ACCESS_PROXY_USER_HEADER: header = '' }: AccessEnvironment): AccessMode {
  const userHeader = header.toLowerCase();
  if (secret.length < SHORTEST_SECRET)
    return refused(because('Its {setting} has fewer than {least} characters.', { setting: 'ACCESS_PROXY_SECRET', least: SHORTEST_SECRET }));
  if (!/^[a-z0-9-]+$/.test(userHeader)) return refused(because('Its ACCESS_PROXY_USER_HEADER names no header, such as x-forwarded-email.'));
  return { kind: 'proxy', secret, userHeader };
}

function refused(why: Reason): AccessMode {
  return {
    kind: 'refused',
    why: because('This server does not let others use its own keys. {why} A key of your own works all the same: Settings → Models.', {
      why,
    }),
  };
}
