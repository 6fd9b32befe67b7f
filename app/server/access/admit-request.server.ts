import { because, type Reason } from '../../lib/protocol/texts/reason.ts';
import { type Checked, refuseBecause } from '../../lib/step/refusal.ts';
import type { UsageAdmission, UsageLedger, UsageShare } from './usage-ledger.server.ts';

type Refused = Extract<UsageAdmission, { ok: false }>;

/** Counts one request to a model, or rejects it with a message that names the exceeded limit. */
export async function admitRequest(ledger: UsageLedger, shares: readonly UsageShare[]): Promise<Checked<null>> {
  const admission = await ledger.admit(shares);
  if (admission.ok) return { ok: true, value: null };
  const { limit, retryAfterSeconds } = admission;
  return limit === 'minute'
    ? refuseBecause({ status: 429, code: 'rate_limited', retryAfterSeconds }, tooFast(admission))
    : // The status is not 429, because clients retry that automatically.
      refuseBecause({ status: 403, code: 'server_budget_spent', kind: 'no-quota' }, allUsed(admission));
}

function tooFast({ share: { whose, limits } }: Refused): Reason {
  return whose === 'user'
    ? because('You send more than {count} requests a minute, which is what this server takes of one user.', { count: limits.perMinute })
    : because('More than {count} requests a minute come from your network address, or to this server. Wait a moment.', {
        count: limits.perMinute,
      });
}

function allUsed({ limit, share: { whose, limits }, retryAfterSeconds }: Refused): Reason {
  const hours = Math.ceil(retryAfterSeconds / 3_600);
  const count = limit === 'tokens' ? limits.tokensPerDay : limits.requestsPerDay;
  switch (whose) {
    case 'address':
      return because(
        'All that this server gives one network address a day is used ({count} tokens or requests). The next day begins in {hours} h. A key of your own (Settings → Models) is not limited.',
        { count, hours },
      );
    case 'server':
      return because(
        'All that this server gives its users together a day is used ({count} tokens or requests). The next day begins in {hours} h. A key of your own (Settings → Models) is not limited.',
        { count, hours },
      );
    case 'user':
      return limit === 'tokens'
        ? because(
            'You have used all tokens ({count}) that this server gives each user a day. The next day begins in {hours} h. A key of your own (Settings → Models) is not limited.',
            { count, hours },
          )
        : because(
            'You have used all requests ({count}) that this server gives each user a day. The next day begins in {hours} h. A key of your own (Settings → Models) is not limited.',
            { count, hours },
          );
  }
}
