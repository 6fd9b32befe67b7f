/** A program's request to the embedder that holds the client: its `xdg-open` and `code` events. */
export type ClientNotice =
  /** A file or a URL. */
  { type: 'xdg-open'; text: string } | { type: 'code'; action: 'open' | 'diff'; files: CodeFile[] };

export interface CodeFile {
  filepath: string;
  line?: number;
  column?: number;
}

const MAX_TEXT = 4096;
const MAX_FILES = 100;

/** Returns `null` for an invalid notice: it comes from a process, and an app will act on it. */
export function parseClientNotice(value: unknown): ClientNotice | null {
  if (!isRecord(value)) return null;
  if (value.type === 'xdg-open') return typeof value.text === 'string' ? { type: 'xdg-open', text: value.text.slice(0, MAX_TEXT) } : null;
  if (value.type !== 'code' || (value.action !== 'open' && value.action !== 'diff') || !Array.isArray(value.files)) return null;
  const files = value.files.slice(0, MAX_FILES).map(parseFile);
  return { type: 'code', action: value.action, files: files.filter((file) => file !== null) };
}

function parseFile(value: unknown): CodeFile | null {
  if (!isRecord(value) || typeof value.filepath !== 'string') return null;
  const file: CodeFile = { filepath: value.filepath.slice(0, MAX_TEXT) };
  if (isPlace(value.line)) file.line = value.line;
  if (isPlace(value.column)) file.column = value.column;
  return file;
}

function isPlace(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0; // isSafeInteger is true only for numbers.
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
