import { createHash } from 'node:crypto';
import { strToU8, zipSync } from 'fflate';

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

interface ArchiveOptions {
  contents?: readonly string[];
  sequence?: (index: number) => number;
  at?: (index: number) => number;
  /** Replaces the events' own lines. */
  journal?: Uint8Array;
  /** Hashes that the events reference but whose content is gone. */
  gone?: readonly string[];
}

/** Builds a foreign session file: events in order, and the contents that they reference. */
export function sessionArchive(events: readonly object[], options: ArchiveOptions = {}): Buffer {
  const { contents = [], sequence = (index) => index, at = (index) => 1_000 + index, journal, gone = [] } = options;
  const lines = events.map((event, index) => JSON.stringify({ version: 1, sequence: sequence(index), at: at(index), event }));
  const known = {
    format: 'devonz-session',
    version: 1,
    title: 'A stranger’s',
    records: lines.length,
    contents: new Set(contents).size,
    gone,
    withoutSecretsOf: [],
  };
  const entries = Object.fromEntries(contents.map((text) => [`contents/${hashOf(text)}`, strToU8(text)]));
  return Buffer.from(
    zipSync({
      'devonz-session.json': strToU8(JSON.stringify(known)),
      'journal.jsonl': journal ?? strToU8(`${lines.join('\n')}\n`),
      ...entries,
    }),
  );
}

export const CHAT_CREATED = { type: 'chat-created', title: 'A stranger’s' };

export function said(id: string, text: string): object {
  return { type: 'user-message', message: { id, role: 'user', parts: [{ type: 'text', text }] }, mode: 'agent' };
}

export function wrote(path: string, text: string): object {
  return { type: 'file-changed', path, hash: hashOf(text), size: text.length, by: 'agent', before: null };
}
