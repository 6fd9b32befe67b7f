import { expect, test } from 'vitest';
import { pathOfCode } from './path-of-code.ts';

test.each([
  ['ts title="src/app.ts"', '', 'src/app.ts'],
  ['ts:src/app.ts', '', 'src/app.ts'],
  ['jsx ./src/App.jsx', '', 'src/App.jsx'],
  ['ts', '// src/lib/[id].ts\nexport {};', 'src/lib/[id].ts'],
  ['html', '<!-- index.html -->\n<p>', 'index.html'],
  ['python', '# file: app/main.py\nprint(1)', 'app/main.py'],
  ['', '/* style.css */', 'style.css'],
  ['ts', '// see https://example.org/a.html for more\n', ''],
  ['ts', 'const a = 1;', ''],
  ['', '', ''],
])('a block of “%s” that begins with %j names the file %j', (info, code, path) => {
  expect(pathOfCode(code, info)).toBe(path);
});
