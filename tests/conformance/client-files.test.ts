import { describe, expect, it } from 'vitest';
import { itWatching } from './harness/engine-only.ts';
import { useClient } from './harness/use-client.ts';

describe('fs', () => {
  const client = useClient();

  it('reads and writes in every encoding', async () => {
    const seen = await client.inPage(async () => {
      const { fs } = await booted();
      await fs.writeFile('a.txt', 'aé€\u{1f600}');
      await fs.writeFile('b.bin', '00ff80', 'hex');
      await fs.writeFile('c.bin', 'aGVsbG8', { encoding: 'base64url' });
      await fs.writeFile('d.txt', 'ÿ', 'latin1');
      return {
        bytes: [...(await fs.readFile('a.txt'))].length,
        utf8: await fs.readFile('a.txt', 'utf8'),
        base64: await fs.readFile('a.txt', 'base64'),
        hex: await fs.readFile('b.bin', 'hex'),
        text: await fs.readFile('c.bin', 'ascii'),
        latin1: await fs.readFile('b.bin', 'latin1'),
        one: [...(await fs.readFile('d.txt'))],
      };
    });
    expect(seen).toEqual({
      bytes: 10,
      utf8: 'aé€😀',
      base64: 'YcOp4oKs8J+YgA==',
      hex: '00ff80',
      text: 'hello',
      latin1: '\x00ÿ\x80',
      one: [255],
    });
  });

  it('takes a slash for the working directory and does not leave it by dots', async () => {
    const seen = await client.inPage(async () => {
      const { fs } = await booted();
      await fs.writeFile('/rooted.txt', 'r');
      return [await fs.readFile('rooted.txt', 'utf8'), await fs.readFile('./x/../rooted.txt', 'utf8')];
    });
    expect(seen).toEqual(['r', 'r']);
  });

  it('words its errors as Node does', async () => {
    const messages = await client.inPage(async () => {
      const { fs } = await booted();
      await fs.mkdir('full/below', { recursive: true });
      await fs.writeFile('file', '');
      return {
        read: await messageOf(fs.readFile('missing.txt')),
        readFolder: await messageOf(fs.readFile('full')),
        readdir: await messageOf(fs.readdir('missing')),
        notFolder: await messageOf(fs.readdir('file')),
        mkdir: await messageOf(fs.mkdir('full')),
        mkdirDeep: await messageOf(fs.mkdir('no/such/parent')),
        rm: await messageOf(fs.rm('missing')),
        rename: await messageOf(fs.rename('missing', 'other')),
        write: await messageOf(fs.writeFile('no/parent.txt', '')),
      };
    });
    expect(messages.read).toMatch(/^ENOENT: no such file or directory, open '.*missing\.txt'$/);
    expect(messages.readFolder).toMatch(/^EISDIR: illegal operation on a directory, read/);
    expect(messages.readdir).toMatch(/^ENOENT: no such file or directory, scandir '.*missing'$/);
    expect(messages.notFolder).toMatch(/^ENOTDIR: not a directory, scandir '.*file'$/);
    expect(messages.mkdir).toMatch(/^EEXIST: file already exists, mkdir '.*full'$/);
    expect(messages.mkdirDeep).toMatch(/^ENOENT: no such file or directory, mkdir '.*parent'$/);
    expect(messages.rm).toMatch(/^ENOENT: no such file or directory, .*missing'$/);
    expect(messages.rename).toMatch(/^ENOENT: no such file or directory, rename '.*missing' -> '.*other'$/);
    expect(messages.write).toMatch(/^ENOENT: no such file or directory, open '.*parent\.txt'$/);
  });

  it('lists names, types and bytes', async () => {
    const seen = await client.inPage(async () => {
      const { fs } = await booted();
      await fs.mkdir('list/folder', { recursive: true });
      await fs.writeFile('list/b.txt', '');
      await fs.writeFile('list/a.txt', '');
      const types = await fs.readdir('list', { withFileTypes: true });
      const bytes = await fs.readdir('list', 'buffer');
      return {
        names: await fs.readdir('list'),
        types: types.map((entry) => [entry.name, entry.isFile(), entry.isDirectory()]),
        bytes: [...(bytes[0] ?? [])],
      };
    });
    expect(seen.names).toEqual(['a.txt', 'b.txt', 'folder']);
    expect(seen.types).toEqual([
      ['a.txt', true, false],
      ['b.txt', true, false],
      ['folder', false, true],
    ]);
    expect(seen.bytes).toEqual([...new TextEncoder().encode('a.txt')]);
  });

  it('removes as it is asked to', async () => {
    const seen = await client.inPage(async () => {
      const { fs } = await booted();
      await fs.mkdir('gone/deep/er', { recursive: true });
      await fs.writeFile('gone/deep/file', '');
      const refused = await messageOf(fs.rm('gone'));
      await fs.rm('gone', { recursive: true });
      await fs.rm('gone', { force: true });
      return { refused, left: (await fs.readdir('/')).includes('gone') };
    });
    expect(seen.refused).toMatch(/directory/i);
    expect(seen.left).toBe(false);
  });

  it('renames files and folders over existing ones', async () => {
    const seen = await client.inPage(async () => {
      const { fs } = await booted();
      await fs.mkdir('from');
      await fs.writeFile('from/x', 'new');
      await fs.rename('from', 'to');
      await fs.writeFile('over', 'old');
      await fs.rename('to/x', 'over');
      return [await fs.readFile('over', 'utf8'), await fs.readdir('to')];
    });
    expect(seen).toEqual(['new', []]);
  });

  itWatching('tells of changes below a watched folder until the watch is closed', async () => {
    const seen = await client.inPage(async () => {
      const { fs } = await booted();
      await fs.mkdir('watched/sub', { recursive: true });
      const events: string[] = [];
      const watcher = fs.watch('watched', { recursive: true }, (event, name) => void events.push(`${event} ${String(name)}`));
      const flat: string[] = [];
      const flatWatcher = fs.watch('watched', (event, name) => void flat.push(`${event} ${String(name)}`));
      // The watcher is set up by a separate message; another file's event shows that it is active.
      let attempt = 0;
      await until(async () => {
        await fs.writeFile(`watched/probe${attempt++}`, '');
        return events.length > 0 && flat.length > 0;
      });
      await fs.writeFile('watched/sub/deep.txt', '1');
      await until(() => events.includes('change sub/deep.txt') || events.includes('change deep.txt'));
      await fs.rm('watched/sub/deep.txt');
      await fs.writeFile('watched/top.txt', '');
      await until(() => events.includes('rename top.txt') && flat.includes('rename top.txt'));
      watcher.close();
      flatWatcher.close();
      const count = events.length;
      await fs.writeFile('watched/after.txt', '');
      await runToEnd('jsh', ['-c', 'true']);
      return { events, flat, isSilent: events.length === count };
    });
    expect(seen.events).toContain('rename sub/deep.txt');
    expect(seen.flat.filter((event) => event.includes('deep'))).toEqual([]);
    expect(seen.isSilent).toBe(true);
  });
});
