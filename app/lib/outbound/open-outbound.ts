import { joinBytes } from 'devonz-engine-protocol/join-bytes';
import type { OutsideAnswerHead, OutsideFailureCode } from 'devonz-engine-protocol/outside-request';
import { apiErrorSchema } from '../protocol/chat-request.ts';
import {
  framedLength,
  frameHead,
  OUTBOUND_LIMITS,
  OUTBOUND_PATH,
  OUTBOUND_TYPE,
  type OutboundRequest,
  outboundAnswerSchema,
  unframeHead,
} from '../protocol/outbound/outbound-envelope.ts';
import { OWN_REQUEST_HEADER } from '../protocol/own-request.ts';
import type { Reason } from '../protocol/texts/reason.ts';

/** A response whose head has arrived. */
export interface OutboundOpened {
  head: OutsideAnswerHead;
  /** Returns the next bytes, in their own memory; null at the end. */
  read(): Promise<Uint8Array<ArrayBuffer> | null>;
}

export type SendOutbound = (head: OutboundRequest, body: Uint8Array, signal: AbortSignal) => Promise<OutboundOpened>;

/** `message` completes a sentence about the host. */
export class OutboundFailure extends Error {
  override readonly name = 'OutboundFailure';
  constructor(
    readonly code: OutsideFailureCode,
    message: string,
    /** The reason for the page, which translates it. */
    readonly reason?: Reason,
  ) {
    super(message);
  }
}

/** Fewer than the server allows one client, because a second tab is the same client. */
const MOST_AT_ONCE = 6;
/** How often a request to a busy server is tried. */
const MOST_ATTEMPTS = 6;

const CODES: ReadonlyMap<string, OutsideFailureCode> = new Map([
  ['outbound_rate', 'EAGAIN'],
  ['outbound_concurrent', 'EAGAIN'],
  ['outbound_timeout', 'ETIMEDOUT'],
  ['outbound_unreachable', 'ECONNREFUSED'],
  ['outbound_answer', 'ECONNRESET'],
  ['outbound_too_large', 'ECONNRESET'],
  ['too_large', 'EINVAL'],
  ['bad_request', 'EINVAL'],
]);

/** Sends programs' requests to the app's own server, with a limited number at a time. `pause` takes milliseconds. */
export function createSendOutbound(request: typeof fetch, pause: (milliseconds: number) => Promise<void>): SendOutbound {
  let running = 0;
  const waiting: (() => void)[] = [];
  const leave = () => {
    running -= 1;
    waiting.shift()?.();
  };
  const post = async (head: OutboundRequest, body: Uint8Array, signal: AbortSignal): Promise<Response> => {
    const framed = frameHead(head);
    if (framed.byteLength > OUTBOUND_LIMITS.head) throw new OutboundFailure('EINVAL', 'the head of the request is too long');
    for (let attempt = 1; ; attempt += 1) {
      const response = await request(OUTBOUND_PATH, {
        method: 'POST',
        headers: { 'content-type': OUTBOUND_TYPE, [OWN_REQUEST_HEADER]: '1' },
        // Copied, so that it is not shared memory.
        body: new Blob([framed, new Uint8Array(body)]),
        credentials: 'omit',
        cache: 'no-store',
        signal,
      });
      if (response.status !== 429 || attempt === MOST_ATTEMPTS) return response;
      await response.body?.cancel();
      await pause(1000 * Math.min(5, Number(response.headers.get('retry-after')) || 1));
      signal.throwIfAborted();
    }
  };
  return async (head, body, signal) => {
    while (running >= MOST_AT_ONCE) await new Promise<void>((resolve) => void waiting.push(resolve));
    running += 1;
    let isLeft = false;
    const leaveOnce = () => {
      if (!isLeft) leave();
      isLeft = true;
    };
    signal.addEventListener('abort', leaveOnce);
    try {
      signal.throwIfAborted();
      return await readAnswer(await post(head, body, signal), leaveOnce);
    } catch (error) {
      leaveOnce();
      throw error instanceof TypeError ? new OutboundFailure('ECONNREFUSED', 'the server of this page cannot be reached') : error;
    }
  };
}

async function readAnswer(response: Response, onEnd: () => void): Promise<OutboundOpened> {
  if (!response.ok || response.headers.get('content-type') !== OUTBOUND_TYPE || response.body === null) throw await failureOf(response);
  const reader = response.body.getReader();
  let first = new Uint8Array(0);
  let length: number | null = null;
  while (length === null || first.byteLength < length) {
    const { done, value } = await reader.read();
    if (done) throw new OutboundFailure('ECONNRESET', 'its answer was broken off');
    first = joinBytes([first, value]);
    length = framedLength(first);
    if (length !== null && length > OUTBOUND_LIMITS.head) throw new OutboundFailure('ECONNRESET', 'the head of its answer is too long');
  }
  const head = outboundAnswerSchema.parse(unframeHead(first.subarray(0, length)));
  let rest: Uint8Array<ArrayBuffer> | null = first.slice(length);
  return {
    head,
    async read() {
      if (rest !== null && rest.byteLength > 0) {
        const given = rest;
        rest = null;
        return given;
      }
      try {
        const { done, value } = await reader.read();
        if (done) onEnd();
        return done ? null : value;
      } catch (error) {
        onEnd();
        throw error;
      }
    },
  };
}

async function failureOf(response: Response): Promise<OutboundFailure> {
  const parsed = apiErrorSchema.safeParse(await response.json().catch(() => null));
  if (!parsed.success) return new OutboundFailure('ECONNREFUSED', `the server of this page answered ${response.status}`);
  const { code, message, reason } = parsed.data.error;
  return new OutboundFailure(CODES.get(code) ?? 'EACCES', message, reason);
}
