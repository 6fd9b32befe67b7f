import { because } from '../../lib/protocol/texts/reason.ts';
import { type Checked, refuseBecause } from '../../lib/step/refusal.ts';
import type { AccessEnvironment } from './access-environment.server.ts';
import type { UsageLedger, UsageLimits } from './usage-ledger.server.ts';

/** For whoever has not set others. */
const DEFAULTS: UsageLimits = { perMinute: 60, requestsPerDay: 2_000, tokensPerDay: 5_000_000 };
/** Of one client with keys of its own: it pays itself, but the work is the server's. */
export const OWN_KEY_LIMITS: UsageLimits = {
  perMinute: 120,
  requestsPerDay: Number.POSITIVE_INFINITY,
  tokensPerDay: Number.POSITIVE_INFINITY,
};

export function serverKeyLimits(environment: AccessEnvironment): UsageLimits {
  return {
    perMinute: numberOf(environment.ACCESS_REQUESTS_PER_MINUTE, DEFAULTS.perMinute),
    requestsPerDay: numberOf(environment.ACCESS_REQUESTS_PER_DAY, DEFAULTS.requestsPerDay),
    tokensPerDay: numberOf(environment.ACCESS_TOKENS_PER_DAY, DEFAULTS.tokensPerDay),
  };
}

/** What is no number limits as if nothing were set: a slip of the pen opens nothing. */
function numberOf(setting: string | undefined, otherwise: number): number {
  return setting !== undefined && /^\d{1,15}$/.test(setting.trim()) ? Number(setting) : otherwise;
}

/** Counts one request to a model, or says in words what limit it is over. */
export async function admitRequest(ledger: UsageLedger, user: string, limits: UsageLimits): Promise<Checked<null>> {
  const admission = await ledger.admit(user, limits);
  if (admission.ok) return { ok: true, value: null };
  const { limit, retryAfterSeconds } = admission;
  if (limit === 'minute') {
    const why = because('You send more than {count} requests a minute, which is what this server takes of one user.', {
      count: limits.perMinute,
    });
    return refuseBecause({ status: 429, code: 'rate_limited', retryAfterSeconds }, why);
  }
  const hours = Math.ceil(retryAfterSeconds / 3_600);
  // Not a 429, which is tried again by itself.
  const why =
    limit === 'tokens'
      ? because(
          'You have used all tokens ({count}) that this server gives each user a day. The next day begins in {hours} h. A key of your own (Settings → Models) is not limited.',
          { count: limits.tokensPerDay, hours },
        )
      : because(
          'You have used all requests ({count}) that this server gives each user a day. The next day begins in {hours} h. A key of your own (Settings → Models) is not limited.',
          { count: limits.requestsPerDay, hours },
        );
  return refuseBecause({ status: 403, code: 'server_budget_spent', kind: 'no-quota' }, why);
}
