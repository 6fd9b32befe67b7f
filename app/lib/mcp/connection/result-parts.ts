import { type JsonValue, toJsonValue } from '../../protocol/json-value.ts';
import { withoutHidden } from '../../tools/files/without-hidden.ts';
import { MCP_LIMITS } from '../mcp-limits.ts';
import type { McpPart } from '../mcp-service.ts';

/** A content block of the protocol, as read by the SDK. Its contents are untrusted. */
export interface ContentBlock {
  type: string;
  text?: unknown;
  data?: unknown;
  mimeType?: unknown;
  uri?: unknown;
  name?: unknown;
  description?: unknown;
  resource?: unknown;
}

/** Nesting levels of structured content that are kept. */
const DEEPEST = 30;

/** Reads content blocks up to a size limit; a cut part says so. */
export class PartReader {
  #room: number = MCP_LIMITS.result;

  read(blocks: readonly ContentBlock[]): McpPart[] {
    const parts = blocks.slice(0, MCP_LIMITS.parts).map((block) => this.#part(block));
    const left = blocks.length - parts.length;
    return left <= 0 ? parts : [...parts, { type: 'text', text: `[${left} more parts are left out]` }];
  }

  /** Is null if there is none or it does not fit. */
  structured(value: unknown): JsonValue {
    if (value === undefined || value === null) return null;
    const json = withoutHiddenIn(toJsonValue(value, DEEPEST));
    const length = JSON.stringify(json).length;
    if (length > this.#room) return { leftOut: `The structured content has ${length} characters, too many to show.` };
    this.#room -= length;
    return json;
  }

  #part(block: ContentBlock): McpPart {
    const mimeType = shortText(block.mimeType);
    switch (block.type) {
      case 'text':
        return { type: 'text', text: this.#text(block.text) };
      case 'image': {
        const data = base64Of(block.data);
        return { type: 'image', mimeType, byteCount: byteCount(data), data: data.length <= MCP_LIMITS.image ? data : null };
      }
      case 'audio':
        return { type: 'audio', mimeType, byteCount: byteCount(base64Of(block.data)) };
      case 'resource':
        return this.#resource(block.resource);
      case 'resource_link': {
        const description = this.#text(block.description ?? '');
        return { type: 'link', uri: shortText(block.uri), name: shortText(block.name), description };
      }
      default:
        return { type: 'text', text: `[a part of the kind ${JSON.stringify(shortText(block.type))}, which is not shown]` };
    }
  }

  #resource(given: unknown): McpPart {
    const fields = new Map(Object.entries(typeof given === 'object' && given !== null ? given : {}));
    const [uri, mimeType] = [shortText(fields.get('uri')), shortText(fields.get('mimeType')) || null];
    const text = fields.get('text');
    if (typeof text === 'string') return { type: 'resource', uri, mimeType, text: this.#text(text) };
    const data = base64Of(fields.get('blob'));
    if (mimeType?.startsWith('image/')) {
      return { type: 'image', mimeType, byteCount: byteCount(data), data: data.length <= MCP_LIMITS.image ? data : null };
    }
    return { type: 'resource', uri, mimeType, text: null };
  }

  #text(given: unknown): string {
    const text = typeof given === 'string' ? given : '';
    const kept = text.slice(0, Math.max(0, this.#room));
    this.#room -= kept.length;
    const cut = text.length - kept.length;
    return `${withoutHidden(kept)}${cut === 0 ? '' : ` [${cut} more characters are left out]`}`;
  }
}

/** Without invisible characters, in keys too. */
function withoutHiddenIn(value: JsonValue): JsonValue {
  if (typeof value === 'string') return withoutHidden(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutHiddenIn);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [withoutHidden(key), withoutHiddenIn(inner)]));
}

/** A name, address or media type on one line. */
export function shortText(given: unknown, longest = 2_000): string {
  return typeof given === 'string' ? withoutHidden(given.slice(0, longest)).replace(/\s+/g, ' ').trim() : '';
}

function base64Of(given: unknown): string {
  return typeof given === 'string' && /^[A-Za-z0-9+/_-]*={0,2}$/.test(given) ? given : '';
}

function byteCount(base64: string): number {
  return Math.floor((base64.replace(/=+$/, '').length * 3) / 4);
}
