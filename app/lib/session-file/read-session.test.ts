import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { webCryptoHasher } from '../agent/testing/test-session.ts';
import { readSession } from './read-session.ts';

const TEXT = strToU8('export const answer = 42;\n');
const HASH = await webCryptoHasher.hash(TEXT);
const CREATED = { type: 'chat-created', title: 'A stranger’s' };

interface Archive {
  events?: readonly object[];
  sequence?: (index: number) => number;
  journal?: Uint8Array;
  records?: number;
}

/** Returns the reason for the rejection, or '' if the file was read. */
async function refusalOf({ events = [CREATED], sequence = (index) => index, journal, records }: Archive): Promise<string> {
  const lines = events.map((event, index) => JSON.stringify({ version: 1, sequence: sequence(index), at: 1, event }));
  const header = {
    format: 'devonz-session',
    version: 1,
    title: '',
    records: records ?? lines.length,
    contents: 1,
    gone: [],
    withoutSecretsOf: [],
  };
  const archive = zipSync({
    'devonz-session.json': strToU8(JSON.stringify(header)),
    'journal.jsonl': journal ?? strToU8(lines.join('\n')),
    [`contents/${HASH}`]: TEXT,
  });
  const read = await readSession(archive, webCryptoHasher);
  return read.ok ? '' : read.reason.text;
}

const changed = (path: string) => ({ type: 'file-changed', path, hash: HASH, size: TEXT.length, by: 'agent' });

describe('a session file that somebody has made', () => {
  test.each([
    '',
    '/etc/passwd',
    '../up.txt',
    'a/../../up.txt',
    './dot.txt',
    'a//b',
    'folder/',
    '.',
    '..',
    'nul\0l',
    `${'ü'.repeat(128)}`,
    'd/'.repeat(2_100),
  ])('has no file at %j', async (path) => {
    expect(await refusalOf({ events: [CREATED, changed(path)] })).toMatch(/names a file that no project can have/);
    expect(await refusalOf({ events: [CREATED, { type: 'file-removed', path, by: 'agent' }] })).toMatch(/no project can have/);
    const inside = { type: 'delegate-event', toolCallId: 'call', event: changed(path) };
    expect(await refusalOf({ events: [CREATED, inside] })).toMatch(/no project can have/);
  });

  test('has files of odd names that a project may have', async () => {
    const odd = ['__proto__', 'constructor/x', 'a b', 'back\\slash', 'line\nbreak', '...', '.git/config', `${'n'.repeat(255)}`];
    expect(await refusalOf({ events: [CREATED, ...odd.map(changed)] })).toBe('');
  });

  test('leaves room behind its last record', async () => {
    expect(await refusalOf({ sequence: () => Number.MAX_SAFE_INTEGER })).toMatch(/\{where\}: \{error\}/);
    expect(await refusalOf({ sequence: () => 2 ** 40 })).toBe('');
  });

  test('has a title that a list can show', async () => {
    expect(await refusalOf({ events: [{ ...CREATED, title: 'x'.repeat(10_001) }] })).toMatch(/a title of more than/);
    expect(await refusalOf({ events: [CREATED, { type: 'chat-renamed', title: 'x'.repeat(1_000_000) }] })).toMatch(/a title of more than/);
  });

  test('calls the user a user, whatever an older version of the app wrote', async () => {
    const journal = [CREATED, { ...changed('a.ts'), by: 'person' }].map((event, sequence) =>
      JSON.stringify({ version: 1, sequence, at: 1, event }),
    );
    const header = { format: 'devonz-session', title: '', records: 2, contents: 1, gone: [], withoutSecretsOf: [] };
    const fileOf = (version: number) =>
      zipSync({
        'devonz-session.json': strToU8(JSON.stringify({ ...header, version })),
        'journal.jsonl': strToU8(journal.join('\n')),
        [`contents/${HASH}`]: TEXT,
      });
    for (const version of [1, 2, 3]) {
      const read = await readSession(fileOf(version), webCryptoHasher);
      expect(read.ok && read.session.records[1]?.event).toMatchObject({ path: 'a.ts', by: 'user' });
    }
    expect(await readSession(fileOf(4), webCryptoHasher)).toMatchObject({
      ok: false,
      reason: { text: expect.stringMatching(/newer version/) },
    });
  });

  // 200 kB, compressed. Splitting the unpacked texts would create lists so long that V8, and with it the tab, would crash.
  test('is not unpacked into what no memory holds: line ends, values, one endless line', async () => {
    expect(await refusalOf({ journal: new Uint8Array(200_000_000).fill(10) })).toMatch(/has \{count\} records and should have/);
    expect(await refusalOf({ journal: strToU8('['.repeat(25_000_000)) })).toMatch(/is larger than any of this app/);
    expect(await refusalOf({ journal: new Uint8Array(40_000_000).fill(32) })).toMatch(/is larger than any of this app/);
    expect(await refusalOf({ journal: strToU8('{}\n'.repeat(3_000_000)), records: 1 })).toMatch(/has \{count\} records and should have/);
  }, 60_000);
});
