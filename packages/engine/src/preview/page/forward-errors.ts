import type { PreviewError } from '../../abi/preview-message.ts';
import { MESSAGES_PER_SECOND, MessageBudget } from '../message-budget.ts';
import { callersOf } from './callers-of.ts';
import type { SendWithPlaces } from './send-with-places.ts';

type WithoutPlace<Message> = Message extends unknown ? Omit<Message, 'port' | 'pathname' | 'search' | 'hash'> : never;

/**
 * Errors nobody caught, rejections nobody handled and `console.error` of the page go to the IDE as the client's `preview-message`, with the
 * places of their sources. The page is used here as it was before its own scripts ran.
 */
export function forwardErrors(page: Window & typeof globalThis, now: () => number, send: SendWithPlaces): void {
  // Here too, so that a page that logs in a loop keeps neither its service worker nor its bridge from their work.
  const budget = new MessageBudget(MESSAGES_PER_SECOND, now);
  const report = (what: WithoutPlace<PreviewError>) => {
    if (!budget.take()) return;
    const { pathname, search, hash } = page.location;
    send({ ...what, pathname, search, hash });
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
    const stack = args.map(stackOf).find((found) => found !== undefined) ?? callersOf(error)();
    report({ type: 'PREVIEW_CONSOLE_ERROR', args: args.map(cloneable), stack });
  };
}

function stackOf(error: unknown): string | undefined {
  return error instanceof Error ? error.stack : undefined;
}

/** What was thrown is no error, but the browser knows where. */
function placeOf({ filename, lineno, colno }: ErrorEvent): string | undefined {
  return filename ? `    at ${filename}:${lineno}:${colno}` : undefined;
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
