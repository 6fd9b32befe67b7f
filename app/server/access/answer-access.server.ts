import { z } from 'zod';
import { because } from '../../lib/protocol/texts/reason.ts';
import { refusalResponse, refuseBecause } from '../../lib/step/refusal.ts';
import { ownCookies } from '../connections/own-cookies.server.ts';
import { isLocalServer } from '../hosts/host-names.server.ts';
import { readJsonBody } from '../read-json-body.server.ts';
import { type AccessEnvironment, accessMode } from './access-environment.server.ts';
import { ACCESS_COOKIE, passphraseCookies } from './passphrase-session.server.ts';
import { isSameText } from './same-text.server.ts';
import { clientOf } from './server-access.server.ts';
import type { UsageLedger } from './usage-ledger.server.ts';

const bodySchema = z.union([z.object({ passphrase: z.string().max(500) }), z.object({ leave: z.literal(true) })]);
const LONGEST_BODY = 4_000;
/** Tries of one client, and of all together: who has many addresses guesses no faster. */
const TRIES = { perMinute: 5, requestsPerDay: 100, tokensPerDay: Number.POSITIVE_INFINITY };
const TRIES_OF_ALL = { perMinute: 60, requestsPerDay: 5_000, tokensPerDay: Number.POSITIVE_INFINITY };

export interface AccessRequestDependencies {
  environment: AccessEnvironment;
  /** Of tries, in the memory of this server. */
  tries: UsageLedger;
  now: number;
}

/** `POST /api/access`: the passphrase of a server that shares its own keys with those who know it. */
export async function answerAccess(request: Request, { environment, tries, now }: AccessRequestDependencies): Promise<Response> {
  const mode = accessMode(environment);
  if (mode.kind !== 'passphrase') {
    return refusalResponse({ status: 409, code: 'no_passphrase', message: 'This server has no passphrase to be given.' });
  }
  const body = await readJsonBody(request, LONGEST_BODY);
  if (!body.ok) return refusalResponse(body.refusal);
  const parsed = bodySchema.safeParse(body.value);
  if (!parsed.success) return refusalResponse({ status: 400, code: 'invalid_request', message: 'Send the passphrase as text.' });
  if ('leave' in parsed.data) return answerWith(ownCookies(request, isLocalServer(environment)).expire(ACCESS_COOKIE));
  for (const [who, limits] of [
    [clientOf(request), TRIES],
    ['all', TRIES_OF_ALL],
  ] as const) {
    const admission = await tries.admit(who, limits);
    if (admission.ok) continue;
    const retryAfterSeconds = Math.ceil(admission.retryAfterSeconds);
    const why = because('Too many tries. Wait {seconds} s, then try again.', { seconds: retryAfterSeconds });
    return refusalResponse(refuseBecause({ status: 429, code: 'too_many_tries', retryAfterSeconds }, why).refusal);
  }
  if (!(await isSameText(parsed.data.passphrase.trim(), mode.passphrase))) {
    const why = because('This is not the passphrase. Ask whoever runs this server for it.');
    return refusalResponse(refuseBecause({ status: 403, code: 'wrong_passphrase' }, why).refusal);
  }
  return answerWith(await passphraseCookies(request, mode, environment, now));
}

function answerWith(cookies: readonly string[]): Response {
  const headers = new Headers({ 'cache-control': 'no-store' });
  for (const cookie of cookies) headers.append('set-cookie', cookie);
  return new Response(null, { status: 204, headers });
}
