import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { useClient } from './harness/use-client.ts';

describe('export', () => {
  const client = useClient();

  it('gives a tree that mounts again', async () => {
    const seen = await client.inPage(async () => {
      const container = await booted();
      await container.mount({
        'a.txt': { file: { contents: 'text €' } },
        'b.bin': { file: { contents: Uint8Array.of(255, 0, 254) } },
        folder: { directory: { 'c.txt': { file: { contents: 'c' } } } },
        empty: { directory: {} },
        'link.txt': { file: { symlink: 'a.txt' } },
      });
      const tree = await container.export('/');
      return JSON.parse(JSON.stringify(tree));
    });
    expect(seen).toEqual({
      'a.txt': { file: { contents: 'text €' } },
      'b.bin': { file: { contents: { 0: 255, 1: 0, 2: 254 } } },
      folder: { directory: { 'c.txt': { file: { contents: 'c' } } } },
      empty: { directory: {} },
      'link.txt': { file: { symlink: 'a.txt' } },
    });
  });

  it('leaves out what excludes names, except for what includes takes back', async () => {
    const seen = await client.inPage(async () => {
      const container = await booted();
      await container.mount({
        kept: { directory: { 'x.js': { file: { contents: '' } }, 'x.log': { file: { contents: '' } } } },
        node_modules: {
          directory: { p: { directory: { 'index.js': { file: { contents: '' } }, 'package.json': { file: { contents: '' } } } } },
        },
      });
      const tree = await container.export('/', {
        format: 'json',
        excludes: ['node_modules', '**/*.log'],
        includes: ['node_modules/*/package.json'],
      });
      return JSON.parse(JSON.stringify(tree));
    });
    expect(Object.keys(seen.kept.directory)).toEqual(['x.js']);
    expect(seen.node_modules.directory.p.directory).toEqual({ 'package.json': { file: { contents: '' } } });
  });

  it('makes a zip', async () => {
    const bytes = await client.inPage(async () => {
      const container = await booted();
      await container.fs.mkdir('zipped/sub', { recursive: true });
      await container.fs.writeFile('zipped/one.txt', 'one');
      await container.fs.writeFile('zipped/sub/two.txt', 'two');
      return [...(await container.export('zipped', { format: 'zip' }))];
    });
    const files = unzipSync(Uint8Array.from(bytes));
    expect(new TextDecoder().decode(files['one.txt'])).toBe('one');
    expect(new TextDecoder().decode(files['sub/two.txt'])).toBe('two');
  });

  it('says what is wrong with a folder that does not exist', async () => {
    expect(await client.inPage(async () => messageOf((await booted()).export('missing')))).toContain('ENOENT');
  });
});
