import { type UnzipFileInfo, unzipSync } from 'fflate';
import { z } from 'zod';
import type { Hasher } from '../agent/contract/ports.ts';
import { projectRecords } from '../agent/conversation/projection.ts';
import { errorMessage } from '../protocol/error-message.ts';
import { type ContentHash, contentHashSchema } from '../protocol/ids.ts';
import { because, type Reason, reasonText } from '../protocol/texts/reason.ts';
import { contentsNamed } from './contents-named.ts';
import { journalLines } from './journal-lines.ts';
import { SESSION_CONTENTS, SESSION_HEADER, SESSION_JOURNAL } from './session-file-names.ts';
import { type Session, type SessionHeader, type SessionRecord, sessionHeaderSchema, sessionRecordSchema } from './session-file-schema.ts';

export type SessionReading = { ok: true; session: Session } | { ok: false; reason: Reason };

const MOST_ENTRIES = 200_000;
/** Uncompressed sizes in bytes. */
const LARGEST_ENTRY = 256 * 1024 * 1024;
const LARGEST_SESSION = 1024 * 1024 * 1024;
const LARGEST_HEADER = 32 * 1024 * 1024;
/** Limit in characters of a chat's title. */
const LONGEST_TITLE = 10_000;
/** Limits in bytes of a name and a path on the engine's disk. */
const LONGEST_NAME = 255;
const LONGEST_PATH = 4_096;

/** Reads an untrusted archive: all of it is validated before any of it is used. */
export async function readSession(archive: Uint8Array, hasher: Hasher): Promise<SessionReading> {
  try {
    const entries = unpack(archive);
    const header = headerOf(entries.get(SESSION_HEADER));
    const records = recordsOf(entries.get(SESSION_JOURNAL), header);
    const contents = await contentsOf(entries, header, hasher);
    assertWhole(records, new Set([...contents.keys(), ...header.gone]));
    return { ok: true, session: { header, records, contents } };
  } catch (error) {
    const isBroken = error instanceof BrokenSession;
    return { ok: false, reason: isBroken ? error.reason : because('This is not a session file: {error}', { error: errorMessage(error) }) };
  }
}

class BrokenSession extends Error {
  constructor(readonly reason: Reason) {
    super(reasonText(reason));
  }
}

function unpack(archive: Uint8Array): Map<string, Uint8Array> {
  let count = 0;
  let size = 0;
  const filter = ({ name, originalSize }: UnzipFileInfo) => {
    count += 1;
    size += originalSize;
    if (count > MOST_ENTRIES) throw new BrokenSession(because('It holds more than {most} files.', { most: MOST_ENTRIES }));
    // An entry gets only as much memory as its declared size: a false size truncates it, which its hash detects.
    if (originalSize > (name === SESSION_HEADER ? LARGEST_HEADER : LARGEST_ENTRY) || size > LARGEST_SESSION)
      throw new BrokenSession(because('Unpacked it would be larger than 1 GB.'));
    return name === SESSION_HEADER || name === SESSION_JOURNAL || name.startsWith(SESSION_CONTENTS);
  };
  const entries = new Map(Object.entries(unzipSync(archive, { filter })));
  if (!entries.has(SESSION_HEADER)) {
    throw new BrokenSession(
      because('This is not a session file: it has no {file}. A project as a zip is brought in by Import zip.', { file: SESSION_HEADER }),
    );
  }
  return entries;
}

function headerOf(entry: Uint8Array | undefined): SessionHeader {
  const value = jsonOf(new TextDecoder().decode(entry), SESSION_HEADER);
  const newer = z.object({ format: z.literal('devonz-session'), version: z.number().gt(3) }).safeParse(value);
  if (newer.success)
    throw new BrokenSession(because('A newer version of Devonz made this session file. Update this one, then import it again.'));
  return parsed(sessionHeaderSchema, value, SESSION_HEADER);
}

