import { expect, test } from 'vitest';
import { collectDropped } from './collect-dropped.ts';
import type { ImportSource } from './import-source.ts';

type Tree = { [name: string]: string | null | Tree };

/**
 * Returns entries like a browser's: listed a hundred at a time, ending with an empty list. In `tree`, null is a file that cannot be read.
 */
function browserOf(tree: Tree) {
  let listing = 0;
  let most = 0;
  const file = (name: string, text: string | null): FileSystemEntry =>
    ({
      name,
      isFile: true,
      isDirectory: false,
      file: (resolve: (file: File) => void, reject: (error: Error) => void) =>
        text === null ? reject(new DOMException('No', 'NotReadableError')) : resolve(new File([text], name)),
    }) as unknown as FileSystemEntry; // The other members of the browser's class are not used.
  const folder = (name: string, inside: Tree): FileSystemEntry =>
    ({
      name,
      isFile: false,
      isDirectory: true,
      createReader() {
        const left = entriesOf(inside);
        return {
          readEntries(resolve: (entries: FileSystemEntry[]) => void) {
            listing += 1;
            most = Math.max(most, listing);
            queueMicrotask(() => {
              listing -= 1;
              resolve(left.splice(0, 100));
            });
          },
        };
      },
    }) as unknown as FileSystemEntry; // As above.
  const entriesOf = (inside: Tree) =>
    Object.entries(inside).map(([name, value]) => (typeof value === 'object' && value !== null ? folder(name, value) : file(name, value)));
  return { entries: entriesOf(tree), most: () => most };
}

/** Entries without handles, as in browsers other than Chromium. */
const noHandles = (entries: readonly FileSystemEntry[]) => ({ entries, handles: Promise.allSettled(entries.map(() => undefined)) });

async function collected(tree: Tree) {
  const source = await collectDropped(noHandles(browserOf(tree).entries));
  if (source.type !== 'files') throw new Error('These are no files.');
  const texts = await Promise.all(source.files.map(async ({ path, file }) => [path, await file.text()] as const));
  return { name: source.name, texts: Object.fromEntries(texts), skipped: source.skipped };
}

test('one folder gives its name, and all in it comes with its place in it', async () => {
  expect(await collected({ shop: { 'a.ts': 'a', src: { 'b.ts': 'b', deep: { 'c.ts': 'c' } } } })).toEqual({
    name: 'shop',
    texts: { 'a.ts': 'a', 'src/b.ts': 'b', 'src/deep/c.ts': 'c' },
    skipped: [],
  });
});

test('several things keep their names; installed packages and the history of git are not gone through', async () => {
  const tree = { 'a.ts': 'a', src: { 'b.ts': 'b', node_modules: { 'x.js': 'x' } }, '.git': { config: 'c' } };
  expect(await collected(tree)).toEqual({
    name: null,
    texts: { 'a.ts': 'a', 'src/b.ts': 'b' },
    skipped: [
      { path: '.git/', reason: 'git' },
      { path: 'src/node_modules/', reason: 'packages' },
    ],
  });
});

test('a file that may not be read is said, and keeps no other from coming', async () => {
  expect(await collected({ shop: { 'a.ts': 'a', 'locked.ts': null } })).toMatchObject({
    texts: { 'a.ts': 'a' },
    skipped: [{ path: 'locked.ts', reason: 'damaged' }],
  });
});

test('hundreds of folders are gone through side by side, a few at a time', async () => {
  const many = Object.fromEntries(Array.from({ length: 250 }, (_, index) => [`f${index}`, { 'a.ts': String(index) }]));
  const browser = browserOf({ shop: many });
  const source = await collectDropped(noHandles(browser.entries));
  expect(source.type === 'files' && source.files.length).toBe(250);
  expect(browser.most()).toBeGreaterThan(1);
  expect(browser.most()).toBeLessThan(20);
});

/** Returns handles like Chromium's. In `tree`, null is a file that cannot be read. */
function handlesOf(tree: Tree): FileSystemHandle[] {
  return Object.entries(tree).map(([name, value]) => {
    const handle =
      typeof value === 'object' && value !== null
        ? {
            kind: 'directory',
            name,
            values: async function* () {
              yield* handlesOf(value);
            },
          }
        : {
            kind: 'file',
            name,
            getFile: async () => {
              if (value === null) throw new DOMException('No', 'NotReadableError');
              return new File([value], name);
            },
          };
    return handle as unknown as FileSystemHandle; // The other members of the browser's class are not used.
  });
}

test('handles, where the browser gives them, open the files that entries name', async () => {
  const many = Object.fromEntries(Array.from({ length: 250 }, (_, index) => [`f${index}.ts`, String(index)]));
  const tree = { shop: { 'a.ts': 'a', 'locked.ts': null, many, node_modules: { 'x.js': 'x' } } };
  const { entries } = browserOf(tree);
  const unreadable = { shop: { ...tree.shop, 'a.ts': null, many: Object.fromEntries(Object.keys(many).map((name) => [name, null])) } };
  const byHandles = await collectDropped({ entries: browserOf(unreadable).entries, handles: Promise.allSettled(handlesOf(tree)) });
  const byEntries = await collectDropped(noHandles(entries));
  expect(await shown(byHandles)).toEqual(await shown(byEntries));
  expect(byHandles.type === 'files' && byHandles.files.length).toBe(251);
});

test('what the browser gives no handle of comes by its entry: names that it would let no page write', async () => {
  const names = ['aux.js', 'a:b.txt', 'desktop.ini', '👨‍👩‍👧.md'];
  const odd = Object.fromEntries(names.map((name) => [name, name]));
  const whole = { shop: { 'a.ts': 'a', ...odd, con: { 'b.ts': 'b' }, deep: { 'c.ts': 'c', ...odd } } };
  const listed = { shop: { 'a.ts': 'a', deep: { 'c.ts': 'c' } } };
  const source = await collectDropped({ entries: browserOf(whole).entries, handles: Promise.allSettled(handlesOf(listed)) });
  expect(await shown(source)).toEqual(await shown(await collectDropped(noHandles(browserOf(whole).entries))));
  expect(source.type === 'files' && source.files.length).toBe(11);
});

test('a folder whose handle cannot be listed comes by its entries', async () => {
  const [handle] = handlesOf({ shop: {} });
  const broken = Object.assign(handle ?? {}, {
    values(): never {
      throw new DOMException('No', 'NotFoundError');
    },
  }) as unknown as FileSystemHandle; // As above.
  const source = await collectDropped({
    entries: browserOf({ shop: { 'a.ts': 'a' } }).entries,
    handles: Promise.allSettled([Promise.resolve(broken)]),
  });
  expect(source).toMatchObject({ name: 'shop', files: [{ path: 'a.ts' }] });
});

/** Returns the texts by path, and the skipped entries sorted by path. */
async function shown(source: ImportSource) {
  if (source.type !== 'files') throw new Error('These are no files.');
  const texts = await Promise.all(source.files.map(async ({ path, file }) => [path, await file.text()] as const));
  return {
    name: source.name,
    texts: Object.fromEntries(texts),
    skipped: [...source.skipped].sort((a, b) => (a.path < b.path ? -1 : 1)),
  };
}

test('where the browser keeps a folder to itself its entries are gone through', async () => {
  const source = await collectDropped({
    entries: browserOf({ shop: { 'a.ts': 'a' } }).entries,
    handles: Promise.allSettled([Promise.reject(new DOMException('No', 'SecurityError'))]),
  });
  expect(source).toMatchObject({ name: 'shop', files: [{ path: 'a.ts' }] });
});
