import { readOutboundAddress } from '../../lib/outbound/outbound-address.ts';
import { frameHead, OUTBOUND_LIMITS, OUTBOUND_TYPE } from '../../lib/protocol/outbound/outbound-envelope.ts';
import { because, type Reason } from '../../lib/protocol/texts/reason.ts';
import { refusalResponse, refuseBecause } from '../../lib/step/refusal.ts';
import { limitedBody } from '../limited-body.server.ts';
import type { OutboundNetwork } from './outbound-environment.server.ts';
import { headersToSend, headersToTell } from './outbound-headers.server.ts';
import type { OutboundLimits } from './outbound-limits.server.ts';
import { type OutboundEnvelope, readOutboundRequest } from './read-outbound-request.server.ts';

export interface OutboundOptions {
  /** Null if it is switched off. */
  network: OutboundNetwork | null;
  limits: OutboundLimits;
  /** The client that the limits are counted for. */
  client: string;
  timeouts?: OutboundTimeouts;
}

/** In milliseconds. */
export interface OutboundTimeouts {
  /** Time until the other host begins its answer. */
  begin: number;
  /** Time for the whole request. */
  whole: number;
}

const TIMEOUTS: OutboundTimeouts = { begin: 100_000, whole: 300_000 };
/** Statuses without a body, according to the `fetch` standard. */
const BODYLESS: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * Forwards one request of a program to another host. The app's page sends it here after its user has approved that host. Redirects are left
 * to the program: each one is a new request whose host needs approval. Error messages complete a sentence that starts with the host.
 */
export async function answerOutboundRequest(request: Request, options: OutboundOptions): Promise<Response> {
  const { network, limits, client } = options;
  if (network === null) return refused({ status: 403, code: 'outbound_off' }, because('this server passes nothing on to other hosts'));
  const envelope = await readOutboundRequest(request);
  if (!envelope.ok) return refusalResponse(envelope.refusal);
  const address = readOutboundAddress(envelope.value.head.url, network.ownHosts);
  if (!address.ok) return refused({ status: 403, code: 'outbound_address' }, address.reason);
  const admission = limits.admit(client);
  if (!admission.ok) {
    const { reason, retryAfterSeconds } = admission;
    const why =
      reason === 'rate' ? because('too many requests went out in a short time') : because('too many requests are under way at once');
    return refused({ status: 429, code: `outbound_${reason}`, retryAfterSeconds }, why);
  }
  return passOn(
    { ...envelope.value, url: address.url, fetch: network.fetch },
    request.signal,
    admission.release,
    options.timeouts ?? TIMEOUTS,
  );
}

function refused(head: Parameters<typeof refuseBecause>[0], why: Reason): Response {
  return refusalResponse(refuseBecause(head, why).refusal);
}

interface Errand extends OutboundEnvelope {
  url: URL;
  fetch: typeof globalThis.fetch;
}

async function passOn({ head, body, url, fetch }: Errand, leaving: AbortSignal, release: () => void, timeouts: OutboundTimeouts) {
  const abort = new AbortController();
  const end = () => abort.abort();
  leaving.addEventListener('abort', end, { once: true });
  const whole = setTimeout(end, timeouts.whole);
  const begin = setTimeout(end, timeouts.begin);
  const finish = () => {
    clearTimeout(whole);
    leaving.removeEventListener('abort', end);
    release();
  };
  let answer: Response;
  try {
    answer = await fetch(url.href, {
      method: head.method,
      headers: headersToSend(head.headers),
      redirect: 'manual',
      signal: abort.signal,
      ...(body.byteLength === 0 ? {} : { body }),
    });
  } catch {
    finish();
    // The exact error would reveal details of the server's own network to a program.
    return abort.signal.aborted
      ? refused(
          { status: 504, code: 'outbound_timeout' },
          because('it did not answer within {seconds} s', { seconds: timeouts.begin / 1000 }),
        )
      : refused({ status: 502, code: 'outbound_unreachable' }, because('nobody answers there, or it is an address of a private network'));
  } finally {
    clearTimeout(begin);
  }
  return wrap(answer, head.method, finish);
}

function wrap(answer: Response, method: string, finish: () => void): Response {
  const isBodyless = method.toUpperCase() === 'HEAD' || BODYLESS.has(answer.status);
  const headers = headersToTell(answer.headers);
  const framed = frameHead({ status: answer.status, reason: answer.statusText.slice(0, 1_024), headers });
  const own = { 'content-type': OUTBOUND_TYPE, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };
  if (framed.byteLength > OUTBOUND_LIMITS.head || answer.status < 200) {
    answer.body?.cancel().catch(() => {});
    finish();
    return refused({ status: 502, code: 'outbound_answer' }, because('the head of its answer cannot be passed on'));
  }
  // Checked against the declared length before sending, so that an oversized body is rejected and not truncated.
  if (!isBodyless && Number(answer.headers.get('content-length') ?? 0) > OUTBOUND_LIMITS.answerBody) {
    answer.body?.cancel().catch(() => {});
    finish();
    const size = OUTBOUND_LIMITS.answerBody / 1024 / 1024;
    const why = because('its answer is larger than the {size} MB that this server passes on', { size });
    return refused({ status: 502, code: 'outbound_too_large' }, why);
  }
  if (isBodyless || answer.body === null) {
    answer.body?.cancel().catch(() => {});
    finish();
    return new Response(framed, { headers: own });
  }
  return new Response(withHead(framed, answer.body, finish), { headers: own });
}

/** Prepends the head to the body. */
function withHead(head: Uint8Array, body: ReadableStream<Uint8Array>, finish: () => void): ReadableStream<Uint8Array> {
  const most = OUTBOUND_LIMITS.answerBody;
  const tooLarge = () => new Error(`The answer is larger than ${most / 1024 / 1024} MB.`);
  const limited = limitedBody(body, { most, tooLarge, finish }).getReader();
  return new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(head),
    async pull(controller) {
      const { done, value } = await limited.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => limited.cancel(reason),
  });
}
