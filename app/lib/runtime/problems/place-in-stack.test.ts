import { describe, expect, it } from 'vitest';
import { placeInOutput, placeInPage } from './place-in-stack.ts';

const at = (...places: string[]) =>
  ['Error: boom', ...places.map((place) => `    at f (http://p5173.run.ide.localhost:8788/${place})`)].join('\n');
const files = new Set(['src/App.tsx', 'public/app.js', 'index.html', 'src/a b.ts']);
const placeOf = (...places: string[]) => placeInPage(at(...places), (path) => files.has(path));

describe('the place of an error in a page', () => {
  it('is the first of the project’s own files, whatever ran below it', () => {
    const stack = [
      '__devonz/preview-script.js:1:9',
      'node_modules/.vite/deps/chunk-A.js?v=1:900:1',
      '@vite/client:5:1',
      'src/App.tsx?t=17:4:9',
    ];
    expect(placeOf(...stack)).toEqual({ file: 'src/App.tsx', line: 4 });
  });

  it('is the file that a server has served from its folder', () => {
    expect(placeOf('app.js:12:9')).toEqual({ file: 'public/app.js', line: 12 });
    expect(placeOf('src/a%20b.ts:3:1')).toEqual({ file: 'src/a b.ts', line: 3 });
  });

  it('is the page where a script is in it', () => {
    expect(placeOf(':7:3')).toEqual({ file: 'index.html', line: 7 });
  });

  it('is what was served where no such file is known', () => {
    expect(placeOf('made/by-the-server.js:2:1')).toEqual({ file: 'made/by-the-server.js', line: 2 });
    expect(placeOf('%E0%A4%A:2:1')).toEqual({ file: '%E0%A4%A', line: 2 });
  });

  it('is none where nothing of the project is named', () => {
    expect(placeOf('node_modules/.vite/deps/react.js:1:1', '__devonz/preview-script.js:1:1')).toBeNull();
    expect(placeInPage('Error: boom', () => true)).toBeNull();
  });
});

it('the place of a program’s error is a file of the project, not of a package', () => {
  expect(placeInOutput('    at main (/home/project/src/a.ts:9:3)', '/home/project')).toEqual({ file: 'src/a.ts', line: 9 });
  expect(placeInOutput('    at run (/home/project/node_modules/lib/index.js:3:1)', '/home/project')).toBeNull();
  expect(placeInOutput('    at run (node:internal/x:3:1)', '/home/project')).toBeNull();
});
