import { FROM_EMULATED_WORKER, type InterceptedAnswer, type InterceptedRequest, type InterceptedResponse } from '../emulated-workers.ts';
import type { WorkerToBridge } from '../request-messages.ts';
import type { BridgeFinder } from './bridge-finder.ts';
import type { WindowClientLike } from './service-worker-scope.ts';

/** A worker that does not respond in this time is skipped, so that an infinite loop in it cannot block the preview. */
const LONGEST_ANSWER_MS = 30_000;

/** Asks the preview's own service worker, which the bridge runs, to answer a request of one of its pages. */
export class Interception {
  /** `null` if unknown, because the browser stops and restarts this worker at any time. */
  isActive: boolean | null = null;

  constructor(private readonly finder: BridgeFinder) {}

  /** Navigations always reach the program, so that the page shown is never older than the one it serves. */
  isWanted(request: Request, client: string): boolean {
    return this.isActive !== false && client !== '' && request.mode !== 'navigate' && !request.headers.has(FROM_EMULATED_WORKER);
  }

  /** Resolves with `null` if the worker does not handle the request, which is then untouched. */
  async answer(request: Request, client: string): Promise<Response | null> {
    const bridge = await this.finder.find();
    if (bridge === null) return null;
    // Checked first, so that a body still being written is not awaited needlessly.
    this.isActive ??= (await ask<{ isActive: boolean }>(bridge, { type: 'is-intercepting' }, [], { isActive: false })).isActive;
    if (!this.isActive) return null;
    const described = await describe(request, client);
    const transfer = described.body === null ? [] : [described.body];
    const message: WorkerToBridge = { type: 'intercept', request: described };
    const answer = await ask<InterceptedAnswer>(bridge, message, transfer, { type: 'pass', isActive: true });
    if (answer.type === 'error') return Response.error();
    if (answer.type === 'response') return toResponse(answer.response);
    this.isActive = answer.isActive;
    return null;
  }
}

/** Sends a message and resolves with the reply, or with `late` if none arrives in time. */
async function ask<Answer>(bridge: WindowClientLike, message: WorkerToBridge, transfer: Transferable[], late: Answer): Promise<Answer> {
  const { port1, port2 } = new MessageChannel();
  const answer = await new Promise<Answer>((resolve) => {
    const timer = setTimeout(() => resolve(late), LONGEST_ANSWER_MS);
    port1.onmessage = (event: MessageEvent<Answer>) => {
      clearTimeout(timer);
      resolve(event.data);
    };
    bridge.postMessage(message, [port2, ...transfer]);
  });
  port1.close();
  return answer;
}

async function describe(request: Request, client: string): Promise<InterceptedRequest> {
  const { url, method, mode, destination, credentials, cache, redirect, referrer, integrity, keepalive } = request;
  const body = method === 'GET' || method === 'HEAD' ? null : await request.clone().arrayBuffer();
  const headers: [string, string][] = [];
  request.headers.forEach((value, name) => {
    headers.push([name, value]);
  });
  return { client, url, method, headers, mode, destination, credentials, cache, redirect, referrer, integrity, keepalive, body };
}

function toResponse({ body, status, statusText, headers }: InterceptedResponse): Response {
  return new Response(body, { status, statusText, headers: headers.map(([name, value]): [string, string] => [name, value]) });
}
