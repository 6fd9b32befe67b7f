import { expect, test } from 'vitest';
import { deniedMessage, isDeniedMessage } from './denied-message.ts';

const instead = { command: 'npx --no-install vitest run', why: 'the program is installed in the project' };
const PASSES = '`npx --no-install vitest run` is allowed: the program is installed in the project.';

test.each([
  ['without a reason', undefined],
  ['with one', 'not now'],
])('a denial %s names the form of the command that would pass', (_name, reason) => {
  const message = deniedMessage(reason, instead);
  expect(message).toContain(PASSES);
  expect(isDeniedMessage(message)).toBe(true);
  expect(deniedMessage(reason)).not.toContain('is allowed');
});

test('a reason that names that form already is not repeated', () => {
  expect(deniedMessage(`it downloads. ${PASSES}`, instead).split('npx --no-install')).toHaveLength(2);
});
