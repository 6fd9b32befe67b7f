import type { ApiError } from '../protocol/chat-request.ts';
import type { FailureKind } from '../protocol/models/failure-kind.ts';
import type { RefusedPart } from '../protocol/models/refused-part.ts';
import type { ContextRoom } from '../protocol/models/too-long.ts';
import { type Reason, reasonText } from '../protocol/texts/reason.ts';

/** A refused request: the answer of `/api/*` instead of a result. `message` is safe to show. */
export interface Refusal {
  status: number;
  code: string;
  /** For a model step. */
  kind?: FailureKind;
  about?: RefusedPart | undefined;
  room?: ContextRoom | undefined;
  unreadCall?: string | undefined;
  /** Says what is wrong, where, and what to do. */
  message: string;
  /** The error in the form that the page translates; `message` is its English text. */
  reason?: Reason | undefined;
  /** Path of the offending field, such as `messages.0.role`. */
  field?: string;
  /** Seconds to wait before a retry makes sense. */
  retryAfterSeconds?: number;
  /** The methods that the route supports, for a 405. */
  allow?: string;
}

export type Checked<Value> = { ok: true; value: Value } | { ok: false; refusal: Refusal };

export function refuse(refusal: Refusal): { ok: false; refusal: Refusal } {
  return { ok: false, refusal };
}

/** A refusal with a reason that the page can translate. */
export function refuseBecause(refusal: Omit<Refusal, 'message' | 'reason'>, reason: Reason): { ok: false; refusal: Refusal } {
  return refuse({ ...refusal, message: reasonText(reason), reason });
}

/** The only format in which a route of `/api/*` refuses. */
export function refusalResponse(refusal: Refusal): Response {
  const { status, code, kind, about, room, unreadCall, message, reason, field, retryAfterSeconds, allow } = refusal;
  const body: ApiError = {
    error: {
      code,
      ...(kind === undefined ? {} : { kind }),
      ...(about === undefined ? {} : { about }),
      ...(room === undefined ? {} : { room }),
      ...(unreadCall === undefined ? {} : { unreadCall }),
      message,
      ...(reason === undefined ? {} : { reason }),
      ...(field === undefined ? {} : { field }),
    },
  };
  const headers = new Headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' });
  if (retryAfterSeconds !== undefined) headers.set('retry-after', String(Math.ceil(retryAfterSeconds)));
  if (allow !== undefined) headers.set('allow', allow);
  return new Response(JSON.stringify(body), { status, headers });
}

export function methodNotAllowed(allow: string): Response {
  return refusalResponse({ status: 405, code: 'method_not_allowed', message: `This address answers ${allow} only.`, allow });
}
