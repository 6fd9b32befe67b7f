/**
 * Notes of the engine's kernel about a terminal, embedded in its output: see docs/decisions/0009. Shared by the engine, which writes
 * them, and the agent's shell, which extracts them.
 *
 *   ESC ] 655 ; <key> ; on | on=streams | read=<state> | to=<stream> | port=<number> | no-read=<path> | no-write=<path> BEL
 */

/** A variable of the spawn request, which no program sees; its value is the key of the terminal's notes. */
export const TERMINAL_NOTES_VARIABLE = 'DEVONZ_TERMINAL_NOTES';

/**
 * A variable of the spawn request that programs never see. With the value `1`, programs see no terminal on the channel (`isTTY` is false,
 * no size, no `TERM`), while its notes, signal keys and input lines work like a terminal's.
 */
export const PLAIN_CONSOLE_VARIABLE = 'DEVONZ_PLAIN_CONSOLE';

/** How a program waits for the user: for a line, for a line that is not shown (a password), for single keys; or not at all. */
export type ReadingState = 'line' | 'hidden' | 'key' | 'none';

/** The programs' standard stream to which the following output was written. */
export type OutputStream = 'stdout' | 'stderr';

export type FileAccess = 'read' | 'write';

export type TerminalNote =
  /** The host writes notes, so their absence is meaningful. */
  | { type: 'on' }
  /**
   * Like `on`, from a host that cannot report how programs wait for the user: the absence of those notes means nothing.
   */
  | { type: 'streams' }
  | { type: 'reading'; state: ReadingState }
  /** `stdout` until the first of these notes. */
  | { type: 'stream'; stream: OutputStream }
  | { type: 'port'; port: number }
  /** The grant of these programs does not cover that file (process-grant.ts), so the call failed with EACCES. */
  | { type: 'refused'; access: FileAccess; path: string };

export function terminalNotePrefix(key: string): string {
  return `\x1b]655;${key};`;
}

export function formatTerminalNote(key: string, note: TerminalNote): string {
  return `${terminalNotePrefix(key)}${bodyOf(note)}\x07`;
}

function bodyOf(note: TerminalNote): string {
  switch (note.type) {
    case 'on':
      return 'on';
    case 'streams':
      return 'on=streams';
    case 'port':
      return `port=${note.port}`;
    case 'reading':
      return `read=${note.state}`;
    case 'stream':
      return `to=${note.stream}`;
    case 'refused':
      // A name may contain characters that would end the note.
      return `no-${note.access}=${encodeURIComponent(note.path.replace(LONE_SURROGATE, '\ufffd'))}`;
  }
}

const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

const STATES: readonly ReadingState[] = ['line', 'hidden', 'key', 'none'];

/** Parses the text between prefix and BEL. Returns `null` if it is not a note. */
export function parseTerminalNote(body: string): TerminalNote | null {
  if (body === 'on') return { type: 'on' };
  if (body === 'on=streams') return { type: 'streams' };
  const [name, value] = body.split('=');
  if (name === 'no-read' || name === 'no-write') return parseRefusal(name === 'no-read' ? 'read' : 'write', value ?? '');
  if (name === 'to') return value === 'stdout' || value === 'stderr' ? { type: 'stream', stream: value } : null;
  if (name === 'port' && /^\d{1,5}$/.test(value ?? '')) return { type: 'port', port: Number(value) };
  const state = STATES.find((candidate) => candidate === value);
  return name === 'read' && state !== undefined ? { type: 'reading', state } : null;
}

function parseRefusal(access: FileAccess, encoded: string): TerminalNote | null {
  try {
    const path = decodeURIComponent(encoded);
    return path.startsWith('/') ? { type: 'refused', access, path } : null;
  } catch {
    return null;
  }
}
