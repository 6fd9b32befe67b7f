import { isSecretPath } from 'devonz-engine-protocol/secret-path';
import type { Hasher } from '../agent/contract/ports.ts';
import { linkTargetOf } from '../protocol/files/file-version.ts';
import type { ContentHash } from '../protocol/ids.ts';
import type { JsonValue } from '../protocol/message.ts';
import { SecretMask } from '../secrets/mask-secrets.ts';
import { secretValuesIn } from '../secrets/secret-values.ts';
import type { SessionRecord } from './session-file-schema.ts';

const PLACEHOLDER = new TextEncoder().encode('Left out of the exported session: this file holds keys or passwords.\n');
const LEFT_OUT = '[left out]';

export interface WithoutSecrets {
  records: SessionRecord[];
  contents: Map<ContentHash, Uint8Array>;
  /** The files whose text was removed, sorted. */
  paths: string[];
  title: string;
}

/**
 * Removes secrets from a session: each version of a secret file becomes a line that says so, and its values are masked everywhere else,
 * wherever a command printed them or the agent wrote them. The same values and spellings are masked as for models (decision 0061). The
 * journal keeps all records.
 */
export async function withoutSecrets(
  { title, records, contents }: { title: string; records: readonly SessionRecord[]; contents: ReadonlyMap<ContentHash, Uint8Array> },
  hasher: Hasher,
): Promise<WithoutSecrets> {
  const secretHashes = new Map<ContentHash, string>();
  const paths = new Set<string>();
  for (const { event } of records) {
    // A link contains no keys; its target is a separate file.
    if (event.type !== 'file-changed' || !isSecretPath(event.path) || linkTargetOf(event.hash) !== null) continue;
    paths.add(event.path);
    secretHashes.set(event.hash, event.path);
  }
  if (paths.size === 0) return { records: [...records], contents: new Map(contents), paths: [], title };
  const values = [...secretHashes].flatMap(([hash, path]) => secretValuesIn(path, new TextDecoder().decode(contents.get(hash))));
  const secrets = new SecretMask(values, () => LEFT_OUT);
  const mask = (text: string) => secrets.mask(text);
  const placeholder = await hasher.hash(PLACEHOLDER);
  // Binary content is identified by its hash, so that a copy of a secret file under another name is replaced too.
  const replaced = new Map<ContentHash, ContentHash>([...secretHashes.keys()].map((hash) => [hash, placeholder]));
  const kept = new Map<ContentHash, Uint8Array>([[placeholder, PLACEHOLDER]]);
  for (const [hash, content] of contents) {
    if (secretHashes.has(hash)) continue;
    const masked = maskBytes(content, mask);
    const maskedHash = masked === content ? hash : await hasher.hash(masked);
    if (masked !== content) replaced.set(hash, maskedHash);
    kept.set(maskedHash, masked);
  }
  const sizes = new Map([...kept].map(([hash, content]) => [hash, content.byteLength]));
  return {
    records: records.map((record) => rewritten(record, { mask, replaced, sizes })),
    contents: kept,
    paths: [...paths].sort(),
    title: mask(title),
  };
}

interface Rewriting {
  mask(text: string): string;
  replaced: ReadonlyMap<string, ContentHash>;
  sizes: ReadonlyMap<string, number>;
}

function rewritten(record: SessionRecord, { mask, replaced, sizes }: Rewriting): SessionRecord {
  const replace = (text: string) => replaced.get(text) ?? mask(text);
  // Replaces strings with strings, so that the record keeps its shape.
  const event = mapStrings(record.event as JsonValue, replace) as SessionRecord['event'];
  if (event.type !== 'file-changed') return { ...record, event };
  return { ...record, event: { ...event, size: sizes.get(event.hash) ?? event.size } };
}

function mapStrings(value: JsonValue, map: (text: string) => string): JsonValue {
  if (typeof value === 'string') return map(value);
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, map));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [map(key), mapStrings(field, map)]));
}

/** Returns the same object if there is nothing to mask or it is not text. */
function maskBytes(content: Uint8Array, mask: (text: string) => string): Uint8Array {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content);
  } catch {
    return content;
  }
  const masked = mask(text);
  return masked === text ? content : new TextEncoder().encode(masked);
}
