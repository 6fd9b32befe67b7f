import { expect, test } from 'vitest';
import { placeOfElement } from './place-of-element.ts';

const FILES = new Set(['src/App.tsx', 'src/List.vue', 'public/index.html']);
const isFile = (path: string) => FILES.has(path);
const file = (path: string, line: number | null = 3) => ({ type: 'file' as const, file: path, line });

test.each([
  ['/home/project/src/App.tsx', 'src/App.tsx'],
  ['src/App.tsx', 'src/App.tsx'],
  ['/src/App.tsx?t=1', 'src/App.tsx'],
  ['file:///home/project/src/App.tsx', 'src/App.tsx'],
])('%s is a file of the project', (written, path) => {
  expect(placeOfElement([file(written)], isFile)).toEqual({ file: path, line: 3 });
});

test.each(['/etc/passwd', '../src/App.tsx', 'src/\u202eApp.tsx', 'src', '', 'https://elsewhere.example/src/App.tsx'])(
  '%j is none',
  (written) => {
    expect(placeOfElement([file(written)], isFile)).toBeNull();
  },
);

test('the first source that the project has is taken: a stack’s first place in it, or a file', () => {
  const stack =
    'Error\n    at jsxDEV (http://p5173.run.example/node_modules/react/jsx.js:1:1)\n    at App (http://p5173.run.example/src/App.tsx:12:7)';
  expect(placeOfElement([file('node_modules/lib/button.js'), { type: 'stack', stack }], isFile)).toEqual({ file: 'src/App.tsx', line: 12 });
  expect(placeOfElement([{ type: 'stack', stack: 'Error\n    at x (http://p/gone.js:1:1)' }, file('src/List.vue', null)], isFile)).toEqual({
    file: 'src/List.vue',
    line: null,
  });
});
