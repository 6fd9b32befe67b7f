import { type AccessEnvironment, accessMode } from './access-environment.server.ts';
import type { UsageLimits, UsageShare } from './usage-ledger.server.ts';

/** Used if the deployer sets no limits. */
const DEFAULTS: UsageLimits = { perMinute: 60, requestsPerDay: 2_000, tokensPerDay: 5_000_000 };
/** Number of users whose limits the guests at one address share: an office has several, but one user can sign in as several guests. */
const USERS_PER_ADDRESS = 4;
/** The whole server may use as much as this many users. */
const USERS_PER_SERVER = 20;
/** Limits of a client that uses its own keys: it pays for the models, but the server does the work. */
const OWN_KEY_LIMITS: UsageLimits = {
  perMinute: 120,
  requestsPerDay: Number.POSITIVE_INFINITY,
  tokensPerDay: Number.POSITIVE_INFINITY,
};

/**
 * Returns the accounts that a request with the server's own keys is counted for: its user, its address if users are anonymous guests, and
 * the server.
 */
export function serverKeyShares(environment: AccessEnvironment, user: string, client: string): UsageShare[] {
  const limits = userLimits(environment);
  const ofMany = times(limits, USERS_PER_SERVER);
  const server: UsageShare = {
    whose: 'server',
    name: 'server',
    limits: {
      perMinute: ofMany.perMinute,
      requestsPerDay: numberOf(environment.ACCESS_SERVER_REQUESTS_PER_DAY, ofMany.requestsPerDay),
      tokensPerDay: numberOf(environment.ACCESS_SERVER_TOKENS_PER_DAY, ofMany.tokensPerDay),
    },
  };
  // Users who sign in elsewhere are known; a guest can get a new identity by deleting the cookie.
  const isGuest = accessMode(environment).kind === 'passphrase';
  const users = numberOf(environment.ACCESS_USERS_PER_ADDRESS, USERS_PER_ADDRESS);
  const address: UsageShare[] = isGuest
    ? [{ whose: 'address', name: `address of ${client}`, limits: times(limits, Math.max(1, users)) }]
    : [];
  return [{ whose: 'user', name: `user ${user}`, limits }, ...address, server];
}

export function ownKeyShares(client: string): UsageShare[] {
  return [{ whose: 'user', name: `own keys of ${client}`, limits: OWN_KEY_LIMITS }];
}

function userLimits(environment: AccessEnvironment): UsageLimits {
  return {
    perMinute: numberOf(environment.ACCESS_REQUESTS_PER_MINUTE, DEFAULTS.perMinute),
    requestsPerDay: numberOf(environment.ACCESS_REQUESTS_PER_DAY, DEFAULTS.requestsPerDay),
    tokensPerDay: numberOf(environment.ACCESS_TOKENS_PER_DAY, DEFAULTS.tokensPerDay),
  };
}

function times({ perMinute, requestsPerDay, tokensPerDay }: UsageLimits, factor: number): UsageLimits {
  return { perMinute: perMinute * factor, requestsPerDay: requestsPerDay * factor, tokensPerDay: tokensPerDay * factor };
}

/** A setting that is not a number counts as unset, so that a typo removes no limit. */
function numberOf(setting: string | undefined, otherwise: number): number {
  return setting !== undefined && /^\d{1,15}$/.test(setting.trim()) ? Number(setting) : otherwise;
}
