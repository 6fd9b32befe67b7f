import { expect, it } from 'vitest';
import { SourcePlaces } from './source-places.ts';

const ORIGIN = 'http://p5173.run.ide.localhost:8788';

/** Returns the map of a file whose line 20 was line 4 of `source`, from its third column. */
function mapOf(source: string): string {
  return JSON.stringify({ version: 3, sources: [source], names: [], mappings: `${';'.repeat(19)}AAGE` });
}

function places(files: Record<string, string>) {
  const asked: string[] = [];
  const fetchText = async (url: string): Promise<string> => {
    asked.push(url.slice(0, 60));
    if (url.startsWith('data:')) return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64').toString();
    const text = files[url.slice(ORIGIN.length)];
    if (text === undefined) throw new Error('404');
    return text;
  };
  return { places: new SourcePlaces({ origin: ORIGIN, fetchText }), asked };
}

const inline = (json: string) => `code\n//# sourceMappingURL=data:application/json;base64,${Buffer.from(json).toString('base64')}\n`;
const stack = (path: string) => `Error: boom\n    at App (${ORIGIN}${path}:20:7)\n    at async ${ORIGIN}/other.js:1:1`;

it.each([
  ['a map in the file, as Vite’s', '/src/App.tsx?t=17', { '/src/App.tsx?t=17': inline(mapOf('App.tsx')) }, '/src/App.tsx:4:3'],
  [
    'a map beside the file',
    '/assets/out.js',
    { '/assets/out.js': 'code\n//# sourceMappingURL=out.js.map', '/assets/out.js.map': mapOf('../src/main.ts') },
    '/src/main.ts:4:3',
  ],
  ['a bundler’s own scheme', '/out.js', { '/out.js': inline(mapOf('webpack:///./src/app.js')) }, '/src/app.js:4:3'],
])('places are those of the source: %s', async (_what, path, files, wanted) => {
  const { places: found } = places(files);
  expect(await found.resolve(stack(path))).toBe(`Error: boom\n    at App (${ORIGIN}${wanted})\n    at async ${ORIGIN}/other.js:1:1`);
});

it.each([
  ['no map', 'code'],
  ['a map that is not there', 'code\n//# sourceMappingURL=gone.map'],
  ['a map that is none', inline('{"version": 3')],
  ['a map that knows nothing of the place', inline(JSON.stringify({ version: 3, sources: [], names: [], mappings: '' }))],
])('a stack stays as it is where its file has %s', async (_what, text) => {
  const { places: found } = places({ '/out.js': text });
  expect(await found.resolve(stack('/out.js'))).toBe(stack('/out.js'));
});

it('asks nobody else’s server, and its own once for each file', async () => {
  const { places: found, asked } = places({ '/out.js': 'code\n//# sourceMappingURL=https://evil.example/map' });
  const text = `${stack('/out.js')}\n    at https://evil.example/x.js:1:1`;
  expect(await found.resolve(text)).toBe(text);
  expect(await found.resolve(text)).toBe(text);
  expect(asked).toEqual([`${ORIGIN}/out.js`, `${ORIGIN}/other.js`]);
});
