import { expect, test } from 'vitest';
import { z } from 'zod';
import { TOOLS } from '../../tools/index.ts';
import type { ToolDefinition } from '../tool-definition.ts';
import { toolParameters, toolSignature } from './tool-parameters.ts';

const toolOf = (schema: z.ZodType): ToolDefinition => ({
  name: 'devonz_test',
  kind: 'control',
  description: 'For this test only.',
  schema,
  outcome: 'continue',
  problemOf: () => null,
  plan: async () => ({ ok: true, intent: { kind: 'control' } }),
  run: async () => ({ ok: true, output: null }),
});

test('every kind of parameter is told in a way a model can follow', () => {
  const tool = toolOf(
    z.object({
      text: z.string().describe('Some words'),
      count: z.number().optional(),
      choice: z.enum(['a', 'b']),
      fixed: z.literal('x').optional(),
      either: z.union([z.string(), z.number()]),
      maybe: z.string().nullable(),
      list: z.array(z.union([z.boolean(), z.number()])),
      edits: z.array(z.object({ find: z.string(), all: z.boolean().optional() })),
      anything: z.unknown(),
    }),
  );
  expect(toolSignature(tool).split('\n')).toEqual([
    'devonz_test',
    '  - text (string): Some words',
    '  - count (number, optional)',
    '  - choice ("a" | "b")',
    '  - fixed ("x", optional)',
    '  - either (string | number)',
    '  - maybe (string | null)',
    '  - list ((boolean | number)[])',
    '  - edits ({find: string, all?: boolean}[])',
    expect.stringMatching(/^ {2}- anything \(any/),
  ]);
  expect(
    toolParameters(tool)
      .filter(({ takesText }) => takesText)
      .map(({ name }) => name),
  ).toEqual(['text', 'choice', 'fixed', 'either', 'maybe']);
  expect(toolParameters(tool)).toBe(toolParameters(tool));
});

test('a tool without arguments says so, and every tool of ours has a signature with its fields [E3]', () => {
  expect(toolSignature(toolOf(z.object({})))).toBe('devonz_test (no arguments)');
  expect(toolSignature(toolOf(z.string()))).toBe('devonz_test (no arguments)');
  for (const tool of TOOLS) {
    expect(toolSignature(tool).split('\n')[0]).toBe(tool.name);
    for (const { name } of toolParameters(tool)) expect(toolSignature(tool)).toContain(`  - ${name} (`);
  }
});
