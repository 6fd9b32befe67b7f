import { expect, test } from 'vitest';
import { z } from 'zod';
import { TOOLS } from '../../tools/index.ts';
import type { ToolDefinition } from '../contract/tool-definition.ts';
import { toolParameters, toolSignature } from './tool-parameters.ts';

function toolWith(schema: z.ZodType): ToolDefinition {
  const [any] = TOOLS;
  if (any === undefined) throw new Error('there are no tools');
  return { ...any, name: 'tool', description: 'Does it.', schema };
}

test('a signature says name, type, whether it is needed, and what it means', () => {
  const schema = z.object({
    path: z.string().describe('Where'),
    depth: z.number().int().default(3),
    mode: z.enum(['a', 'b']).optional(),
    kind: z.literal('x'),
    words: z.array(z.union([z.string(), z.number()])),
    place: z.object({ line: z.number(), column: z.number().optional() }).nullable(),
    anything: z.unknown(),
  });
  expect(toolSignature(toolWith(schema))).toBe(`tool: Does it.
  - path (string): Where
  - depth (integer, optional)
  - mode ("a" | "b", optional)
  - kind ("x")
  - words ((string | number)[])
  - place ({line: number, column?: number} | null)
  - anything (any)`);
  expect(toolSignature(toolWith(z.object({})))).toBe('tool (no arguments): Does it.');
});

test('what takes text is never read as JSON', () => {
  const schema = z.object({ a: z.string(), b: z.union([z.number(), z.string()]), c: z.number(), d: z.string().nullable(), e: z.boolean() });
  const parameters = toolParameters(toolWith(schema));
  expect(parameters.filter(({ takesText }) => takesText).map(({ name }) => name)).toEqual(['a', 'b', 'd']);
});

test('they are worked out once for each tool', () => {
  const tool = toolWith(z.object({ a: z.string() }));
  expect(toolParameters(tool)).toBe(toolParameters(tool));
});
