import { READ_UNFOLLOWED } from 'devonz-engine-protocol/read-unfollowed';
import { describe, expect, it } from 'vitest';
import { FileSystem } from '../kernel/files/file-system.ts';
import { exportFiles } from './export-files.ts';
import { createFileApi } from './file-api.ts';
import { writeTree } from './file-tree.ts';
import { createWatchRelay } from './watch-relay.ts';

function create(): FileSystem {
  const fs = new FileSystem({ now: () => 0 });
  fs.mkdir('/home/project', true, 0o755);
  return fs;
}

describe('a mounted tree', () => {
  it('makes scripts executable, since it carries no modes', () => {
    const fs = create();
    writeTree(fs, '/home/project', { d: { 'run.sh': { f: { c: '#!/bin/sh\n' } }, 'plain.sh': { f: { c: 'echo' } } } });
    expect(fs.stat('/home/project/run.sh').mode).toBe(0o755);
    expect(fs.stat('/home/project/plain.sh').mode).toBe(0o644);
  });

  it('makes executable what it says may be run, and nothing else', () => {
    const fs = create();
    const content = Uint8Array.of(0x7f, 0x45);
    writeTree(fs, '/home/project', { d: { program: { f: { c: content, x: true } }, data: { f: { c: content, x: false } } } });
    expect(fs.stat('/home/project/program').mode).toBe(0o755);
    expect(fs.stat('/home/project/data').mode).toBe(0o644);
  });

  it('writes nothing outside its folder', () => {
    const fs = create();
    for (const name of ['..', '.', '', 'a/b', '../x']) {
      expect(() => writeTree(fs, '/home/project', { d: { [name]: { f: { c: '' } } } }), name).toThrow('is no name of a file');
    }
    expect(() => writeTree(fs, '/home/project', { d: { x: { f: {} } } })).toThrow('neither a file nor a folder');
    expect(() => writeTree(fs, '/home/project', null)).toThrow('no tree of files');
  });

  it('says which file is in the way of a folder', () => {
    const fs = create();
    fs.writeFile('/home/project/x', new Uint8Array(0));
    expect(() => writeTree(fs, '/home/project', { d: { x: { d: {} } } })).toThrow("EEXIST: file already exists, mkdir '/home/project/x'");
  });
});

describe('exportFiles', () => {
  it('keeps bytes that are no UTF-8 in JSON', () => {
    const fs = create();
    fs.writeFile('/home/project/b', Uint8Array.of(0xff, 0x80));
    const tree = JSON.parse(new TextDecoder().decode(exportFiles(fs, '/home/project', {})));
    expect(tree).toEqual({ d: { b: { f: { c: '\u00ff\u0080', b: true } } } });
  });
});

describe("the client's fs", () => {
  it('gives bytes of its own, which later writes do not change', () => {
    const fs = create();
    const files = createFileApi(fs, '/home/project');
    files.writeFile('f', 'before');
    const bytes = files.readFile('f');
    files.writeFile('f', 'after!');
    expect(new TextDecoder().decode(bytes as Uint8Array)).toBe('before');
  });
});

describe('what is read unfollowed', () => {
  it('is the bytes of a file, and of a link where it leads, whatever is there', () => {
    const fs = create();
    const files = createFileApi(fs, '/home/project');
    files.writeFile('f', 'text');
    const targets = { toFile: 'f', toFolder: '/', broken: '../nowhere', cyclic: 'cyclic' };
    for (const [name, target] of Object.entries(targets)) fs.symlink(target, `/home/project/${name}`);
    const read = (path: string) => files.readFile(path, READ_UNFOLLOWED);
    expect(Object.fromEntries(Object.keys(targets).map((name) => [name, read(name)]))).toEqual(targets);
    expect(new TextDecoder().decode(read('f') as Uint8Array)).toBe('text');
    expect(() => read('nothing')).toThrow('ENOENT: no such file or directory');
    expect(() => read('.')).toThrow('EISDIR');
  });
});

describe('the watch relay', () => {
  it('makes one of equal events, and sends no more while the last are not taken', async () => {
    const sent: string[] = [];
    const taken: (() => void)[] = [];
    let onSent = (): void => {};
    const relay = createWatchRelay((event, name) => {
      sent.push(`${event} ${name}`);
      onSent();
      return new Promise<void>((resolve) => taken.push(resolve));
    });
    const untilSent = (count: number): Promise<void> =>
      new Promise((resolve) => {
        onSent = () => {
          if (sent.length >= count) resolve();
        };
        onSent();
      });
    for (let times = 0; times < 5; times += 1) relay.push('change', 'a');
    relay.push('rename', 'b');
    await untilSent(2);
    relay.push('change', 'c');
    relay.push('change', 'c');
    expect(sent).toEqual(['change a', 'rename b']);
    for (const take of taken.splice(0)) take();
    await untilSent(3);
    expect(sent).toEqual(['change a', 'rename b', 'change c']);
    relay.close();
  });
});
