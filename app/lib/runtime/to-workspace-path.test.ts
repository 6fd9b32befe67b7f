import { posix } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DEFAULT_PROJECT_ROOT, readProjectPath, toWorkspacePath } from './to-workspace-path.ts';

test.each([
  ['src/a.ts', 'src/a.ts'],
  ['./src//a.ts', 'src/a.ts'],
  ['/home/project/src/a.ts', 'src/a.ts'],
  ['/home/project', ''],
  ['src/../b', 'b'],
  ['', ''],
  ['grüße/日本.txt', 'grüße/日本.txt'],
  // Names that a program may give a file.
  [' a ', ' a '],
  ['a\\b', 'a\\b'],
  ['C:', 'C:'],
  // A combined emoji contains an invisible joiner, which is harmless.
  ['👩\u200d💻.md', '👩\u200d💻.md'],
])('%j is %j', (text, path) => {
  expect(toWorkspacePath(text)).toBe(path);
});

test.each([
  '../x',
  'a/../../x',
  'a\u0000b',
  'a\nb',
  'src/\u202egnp.ts',
  '.\u200benv',
  'a\u2028b',
  'x'.repeat(5_000),
  'x'.repeat(256),
  'a/'.repeat(2_010),
  '/src/a.ts',
  '/etc/passwd',
  '/home/projects/a',
  '/home/project/../x',
  '/',
])('%j is no path', (text) => {
  expect(toWorkspacePath(text)).toBeNull();
});

test.each([
  ['/etc/passwd', '`/etc/passwd` is outside the project (/home/project); for a file of the project write `etc/passwd`.'],
  ['/src/a.ts', '`/src/a.ts` is outside the project (/home/project); for a file of the project write `src/a.ts`.'],
  ['/home/projects/a', 'write `home/projects/a`'],
  ['/home/project/../x', 'write `home/project/x`'],
  ['../x', '`../x` is outside the project (/home/project); for a file of the project write `x`.'],
  ['C:\\windows\\x.txt', '`C:\\windows\\x.txt` is outside the project (/home/project); for a file of the project write `windows/x.txt`.'],
  ['c:/x', 'write `x`'],
  ['C:x.txt', 'write `x.txt`'],
  ['\\\\server\\share\\x', 'write `server/share/x`'],
  ['//server/share/x', 'write `server/share/x`'],
  ['\\x', 'write `x`'],
  ['src\\a.ts', '`src\\a.ts` has a backslash, and folders are divided by "/"; write `src/a.ts`.'],
  ['~/x', 'write `x`'],
  ['~', 'write `/`'],
  ['~root/.bashrc', 'write `.bashrc`'],
  ['file:///etc/passwd', 'write `etc/passwd`'],
  ['file:///home/project/src/a%20b.ts', 'write `src/a b.ts`'],
  ['FILE://localhost/home/project/a', 'write `a`'],
  ['https://x.example/a.ts', 'is outside the project'],
  [' src/a.ts', '`\u0020src/a.ts` begins or ends with a space; write `src/a.ts`.'],
  ['src/../b', '`src/../b` goes back up with ".."; write `b`.'],
  ['a\u0000b', 'holds the character U+0000, which does not show'],
  ['.\u200benv', 'holds the character U+200B'],
  ['x'.repeat(5_000), 'is longer than the 4000 characters'],
  [`src/${'x'.repeat(256)}.ts`, 'has a name that is longer than the 255 characters'],
])('%j is refused with the path to write', (text, why) => {
  const reading = readProjectPath(text);
  expect(reading.ok ? 'taken' : reading.why).toContain(why);
});

test('the root is written `/`, as the tools say', () => {
  for (const text of ['/', '', '.', './', '/home/project', '/home/project/']) expect(readProjectPath(text)).toEqual({ ok: true, path: '' });
});

const piece = fc.oneof(
  fc.string({ maxLength: 4 }),
  fc.constantFrom(
    '/',
    '//',
    '\\',
    '..',
    '.',
    '~',
    'C:',
    'file:',
    'home',
    'project',
    'src',
    ' ',
    '%2e%2e',
    '%2f',
    'a',
    '\u202e',
    '\u00a0',
    'ﬁ',
    '／',
    '∕',
  ),
);
const text = fc.array(piece, { maxLength: 9 }).map((pieces) => pieces.join(''));

test('no text is taken for a path that it does not name: what is taken is where a shell would look for it', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        text,
        text.map((each) => `/home/project/${each}`),
      ),
      (given) => {
        const reading = readProjectPath(given);
        if (!reading.ok || given === '/') return;
        const named = posix.resolve(DEFAULT_PROJECT_ROOT, given);
        expect(named).toBe(posix.join(DEFAULT_PROJECT_ROOT, reading.path).replace(/\/$/, ''));
        expect(given).not.toMatch(/\\|(?:^|\/)\.\.(?:\/|$)|^\s|\s$|^~|^[A-Za-z]:/);
      },
    ),
    { numRuns: 3_000 },
  );
});

test('what is refused names a path in its place that is taken', () => {
  fc.assert(
    fc.property(text, (given) => {
      const reading = readProjectPath(given);
      if (reading.ok) return;
      const [, instead] = /write `(.*)`\.$/s.exec(reading.why) ?? [];
      if (instead === undefined || instead.endsWith('…')) {
        expect(reading.why).toMatch(/does not show|longer than/);
        return;
      }
      const again = readProjectPath(instead);
      // If a name has several problems, the second reading reports a different one.
      expect(again.ok || again.why !== reading.why).toBe(true);
    }),
    { numRuns: 3_000 },
  );
});
