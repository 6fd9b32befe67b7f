import type { FrameToHeadless } from './bridge-frame-messages.ts';
import type { PortlessPreviewMessage } from './request-messages.ts';

const MAX_TEXT = 20_000;

/** Null for what no bridge sends: generated code runs on the frame's origin and can post anything. */
export function parseFrameMessage(data: unknown): FrameToHeadless | null {
  if (!isRecord(data)) return null;
  if (data.type === 'bridge-loaded') return { type: 'bridge-loaded' };
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
        args: Array.isArray(message.args) ? message.args.slice(0, 50) : [],
        stack: text(message.stack),
      };
    default:
      return null;
  }
}

function text(value: unknown): string {
  return (typeof value === 'string' ? value : '').slice(0, MAX_TEXT);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
