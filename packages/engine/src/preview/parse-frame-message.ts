import { FAILED_REQUEST_LIMITS as LIMITS } from 'devonz-engine-protocol/page-activity';
import type { FrameToHeadless } from './bridge-frame-messages.ts';
import type { PortlessPreviewMessage } from './request-messages.ts';

const MAX_TEXT = 20_000;
const LEVELS = ['log', 'info', 'warn'] as const;

/** Returns `null` for messages that no bridge sends: generated code runs on the frame's origin and can post anything. */
export function parseFrameMessage(data: unknown): FrameToHeadless | null {
  if (!isRecord(data)) return null;
  if (data.type === 'bridge-loaded') return { type: 'bridge-loaded' };
  if (data.type === 'keep-cookies') return typeof data.cookies === 'string' ? { type: 'keep-cookies', cookies: data.cookies } : null;
  if (data.type !== 'preview-message' || !isRecord(data.message)) return null;
  const message = parsePreviewMessage(data.message);
  return message && { type: 'preview-message', message };
}

function parsePreviewMessage(message: Record<string, unknown>): PortlessPreviewMessage | null {
  const place = { pathname: text(message.pathname), search: text(message.search), hash: text(message.hash) };
  switch (message.type) {
    case 'PREVIEW_UNCAUGHT_EXCEPTION':
    case 'PREVIEW_UNHANDLED_REJECTION': {
      const stack = message.stack === undefined ? undefined : text(message.stack);
      return { ...place, type: message.type, message: text(message.message), stack };
    }
    case 'PREVIEW_CONSOLE_ERROR':
      return {
        ...place,
        type: message.type,
        args: Array.isArray(message.args) ? boundedArguments(message.args) : [],
        stack: text(message.stack),
      };
    case 'PREVIEW_CONSOLE_LOG': {
      const level = LEVELS.find((known) => known === message.level);
      return level === undefined ? null : { ...place, type: message.type, level, message: text(message.message) };
    }
    case 'PREVIEW_REQUEST_FAILED':
      return {
        ...place,
        type: message.type,
        method: text(message.method, LIMITS.method),
        address: text(message.address, LIMITS.address),
        status: Number.isInteger(message.status) ? Math.min(Math.max(Number(message.status), 0), 999) : 0,
        initiator: text(message.initiator, LIMITS.initiator),
        stack: text(message.stack, LIMITS.stack),
      };
    case 'PREVIEW_PLACE':
      return { ...place, type: message.type, canGoBack: message.canGoBack === true, canGoForward: message.canGoForward === true };
    default:
      return null;
  }
}

/**
 * Limits all arguments together to the length of one text; values that do not fit are truncated as text, and values that
 * JSON cannot represent become text.
 */
function boundedArguments(args: readonly unknown[]): unknown[] {
  let room = MAX_TEXT;
  return args.slice(0, 50).map((value) => {
    const json = toJson(value);
    const written = typeof value === 'string' ? value : (json ?? String(value));
    const fits = written.length <= room;
    const kept = written.slice(0, room);
    room -= kept.length;
    // A copy that is certainly JSON.
    return fits && json !== null ? JSON.parse(json) : kept;
  });
}

/** Returns `null` for values that JSON cannot represent: a cycle, a BigInt, undefined. */
function toJson(value: unknown): string | null {
  try {
    return JSON.stringify(value) ?? null;
  } catch {
    return null;
  }
}

function text(value: unknown, longest = MAX_TEXT): string {
  return (typeof value === 'string' ? value : '').slice(0, longest);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
