import type { PreviewMessage } from '../../abi/preview-message.ts';
import { MESSAGES_PER_SECOND, MessageBudget } from '../message-budget.ts';
import type { PageToWorker } from '../request-messages.ts';
import type { PostToWorker } from './open-socket-connection.ts';

type WithoutPlace<Message> = Message extends unknown ? Omit<Message, 'port' | 'pathname' | 'search' | 'hash'> : never;

/** Errors nobody caught, rejections nobody handled and `console.error` of the page go to the IDE as the client's `preview-message`. */
export function forwardErrors(page: Window & typeof globalThis, now: () => number, post: PostToWorker): void {
  // Here too, so that a page that logs in a loop keeps neither its service worker nor its bridge from their work.
  const budget = new MessageBudget(MESSAGES_PER_SECOND, now);
  const report = (what: WithoutPlace<PreviewMessage>) => {
    if (!budget.take()) return;
    const { pathname, search, hash } = page.location;
    const message: PageToWorker = { type: 'preview-message', message: { ...what, pathname, search, hash } };
    post(message, []);
  };
  page.addEventListener('error', (event) => {
    // A picture that cannot be had is reported by an event without a message.
    if (!event.message) return;
    report({ type: 'PREVIEW_UNCAUGHT_EXCEPTION', message: event.message, stack: stackOf(event.error) });
  });
  page.addEventListener('unhandledrejection', (event) => {
    const { reason } = event;
    const message = reason instanceof page.Error ? reason.message : String(reason);
    report({ type: 'PREVIEW_UNHANDLED_REJECTION', message, stack: stackOf(reason) });
  });
  const { console } = page;
  const original = console.error;
  console.error = (...args: unknown[]) => {
    original.apply(console, args);
    report({ type: 'PREVIEW_CONSOLE_ERROR', args: args.map(cloneable), stack: new Error().stack ?? '' });
  };
}

function stackOf(error: unknown): string | undefined {
  return error instanceof Error ? error.stack : undefined;
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
