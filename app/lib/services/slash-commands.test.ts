import { expect, test } from 'vitest';
import { parseSlashCommand } from './slash-commands.ts';

test.each([
  ['Build a todo list', { type: 'none' }],
  ['see /etc/hosts', { type: 'none' }],
  ['/home/project is the folder', { type: 'none' }],
  ['/help', { type: 'help' }],
  ['  /CLEAR ', { type: 'clear' }],
  ['/agent', { type: 'agent', task: '' }],
  ['/agent build\na list', { type: 'agent', task: 'build\na list' }],
  ['/template react', { type: 'template', name: 'react' }],
  ['/hepl', { type: 'unknown', name: 'hepl', nearest: 'help' }],
] as const)('%j is read as %j', (text, command) => {
  expect(parseSlashCommand(text)).toEqual(command);
});
