import { decodeText, encodeText } from './text-encoding.ts';

const HASH = 0x23;
const EXCLAMATION_MARK = 0x21;

/** A tree in the wire format of the client's `mount` and `export` (JSON, or MessagePack with bytes for `c`). */
export interface WireFolder {
  d: Record<string, WireFolder | WireFile>;
}

export interface WireFile {
  /**
   * `b`: `c` holds bytes as latin1. `x`: the file is executable; set only by the app's own trees, not by the client's. `l`: a symlink's
   * target.
   */
  f: { c: string | Uint8Array; b?: boolean; x?: boolean } | { l: string };
}

export function isWireFolder(value: unknown): value is WireFolder {
  return typeof value === 'object' && value !== null && 'd' in value && typeof value.d === 'object' && value.d !== null;
}

export function isWireFile(value: unknown): value is WireFile {
  if (typeof value !== 'object' || value === null || !('f' in value) || typeof value.f !== 'object' || value.f === null) return false;
  if ('l' in value.f) return typeof value.f.l === 'string';
  return 'c' in value.f && (typeof value.f.c === 'string' || value.f.c instanceof Uint8Array);
}

/** Throws if an entry of this name would be written elsewhere. */
export function checkWireName(name: string): void {
  if (name === '' || name === '.' || name === '..' || name.includes('/')) throw new Error(`mount: '${name}' is no name of a file`);
}

export function wireContent({ c, b, x }: Exclude<WireFile['f'], { l: string }>): { content: Uint8Array; isExecutable: boolean } {
  const content = typeof c === 'string' ? encodeText(c, b === true ? 'latin1' : 'utf8') : c.slice();
  // The client's trees have no modes; without this, scripts and bins of a mounted project would not be executable.
  const isScript = content[0] === HASH && content[1] === EXCLAMATION_MARK;
  return { content, isExecutable: isScript || x === true };
}

/** Converts a tree to JSON: text for valid UTF-8, and latin1 for other bytes, which JSON cannot represent otherwise. */
export function toJsonTree(tree: WireFolder): WireFolder {
  const result: WireFolder = { d: Object.create(null) };
  for (const [name, entry] of Object.entries(tree.d)) result.d[name] = 'd' in entry ? toJsonTree(entry) : toJsonFile(entry);
  return result;
}

function toJsonFile({ f }: WireFile): WireFile {
  if ('l' in f || typeof f.c === 'string') return { f };
  try {
    return { f: { c: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(f.c) } };
  } catch {
    return { f: { c: decodeText(f.c, 'latin1'), b: true } };
  }
}