function recordsOf(entry: Uint8Array | undefined, header: SessionHeader): SessionRecord[] {
  if (entry === undefined) throw new BrokenSession(because('It has no {file}.', { file: SESSION_JOURNAL }));
  const read = journalLines(entry, header.records);
  if (!read.ok) throw new BrokenSession(read.reason);
  const { lines } = read;
  if (lines.length !== header.records) {
    throw new BrokenSession(
      because('Its journal has {count} records and should have {wanted}: the file is cut off or changed.', {
        count: lines.length,
        wanted: header.records,
      }),
    );
  }
  let last = -1;
  return lines.map((line, index) => {
    const where = because('{file}, line {line}', { file: SESSION_JOURNAL, line: index + 1 });
    const record = parsed(sessionRecordSchema, jsonOf(line, where), where);
    if (record.sequence <= last) throw new BrokenSession(because('{where}: the records are not in order.', { where }));
    last = record.sequence;
    return record;
  });
}

async function contentsOf(
  entries: ReadonlyMap<string, Uint8Array>,
  header: SessionHeader,
  hasher: Hasher,
): Promise<Map<ContentHash, Uint8Array>> {
  const contents = new Map<ContentHash, Uint8Array>();
  for (const [name, content] of entries) {
    if (!name.startsWith(SESSION_CONTENTS)) continue;
    const hash = parsed(contentHashSchema, name.slice(SESSION_CONTENTS.length), name);
    if ((await hasher.hash(content)) !== hash)
      throw new BrokenSession(because('{file} is damaged: it does not have the content that its name says.', { file: name }));
    contents.set(hash, content);
  }
  if (contents.size !== header.contents) {
    throw new BrokenSession(
      because('It has {count} contents and should have {wanted}: the file is cut off or changed.', {
        count: contents.size,
        wanted: header.contents,
      }),
    );
  }
  return contents;
}

/** Checks that everything named exists and that the records form a conversation. */
function assertWhole(records: readonly SessionRecord[], known: ReadonlySet<ContentHash>): void {
  for (const { event: whole, sequence } of records) {
    const event = whole.type === 'delegate-event' ? whole.event : whole;
    for (const hash of contentsNamed(whole)) {
      if (!known.has(hash))
        throw new BrokenSession(because('Record {number} names a content that is not in the file.', { number: sequence }));
    }
    const isOfProject = event.type !== 'file-changed' && event.type !== 'file-removed' ? true : isProjectPath(event.path);
    if (!isOfProject) throw new BrokenSession(because('Record {number} names a file that no project can have.', { number: sequence }));
    const title = event.type === 'chat-created' || event.type === 'chat-renamed' ? event.title : '';
    if (title.length > LONGEST_TITLE)
      throw new BrokenSession(
        because('Record {number} has a title of more than {most} characters.', { number: sequence, most: LONGEST_TITLE }),
      );
  }
  if (records[0]?.event.type !== 'chat-created')
    throw new BrokenSession(because('Its journal does not begin with the beginning of a chat.'));
  try {
    projectRecords(records);
  } catch (error) {
    throw new BrokenSession(because('Its journal makes no conversation: {error}', { error: errorMessage(error) }));
  }
}

/** Whether the path has the journal's form: relative to the project's root, without leaving it, and valid on disk. */
function isProjectPath(path: string): boolean {
  const encoder = new TextEncoder();
  const isName = (name: string) => !['', '.', '..'].includes(name) && !name.includes('\0') && encoder.encode(name).length <= LONGEST_NAME;
  return path.length <= LONGEST_PATH && path.split('/').every(isName);
}

function jsonOf(text: string, where: Reason | string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new BrokenSession(because('{where} is not JSON.', { where }));
  }
}

function parsed<Schema extends z.ZodType>(schema: Schema, value: unknown, where: Reason | string): z.infer<Schema> {
  const result = schema.safeParse(value);
  if (!result.success)
    throw new BrokenSession(because('{where}: {error}', { where, error: z.prettifyError(result.error).split('\n', 1)[0] ?? '' }));
  return result.data;
}
