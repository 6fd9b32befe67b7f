import { expect, test } from 'vitest';
import { fileIconOf } from './file-icon-of.ts';

const icon = (path: string) => fileIconOf(path).icon;

test('files of different types look different, whatever folder they are in and however their endings are written', () => {
  const icons = ['src/App.tsx', 'src/main.ts', 'a.css', 'index.html', 'tsconfig.json', 'README.md', 'logo.PNG', 'run.sh', '.env.local'].map(
    icon,
  );
  expect(new Set(icons).size).toBe(icons.length);
  expect(icon('deep/LOGO.png')).toBe(icon('logo.PNG'));
});

test('a name that says more than its ending wins', () => {
  expect(icon('package.json')).not.toBe(icon('data.json'));
  expect(icon('package-lock.json')).toBe(icon('yarn.lock'));
  expect(icon('app/Dockerfile')).not.toBe(icon('app/other'));
});

test('a file of no known type, or without an ending, has the plain picture', () => {
  expect(icon('a.unknown')).toBe('i-lucide-file');
  expect(icon('src.ts/bin')).toBe('i-lucide-file');
  expect(icon('constructor')).toBe('i-lucide-file');
});
