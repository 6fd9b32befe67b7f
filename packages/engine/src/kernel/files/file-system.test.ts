import { describe, expect, it } from 'vitest';
import { defaultKernelLimits, type KernelLimits } from '../../abi/limits.ts';
import { OpenFlag } from '../../abi/system-calls.ts';
import { codeOf } from '../testing/code-of.ts';
import { FileSystem } from './file-system.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const text = (data: Uint8Array): string => new TextDecoder().decode(data);

function create(limits: Partial<KernelLimits> = {}): FileSystem {
  let time = 1000;
  return new FileSystem({ now: () => time++, limits: { ...defaultKernelLimits, ...limits } });
}

describe('paths', () => {
  it('follow dots, doubled slashes and links', () => {
    const fs = create();
    fs.mkdir('/a/b', true, 0o755);
    fs.writeFile('/a/b/file', bytes('x'));
    fs.symlink('../b', '/a/b/loop');
    expect(text(fs.readFile('//a/./b/../b/loop/loop/file'))).toBe('x');
    expect(fs.realpath('/a/b/loop/file')).toBe('/a/b/file');
    expect(fs.realpath('/a/..')).toBe('/');
    expect(fs.realpath('/../../a')).toBe('/a');
  });

  it('end in the errors of Unix', () => {
    const fs = create();
    fs.writeFile('/file', bytes(''));
    fs.symlink('/one', '/two');
    fs.symlink('/two', '/one');
    expect(codeOf(() => fs.stat('/missing'))).toBe('ENOENT');
    expect(codeOf(() => fs.stat('/file/below'))).toBe('ENOTDIR');
    expect(codeOf(() => fs.stat('/file/'))).toBe('ENOTDIR');
    expect(codeOf(() => fs.stat('/one'))).toBe('ELOOP');
    expect(codeOf(() => fs.stat(`/${'x'.repeat(256)}`))).toBe('ENAMETOOLONG');
    expect(codeOf(() => fs.stat('/missing'.repeat(512)))).toBe('ENAMETOOLONG');
    expect(codeOf(() => fs.stat('/a\0b'))).toBe('EINVAL');
  });

  it('reach names that are properties of objects', () => {
    const fs = create();
    for (const name of ['__proto__', 'constructor', 'toString']) {
      expect(codeOf(() => fs.stat(`/${name}`))).toBe('ENOENT');
      fs.writeFile(`/${name}`, bytes(name));
    }
    expect(fs.readdir('/').map(({ name }) => name)).toEqual(['__proto__', 'constructor', 'toString']);
  });
});

describe('files', () => {
  it('grow with zeros, shrink, and are appended to', () => {
    const fs = create();
    fs.writeFile('/f', bytes('abc'));
    const inode = fs.open('/f', OpenFlag.READ_WRITE, 0);
    if (inode.kind !== 'file') throw new Error('a file');
    fs.writeAt(inode, bytes('z'), 5);
    expect([...fs.readFile('/f')]).toEqual([97, 98, 99, 0, 0, 122]);
    fs.truncate(inode, 2);
    fs.truncate(inode, 4);
    expect([...fs.readFile('/f')]).toEqual([97, 98, 0, 0]);
    fs.writeFile('/f', bytes('!'), OpenFlag.CREATE | OpenFlag.APPEND, 0o644);
    expect(fs.stat('/f').size).toBe(5);
  });

  it('honour the flags of open', () => {
    const fs = create();
    fs.writeFile('/f', bytes('abc'));
    fs.symlink('/f', '/link');
    expect(codeOf(() => fs.open('/f', OpenFlag.CREATE | OpenFlag.EXCLUSIVE, 0o644))).toBe('EEXIST');
    expect(codeOf(() => fs.open('/link', OpenFlag.CREATE | OpenFlag.EXCLUSIVE, 0o644))).toBe('EEXIST');
    expect(codeOf(() => fs.open('/link', OpenFlag.NO_FOLLOW, 0))).toBe('ELOOP');
    expect(codeOf(() => fs.open('/f', OpenFlag.DIRECTORY, 0))).toBe('ENOTDIR');
    expect(codeOf(() => fs.open('/', OpenFlag.WRITE_ONLY, 0))).toBe('EISDIR');
    fs.open('/link', OpenFlag.WRITE_ONLY | OpenFlag.TRUNCATE, 0);
    expect(fs.stat('/f').size).toBe(0);
  });

  it('are created through a link that leads nowhere yet', () => {
    const fs = create();
    fs.symlink('/target', '/link');
    fs.writeFile('/link', bytes('made'));
    expect(text(fs.readFile('/target'))).toBe('made');
  });

  it('live as long as one of their names', () => {
    const fs = create();
    fs.writeFile('/a', bytes('same'));
    fs.link('/a', '/b');
    expect(fs.stat('/b')).toEqual(fs.stat('/a'));
    expect(fs.stat('/b').linkCount).toBe(2);
    fs.unlink('/a');
    expect(text(fs.readFile('/b'))).toBe('same');
    expect(codeOf(() => fs.link('/', '/c'))).toBe('EPERM');
  });

  it('take no size or place that is no number of bytes', () => {
    const fs = create({ maxFileBytes: 10, maxTotalBytes: 15 });
    fs.writeFile('/a', new Uint8Array(10));
    const inode = fs.open('/a', 0, 0);
    if (inode.kind !== 'file') throw new Error('a folder');
    for (const odd of [Number.NaN, -1, 0.5, Number.POSITIVE_INFINITY]) {
      expect(codeOf(() => fs.truncate(inode, odd))).toBe('EINVAL');
      expect(codeOf(() => fs.writeAt(inode, new Uint8Array(1), odd))).toBe('EINVAL');
    }
    expect(codeOf(() => fs.writeFile('/b', new Uint8Array(6)))).toBe('ENOSPC');
  });

  it('are bounded in size, each and together', () => {
    const fs = create({ maxFileBytes: 10, maxTotalBytes: 15 });
    fs.writeFile('/a', new Uint8Array(10));
    expect(codeOf(() => fs.writeFile('/a', new Uint8Array(11)))).toBe('EFBIG');
    expect(codeOf(() => fs.writeFile('/b', new Uint8Array(6)))).toBe('ENOSPC');
    fs.rename('/a', '/c');
    fs.unlink('/c');
    fs.writeFile('/b', new Uint8Array(6));
    expect(fs.stat('/b').size).toBe(6);
  });
});

