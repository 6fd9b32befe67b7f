import { describe, expect, it } from 'vitest';
import { useClient } from './harness/use-client.ts';

describe('mount', () => {
  const client = useClient();

  it('writes text, bytes, folders and symlinks', async () => {
    const seen = await client.inPage(async () => {
      const container = await booted();
      await container.mount({
        'text.txt': { file: { contents: 'grüße 👋\n' } },
        'bytes.bin': { file: { contents: Uint8Array.of(0, 128, 255, 10) } },
        folder: { directory: { nested: { directory: { 'deep.txt': { file: { contents: 'deep' } } } } } },
        empty: { directory: {} },
        'link.txt': { file: { symlink: 'folder/nested/deep.txt' } },
      });
      return {
        text: await container.fs.readFile('text.txt', 'utf-8'),
        bytes: [...(await container.fs.readFile('bytes.bin'))],
        deep: await container.fs.readFile('folder/nested/deep.txt', 'utf-8'),
        empty: await container.fs.readdir('empty'),
        link: await container.fs.readFile('link.txt', 'utf-8'),
      };
    });
    expect(seen).toEqual({ text: 'grüße 👋\n', bytes: [0, 128, 255, 10], deep: 'deep', empty: [], link: 'deep' });
  });

  it('replaces existing files and keeps the others', async () => {
    const seen = await client.inPage(async () => {
      const container = await booted();
      await container.mount({ 'kept.txt': { file: { contents: 'kept' } }, 'new.txt': { file: { contents: 'first, and longer' } } });
      await container.mount({ 'new.txt': { file: { contents: 'second' } } });
      return [await container.fs.readFile('kept.txt', 'utf-8'), await container.fs.readFile('new.txt', 'utf-8')];
    });
    expect(seen).toEqual(['kept', 'second']);
  });

  it('mounts below an existing mount point, and refuses one that does not exist', async () => {
    const seen = await client.inPage(async () => {
      const container = await booted();
      await container.fs.mkdir('below');
      await container.mount({ 'x.txt': { file: { contents: 'x' } } }, { mountPoint: 'below' });
      const message = await messageOf(container.mount({ 'x.txt': { file: { contents: 'x' } } }, { mountPoint: 'missing' }));
      return { content: await container.fs.readFile('below/x.txt', 'utf-8'), message };
    });
    expect(seen.content).toBe('x');
    expect(seen.message).toContain('ENOENT');
  });

  it('takes a binary snapshot, such as its own binary export', async () => {
    const seen = await client.inPage(async () => {
      const container = await booted();
      await container.fs.mkdir('source/inner', { recursive: true });
      await container.fs.writeFile('source/inner/a.bin', Uint8Array.of(1, 2, 200));
      await container.fs.writeFile('source/b.txt', 'b');
      const snapshot = await container.export('source', { format: 'binary' });
      await container.fs.mkdir('copy');
      await container.mount(snapshot, { mountPoint: 'copy' });
      return { bytes: [...(await container.fs.readFile('copy/inner/a.bin'))], text: await container.fs.readFile('copy/b.txt', 'utf-8') };
    });
    expect(seen).toEqual({ bytes: [1, 2, 200], text: 'b' });
  });

  it('keeps a file named like a property of objects', async () => {
    const seen = await client.inPage(async () => {
      const container = await booted();
      await container.mount(JSON.parse('{"__proto__":{"file":{"contents":"own"}},"constructor":{"file":{"contents":"too"}}}'));
      return container.fs.readFile('constructor', 'utf-8');
    });
    expect(seen).toBe('too');
  });
});
