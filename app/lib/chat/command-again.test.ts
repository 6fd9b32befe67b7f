import { expect, test } from 'vitest';
import { commandAgain } from './command-again.ts';

const again = (directory: string) => commandAgain({ command: 'npm start', directory }, '/home/project');

test('a command runs again in the folder of the project that it ran in, word for word', () => {
  expect(again('/home/project')).toEqual({ command: 'npm start', where: 'root' });
  expect(again('/home/project/packages/api')).toEqual({ command: 'npm start', where: { directory: 'packages/api' } });
});

test('where that is not known it runs in the project, and outside of it after a change of folder', () => {
  expect(again('')).toEqual({ command: 'npm start', where: 'root' });
  expect(again("/tmp/it's")).toEqual({ command: "cd '/tmp/it'\\''s' && npm start", where: 'root' });
});
