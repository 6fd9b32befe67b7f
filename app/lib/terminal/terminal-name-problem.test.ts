import { expect, test } from 'vitest';
import type { TerminalInfo } from '../stores/terminals.ts';
import { terminalNameProblem } from './terminal-name-problem.ts';

const info = (terminalId: string, name: string): TerminalInfo => ({ terminalId, name, isAgent: false, status: 'running' });
const TERMINALS = [info('one', 'Terminal 1'), info('two', 'server')];

test.each(['tests', ' tests ', 'Terminal 1', 'agency', 'x'.repeat(40)])('%j can be a name', (name) => {
  expect(terminalNameProblem(name, 'one', TERMINALS)).toBeNull();
});

test.each([
  ['', 'Type a name.'],
  ['   ', 'Type a name.'],
  ['x'.repeat(41), 'A name has at most 40 characters.'],
  ['a\u202eb', 'The name has characters that do not show. Type it without them.'],
  ['Agent', 'Only the agent’s own terminal is called that.'],
  ['agent, before', 'Only the agent’s own terminal is called that.'],
  ['server', 'Another terminal has this name.'],
])('%j cannot, and why is said', (name, problem) => {
  expect(terminalNameProblem(name, 'one', TERMINALS)).toBe(problem);
});
