import type { PreviewError } from '../../abi/preview-message.ts';
import { MESSAGES_PER_SECOND, MessageBudget } from '../message-budget.ts';
import { callersOf } from './callers-of.ts';
import type { SendWithPlaces } from './send-with-places.ts';

type WithoutPlace<Message> = Message extends unknown ? Omit<Message, 'port' | 'pathname' | 'search' | 'hash'> : never;

/**
 * Forwards the page's uncaught errors, unhandled rejections and `console.error` calls to the IDE as `preview-message`s of
 * the client, with their places in the sources. Uses the page's functions as they were before its own scripts ran.
 */
export function forwardErrors(page: Window & typeof globalThis, now: () => number, send: SendWithPlaces): void {
  // Limited here too, so that a page that logs in a loop cannot block its service worker or its bridge.
  const budget = new MessageBudget(MESSAGES_PER_SECOND, now);
  const report = (what: WithoutPlace<PreviewError>) => {
    if (!budget.take()) return;
    const { pathname, search, hash } = page.location;
    send({ ...what, pathname, search, hash });
  };
  page.addEventListener('error', (event) => {
    // An image that fails to load fires an event without a message.
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
    // The stack of a logged error is more precise than that of the logging call.
    const stack = args.map(stackOf).find((found) => found !== undefined) ?? callersOf(error)();
    report({ type: 'PREVIEW_CONSOLE_ERROR', args: args.map(cloneable), stack });
  };
}

function stackOf(error: unknown): string | undefined {
  return error instanceof Error ? error.stack : undefined;
}

/** Returns the place of a thrown value that is not an error, which the browser knows. */
function placeOf({ filename, lineno, colno }: ErrorEvent): string | undefined {
  return filename ? `    at ${filename}:${lineno}:${colno}` : undefined;
}

/** Returns a copy of values that can be sent, and console-like text for all others. */
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
