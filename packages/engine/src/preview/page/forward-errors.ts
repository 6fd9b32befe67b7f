import { PREVIEW_PATHS } from 'devonz-engine-protocol/preview-paths';
import type { PreviewError } from '../../abi/preview-message.ts';
import { MESSAGES_PER_SECOND, MessageBudget } from '../message-budget.ts';
import type { PageToWorker } from '../request-messages.ts';
import type { PostToWorker } from './open-socket-connection.ts';
import type { SourcePlaces } from './source-places.ts';

type WithoutPlace<Message> = Message extends unknown ? Omit<Message, 'port' | 'pathname' | 'search' | 'hash'> : never;

/** An error is not kept from its reader for longer, whatever its files' server does. Milliseconds. */
const LONGEST_WAIT = 1_500;

/**
 * Errors nobody caught, rejections nobody handled and `console.error` of the page go to the IDE as the client's `preview-message`, with the
 * places of their sources. The page is used here as it was before its own scripts ran.
 */
export function forwardErrors(page: Window & typeof globalThis, now: () => number, post: PostToWorker): void {
  // Here too, so that a page that logs in a loop keeps neither its service worker nor its bridge from their work.
  const budget = new MessageBudget(MESSAGES_PER_SECOND, now);
  const send = inOrder(page, (message) => post(message, []));
  const report = (what: WithoutPlace<PreviewError>) => {
    if (!budget.take()) return;
    const { pathname, search, hash } = page.location;
    send({ type: 'preview-message', message: { ...what, pathname, search, hash } });
  };
  page.addEventListener('error', (event) => {
    // A picture that cannot be had is reported by an event without a message.
    if (!event.message) return;
    report({ type: 'PREVIEW_UNCAUGHT_EXCEPTION', message: event.message, stack: stackOf(event.error) ?? placeOf(event) });
  });
  page.addEventListener('unhandledrejection', (event) => {
    const { reason } = event;
    const message = reason instanceof page.Error ? reason.message : String(reason);
    report({ type: 'PREVIEW_UNHANDLED_REJECTION', message, stack: stackOf(reason) });
  });
  const { console } = page;
  const original = console.error;
  console.error = function error(...args: unknown[]) {
    original.apply(console, args);
    // An error that is logged says more of its place than the line that logs it.
    const stack = args.map(stackOf).find((found) => found !== undefined) ?? callersOf(error);
    report({ type: 'PREVIEW_CONSOLE_ERROR', args: args.map(cloneable), stack });
  };
}

type Message = Extract<PageToWorker, { type: 'preview-message' }>;

/** Each with the places of its sources, in the order in which they came; as they are when the page goes before that. */
function inOrder(page: Window & typeof globalThis, post: (message: Message) => void): (message: Message) => void {
  const waiting = new Set<Message>();
  const fetch = page.fetch.bind(page);
  let places: Promise<SourcePlaces> | null = null;
  let last = Promise.resolve();
  const resolve = async (stack: string): Promise<string> => {
    places ??= loadPlaces(page.location.origin, fetch);
    return (await places).resolve(stack);
  };
  const deliver = (waited: Message, message: Message) => {
    if (waiting.delete(waited)) post(message);
  };
  page.addEventListener('pagehide', () => {
    for (const message of waiting) deliver(message, message);
  });
  return (message) => {
    // What is no error has none.
    const stack = 'stack' in message.message ? message.message.stack : undefined;
    waiting.add(message);
    const found = stack === undefined ? undefined : within(page, resolve(stack), stack);
    last = last.then(async () => deliver(message, { ...message, message: { ...message.message, ...(found && { stack: await found }) } }));
  };
}

async function loadPlaces(origin: string, fetch: typeof globalThis.fetch): Promise<SourcePlaces> {
  const module: typeof import('./source-places.ts') = await import(new URL(PREVIEW_PATHS.sourcePlaces, origin).href);
  const fetchText = async (url: string): Promise<string> => {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${response.status}`);
    return response.text();
  };
  return new module.SourcePlaces({ origin, fetchText });
}

/** A page whose own policy allows no such script, or a server that hangs: `otherwise`. */
function within(page: Window & typeof globalThis, work: Promise<string>, otherwise: string): Promise<string> {
  const late = new Promise<string>((done) => page.setTimeout(() => done(otherwise), LONGEST_WAIT));
  return Promise.race([work.catch(() => otherwise), late]);
}

function stackOf(error: unknown): string | undefined {
  return error instanceof Error ? error.stack : undefined;
}

/** What was thrown is no error, but the browser knows where. */
function placeOf({ filename, lineno, colno }: ErrorEvent): string | undefined {
  return filename ? `    at ${filename}:${lineno}:${colno}` : undefined;
}

/** The stack from whoever called `ours`. */
function callersOf(ours: (...args: unknown[]) => void): string {
  const holder: { stack?: string } = {};
  // Not in every browser; without it our own line comes first.
  if ('captureStackTrace' in Error) Error.captureStackTrace(holder, ours);
  return holder.stack ?? new Error().stack ?? '';
}

/** What survives being sent; everything else as the console would name it. */
function cloneable(value: unknown): unknown {
  if (value instanceof Error) return value.stack ?? `${value.name}: ${value.message}`;
  if (typeof value === 'function' || typeof value === 'symbol') return String(value);
  if (typeof value !== 'object' || value === null) return value;
  try {
    return JSON.parse(JSON.stringify(value));
  } catch {
    return String(value);
  }
}
