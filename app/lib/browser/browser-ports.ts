import { StepTransportError } from '../agent/contract/errors.ts';
import type { Clock, Hasher, IdSource, SentStepTransport } from '../agent/contract/ports.ts';
import { apiErrorSchema, type ChatRequest } from '../protocol/chat-request.ts';
import { contentHashSchema } from '../protocol/ids.ts';
import { isLocalModel } from '../protocol/models/local-endpoint.ts';
import { OWN_REQUEST_HEADER } from '../protocol/own-request.ts';
import { because } from '../protocol/texts/reason.ts';
import type { Broadcast } from './broadcast.ts';
import { readInStrides } from './read-in-strides.ts';

/** The browser's implementations of the core's ports. */

export const browserClock: Clock = {
  now: () => Date.now(),
  sleep: (milliseconds, signal) =>
    new Promise((resolve) => {
      const finish = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', finish);
        resolve();
      };
      const timer = setTimeout(finish, milliseconds);
      signal.addEventListener('abort', finish);
      if (signal.aborted) finish();
    }),
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** In milliseconds. */
export const browserPause = (milliseconds: number) => browserClock.sleep(milliseconds, new AbortController().signal);

export const browserIds: IdSource = { next: () => crypto.randomUUID() };

/** A channel to the other tabs of this browser. */
export function openBroadcast(name: string): Broadcast {
  const channel = new BroadcastChannel(name);
  return {
    post: (message) => channel.postMessage(message),
    onMessage(listener) {
      channel.onmessage = ({ data }: MessageEvent<unknown>) => listener(data);
    },
    close: () => channel.close(),
  };
}

export const browserHasher: Hasher = {
  async hash(content) {
    // Copied, because the subtle API rejects views of shared memory.
    const digest = await crypto.subtle.digest('SHA-256', new Uint8Array(content));
    const digits = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0'));
    return contentHashSchema.parse(digits.join(''));
  },
};

/** Sends one step to `POST /api/chat`. */
export function createFetchTransport(chatId: () => string, request: typeof fetch): SentStepTransport {
  return { open: async (step, signal) => bodyOf(await send(request, { chatId: chatId(), ...step, joinsInputs: true }, signal)) };
}

/** Runs a step of a model that this browser asks directly; rejects with a `StepTransportError`. */
export type AskLocalModel = (step: ChatRequest, signal: AbortSignal) => Promise<Response>;

/** Runs one step through the app's server or, for a model on the user's own computer, from this browser. */
export function createStepTransport(chatId: () => string, request: typeof fetch, askLocal: AskLocalModel): SentStepTransport {
  const server = createFetchTransport(chatId, request);
  return {
    async open(step, signal) {
      if (step.modelId === '')
        throw new StepTransportError(because('The app’s server has listed no models. Look at Settings, Models.'), { status: 404 });
      if (!isLocalModel(step.modelId)) return server.open(step, signal);
      return bodyOf(await askLocal({ chatId: chatId(), ...step, joinsInputs: true }, signal));
    },
  };
}

async function bodyOf(response: Response): Promise<ReadableStream<Uint8Array>> {
  if (!response.ok) throw await refusalOf(response);
  if (!response.body) throw new StepTransportError(because('The server answered without a body. Try again.'), { status: null });
  return readInStrides(response.body, browserClock);
}

/** Without a timeout: the core aborts the request with its signal. */
async function send(request: typeof fetch, body: ChatRequest, signal: AbortSignal): Promise<Response> {
  try {
    return await request('/api/chat', {
      method: 'POST',
      headers: { 'content-type': 'application/json', [OWN_REQUEST_HEADER]: '1' },
      body: JSON.stringify(body),
      signal,
    });
  } catch (error) {
    if (signal.aborted) throw error;
    throw new StepTransportError(because('The server cannot be reached. Check the connection.'), { status: null });
  }
}

async function refusalOf(response: Response): Promise<StepTransportError> {
  const parsed = apiErrorSchema.safeParse(await response.json().catch(() => null));
  const { status, statusText } = response;
  const retryAfterMs = retryAfterOf(response.headers.get('retry-after'));
  if (!parsed.success)
    return new StepTransportError(because('The server answered {status}.', { status: `${status} ${statusText}` }), {
      status,
      retryAfterMs,
    });
  const { message, kind, reason, about, room, unreadCall } = parsed.data.error;
  return new StepTransportError(message, { status, retryAfterMs, kind, reason, about, room, unreadCall });
}

/** Parses `Retry-After`, which is in seconds or a date. Returns milliseconds. */
function retryAfterOf(value: string | null): number | null {
  if (value === null) return null;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, date - Date.now());
}
