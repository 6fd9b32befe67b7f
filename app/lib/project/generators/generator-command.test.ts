import { expect, test } from 'vitest';
import { generatorCommand } from './generator-command.ts';

const commandOf = (generator: string, given = '') => {
  const command = generatorCommand({ generator, arguments: given });
  return command.ok ? command.text : command.why;
};

test('a generator is run in its newest version, with what the user gives it', () => {
  expect(commandOf('create-vite', ' .  --template\nreact-ts ')).toBe('npx --yes create-vite@latest . --template react-ts');
  expect(commandOf('@scope/create-thing@2.1.0')).toBe('npx --yes @scope/create-thing@2.1.0');
});

test('what is no name of a package is refused in words', () => {
  expect(commandOf(' ')).toContain('Write the name');
  for (const name of ['create vite', 'a;b', '../x', '-p', '$(x)', 'https://x'])
    expect(commandOf(name)).toContain('is not the name of a package');
});
