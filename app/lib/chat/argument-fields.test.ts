import { expect, test } from 'vitest';
import { z } from 'zod';
import { TOOL_REGISTRY } from '../tools/index.ts';
import { argumentFields } from './argument-fields.ts';

test('every argument of a schema is a field of its type, with its words, its choices and whether it must be there; the main ones first', () => {
  const schema = z.object({
    command: z.string().describe('What to run'),
    timeout: z.number().int().optional(),
    force: z.boolean().optional(),
    action: z.enum(['list', 'kill']),
    paths: z.array(z.string()).default([]),
  });
  expect(argumentFields({ schema }).map(({ name, type, choices, isRequired }) => [name, type, choices, isRequired])).toEqual([
    ['command', 'text', [], true],
    ['action', 'choice', ['list', 'kill'], true],
    ['timeout', 'number', [], false],
    ['force', 'boolean', [], false],
    ['paths', 'json', [], false],
  ]);
  const main = argumentFields({ schema, mainArguments: ['paths', 'command'] });
  expect(main.filter(({ isMain }) => isMain).map(({ name }) => name)).toEqual(['paths', 'command']);
  expect(main.map(({ name }) => name).slice(0, 3)).toEqual(['paths', 'command', 'timeout']);
  expect(argumentFields({ schema })[0]?.description).toBe('What to run');
  expect(argumentFields({ schema: z.string() })).toEqual([]);
});

test('no tool that can ask is without fields', () => {
  const bare = TOOL_REGISTRY.tools.filter((tool) => tool.kind !== 'control' && argumentFields(tool).length === 0);
  expect(bare.map(({ name }) => name)).toEqual([]);
});
