import { z } from 'zod';
import { because } from '../../lib/protocol/texts/reason.ts';
import { refusalResponse, refuseBecause } from '../../lib/step/refusal.ts';
import { readJsonBody } from '../read-json-body.server.ts';
import { type AccessEnvironment, accessMode } from './access-environment.server.ts';
import { clientOf, UNKNOWN_CLIENT } from './client-address.server.ts';
import type { BackOff, FailedTries, Tried, TryResult } from './failed-tries.server.ts';
import { leavingCookies, passphraseCookies, returningGuest } from './passphrase-session.server.ts';
import { isSameText } from './same-text.server.ts';

const bodySchema = z.union([z.object({ passphrase: z.string().max(500) }), z.object({ leave: z.literal(true) })]);
const LONGEST_BODY = 4_000;
/** For one address or one guest: about 160 wrong tries a day. */
const ONE_CLIENT: BackOff = { free: 5, longestWaitSeconds: 600 };
/** For all clients that cannot be distinguished: about 43,000 tries a day. Two seconds without a failure are enough for the next try. */
const MANY_CLIENTS: BackOff = { free: 30, longestWaitSeconds: 2 };

export interface AccessRequestDependencies {
  environment: AccessEnvironment;
  tries: FailedTries;
  now: number;
}

/** `POST /api/access`: checks the passphrase of a server whose keys may be used by those who know it. */
export async function answerAccess(request: Request, { environment, tries, now }: AccessRequestDependencies): Promise<Response> {
  const mode = accessMode(environment);
  if (mode.kind !== 'passphrase') {
    return refusalResponse({ status: 409, code: 'no_passphrase', message: 'This server has no passphrase to be given.' });
  }
  const body = await readJsonBody(request, LONGEST_BODY);
  if (!body.ok) return refusalResponse(body.refusal);
  const parsed = bodySchema.safeParse(body.value);
  if (!parsed.success) return refusalResponse({ status: 400, code: 'invalid_request', message: 'Send the passphrase as text.' });
  if ('leave' in parsed.data) return answerWith(await leavingCookies(request, mode, environment, now));
  const given = parsed.data.passphrase.trim();
  const guest = await returningGuest(request, mode, environment);
  const result = await attemptAs(tries, whoTries(clientOf(request, environment), guest), () => isSameText(given, mode.passphrase));
  switch (result.kind) {
    case 'right':
      return answerWith(await passphraseCookies(request, mode, environment, now));
    case 'wrong': {
      const why = because('This is not the passphrase. Ask whoever runs this server for it.');
      return refusalResponse(refuseBecause({ status: 403, code: 'wrong_passphrase' }, why).refusal);
    }
    case 'too-soon': {
      const retryAfterSeconds = Math.ceil(result.retryAfterSeconds);
      const why = because('Too many tries. Wait {seconds} s, then try again.', { seconds: retryAfterSeconds });
      return refusalResponse(refuseBecause({ status: 429, code: 'too_many_tries', retryAfterSeconds }, why).refusal);
    }
  }
}

/**
 * Returns the accounts for which a try is counted, in order. The first is the address; if that has to wait, the guest
 * that this browser is known as is used, so that a user can sign in even while an attacker guesses from the same
 * address. All guests also share one account, so keeping many guest cookies does not allow more guesses.
 */
function whoTries(client: string, guest: string | null): readonly Tried[][] {
  const byAddress: Tried[] = [{ name: client, backOff: client === UNKNOWN_CLIENT ? MANY_CLIENTS : ONE_CLIENT }];
  if (guest === null) return [byAddress];
  return [
    byAddress,
    [
      { name: `guest ${guest}`, backOff: ONE_CLIENT },
      { name: 'guests', backOff: MANY_CLIENTS },
    ],
  ];
}

async function attemptAs(tries: FailedTries, ways: readonly Tried[][], check: () => Promise<boolean>): Promise<TryResult> {
  let soonest: TryResult = { kind: 'too-soon', retryAfterSeconds: Number.POSITIVE_INFINITY };
  for (const way of ways) {
    const result = await tries.attempt(way, check);
    if (result.kind !== 'too-soon') return result;
    if (result.retryAfterSeconds < soonest.retryAfterSeconds) soonest = result;
  }
  return soonest;
}

function answerWith(cookies: readonly string[]): Response {
  const headers = new Headers({ 'cache-control': 'no-store' });
  for (const cookie of cookies) headers.append('set-cookie', cookie);
  return new Response(null, { status: 204, headers });
}
