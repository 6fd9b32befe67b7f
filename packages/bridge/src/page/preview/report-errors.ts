import type { z } from 'zod';
import type { previewReportSchema } from '../preview-message.ts';

type Report = z.input<typeof previewReportSchema>;
type WithoutPlace<Message> = Message extends unknown ? Omit<Message, 'pathname' | 'search' | 'hash'> : never;

export interface ErrorReporterPorts {
  page: Window & typeof globalThis;
  send(report: Report): void;
  now(): number;
}

/** A page that logs in a loop must not keep its server busy. */
const MOST_A_SECOND = 50;

/**
 * Reports uncaught errors, unhandled rejections and `console.error`. It uses the browser functions as they were before
 * the page's scripts ran.
 */
export function reportErrors({ page, send, now }: ErrorReporterPorts): void {
  let second = 0;
  let count = 0;
  const report = (what: WithoutPlace<Report>): void => {
    const current = Math.floor(now() / 1000);
    count = current === second ? count + 1 : 1;
    second = current;
    if (count > MOST_A_SECOND) return;
    const { pathname, search, hash } = page.location;
    send({ ...what, pathname, search, hash });
  };
  page.addEventListener('error', (event) => {
    // An image that fails to load fires an event without a message.
    if (!event.message) return;
    const place = event.filename ? `    at ${event.filename}:${event.lineno}:${event.colno}` : undefined;
    report({ type: 'PREVIEW_UNCAUGHT_EXCEPTION', message: event.message, stack: stackOf(event.error) ?? place });
  });
  page.addEventListener('unhandledrejection', ({ reason }) => {
    const message = reason instanceof page.Error ? reason.message : String(reason);
    report({ type: 'PREVIEW_UNHANDLED_REJECTION', message, stack: stackOf(reason) });
  });
  const { console } = page;
  const original = console.error;
  console.error = function error(...args: unknown[]) {
    original.apply(console, args);
    const stack = args.map(stackOf).find((found) => found !== undefined) ?? callersOf(error);
    report({ type: 'PREVIEW_CONSOLE_ERROR', args: args.map(toJson), stack });
  };
}

function stackOf(error: unknown): string | undefined {
  return error instanceof Error ? error.stack : undefined;
}

/** Returns the stack of the caller, without the given function's own frame. */
function callersOf(called: (...args: never[]) => unknown): string | undefined {
  const place: { stack?: string } = {};
  // Only some browsers have this function.
  if ('captureStackTrace' in Error) Error.captureStackTrace(place, called);
  return place.stack;
}

/** Returns a copy of the values that JSON can hold, and text as a console prints it for all others. */
function toJson(value: unknown): unknown {
  if (value instanceof Error) return value.stack ?? `${value.name}: ${value.message}`;
  if (typeof value === 'function' || typeof value === 'symbol' || typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return value;
  try {
    return JSON.parse(JSON.stringify(value));
  } catch {
    return String(value);
  }
}