describe('folders', () => {
  it('are made with their parents, and name the first one made', () => {
    const fs = create();
    expect(fs.mkdir('/a', false, 0o755)).toBe('/a');
    expect(fs.mkdir('/a/b/c', true, 0o755)).toBe('/a/b');
    expect(fs.mkdir('/a/b/c', true, 0o755)).toBeNull();
    expect(codeOf(() => fs.mkdir('/a', false, 0o755))).toBe('EEXIST');
    expect(codeOf(() => fs.mkdir('/x/y', false, 0o755))).toBe('ENOENT');
    fs.writeFile('/file', bytes(''));
    expect(codeOf(() => fs.mkdir('/file', true, 0o755))).toBe('EEXIST');
    expect(codeOf(() => fs.mkdir('/file/below', true, 0o755))).toBe('ENOTDIR');
  });

  it('are removed empty by rmdir and whole by removeTree, which follows no link', () => {
    const fs = create();
    fs.mkdir('/kept', false, 0o755);
    fs.writeFile('/kept/file', bytes('x'));
    fs.mkdir('/gone/deep', true, 0o755);
    fs.symlink('/kept', '/gone/link');
    expect(codeOf(() => fs.rmdir('/gone'))).toBe('ENOTEMPTY');
    expect(codeOf(() => fs.unlink('/gone'))).toBe('EISDIR');
    fs.removeTree('/gone', false);
    expect(fs.exists('/kept/file')).toBe(true);
    expect(codeOf(() => fs.removeTree('/gone', false))).toBe('ENOENT');
    fs.removeTree('/gone', true);
    expect(codeOf(() => fs.removeTree('/', false))).toBe('EBUSY');
  });

  it('are renamed only where Unix allows it', () => {
    const fs = create();
    fs.mkdir('/a/b', true, 0o755);
    fs.mkdir('/full/x', true, 0o755);
    fs.mkdir('/empty', false, 0o755);
    fs.writeFile('/file', bytes('f'));
    expect(codeOf(() => fs.rename('/a', '/a/b/c'))).toBe('EINVAL');
    expect(codeOf(() => fs.rename('/a', '/full'))).toBe('ENOTEMPTY');
    expect(codeOf(() => fs.rename('/a', '/file'))).toBe('ENOTDIR');
    expect(codeOf(() => fs.rename('/file', '/a'))).toBe('EISDIR');
    fs.rename('/a', '/empty');
    expect(fs.realpath('/empty/b')).toBe('/empty/b');
    expect(fs.exists('/a')).toBe(false);
  });
});

describe('watch', () => {
  it('tells of a folder, of all below it, or of one file, each by its path from there', () => {
    const fs = create();
    fs.mkdir('/w/sub', true, 0o755);
    fs.writeFile('/w/file', bytes(''));
    const [flat, deep, one]: [string[], string[], string[]] = [[], [], []];
    fs.watch('/w', false, (event, path) => flat.push(`${event} ${path}`));
    fs.watch('/w', true, (event, path) => deep.push(`${event} ${path}`));
    fs.watch('/w/file', false, (event, path) => one.push(`${event} ${path}`));
    fs.writeFile('/w/sub/new', bytes('1'));
    fs.writeFile('/w/file', bytes('2'));
    fs.rename('/w/sub/new', '/w/moved');
    expect(flat).toEqual(['change file', 'rename moved']);
    expect(deep).toEqual(['rename sub/new', 'change sub/new', 'change file', 'rename sub/new', 'rename moved']);
    expect(one).toEqual(['change file']);
  });

  it('outlives the replacement of a file and ends when it is asked to', () => {
    const fs = create();
    fs.writeFile('/f', bytes('old'));
    const events: string[] = [];
    const stop = fs.watch('/f', false, (event) => events.push(event));
    fs.writeFile('/f.tmp', bytes('new'));
    fs.rename('/f.tmp', '/f');
    fs.writeFile('/f', bytes('newer'));
    stop();
    fs.writeFile('/f', bytes('unheard'));
    expect(events).toEqual(['rename', 'change']);
  });

  it('continues after a watched folder has moved', () => {
    const fs = create();
    fs.mkdir('/w', false, 0o755);
    const events: string[] = [];
    fs.watch('/w', true, (event, path) => events.push(`${event} ${path}`));
    fs.rename('/w', '/v');
    fs.writeFile('/v/file', bytes(''));
    expect(events).toEqual(['rename w', 'rename file', 'change file']);
  });
});
