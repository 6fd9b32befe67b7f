import { expect, test } from 'vitest';
import { z } from 'zod';
import { TOOLS } from '../../tools/index.ts';
import { rarelyGiven, shownOnly } from '../../tools/shown-only.ts';
import { toolOffers } from '../tool-offers.ts';
import { offeredSchema } from './offered-schema.ts';

/** The arguments that a real model gave in four recorded runs (`corpus/trajectories`); those inside lists follow a dot. */
const GIVEN: Readonly<Record<string, readonly string[]>> = {
  devonz_list_directory: ['path', 'recursive', 'maxDepth'],
  devonz_update_plan: ['subgoals', 'subgoals.id', 'subgoals.objective', 'subgoals.status', 'update', 'update.id', 'update.status'],
  devonz_write_file: ['path', 'content'],
  devonz_run_command: ['command', 'timeout', 'reasoning'],
  devonz_preview: ['path', 'port'],
  devonz_get_errors: ['source'],
  devonz_edit_file: ['path', 'edits', 'edits.find', 'edits.replace', 'reasoning'],
  devonz_routine: ['action', 'name'],
  devonz_task_complete: ['summary'],
  devonz_read_file: ['path', 'startLine', 'endLine', 'numbered'],
  devonz_search_code: ['query', 'path', 'excludePattern', 'includePattern', 'maxResults'],
  devonz_apply_patch: ['patch', 'reasoning'],
  devonz_history: ['path'],
  devonz_process: ['action', 'processId'],
};

/**
 * Habits that a model can only have learned from the definitions: the limit of a time, the format of a patch, expressions between slashes.
 */
const TOLD: Readonly<Record<string, readonly string[]>> = {
  devonz_run_command: ['120000'],
  devonz_apply_patch: ['*** Begin Patch', '*** Update File: PATH', '*** Add File: PATH', '*** End Patch', '@@'],
  devonz_search_code: ['(?i)', 'src/**/*.ts', '/\\\\\\\\.tsx?$/', '500'],
  devonz_read_file: ['1-indexed', 'Inclusive'],
  devonz_update_plan: ['in_progress', 'completed', 'not_started'],
  devonz_get_errors: ['preview'],
  devonz_process: ['logs'],
  devonz_routine: ['list', 'run'],
};

function offers() {
  const made = toolOffers({ mode: 'agent', toolNames: TOOLS.map(({ name }) => name) }, TOOLS);
  if (!made.ok) throw new Error('The tools are not offered.');
  return made.value;
}

test.each(Object.entries(GIVEN))('%s still offers what a model gave it, and says what it acted upon', (name, fields) => {
  const offer = offers().find((one) => one.name === name);
  const properties = offer?.inputSchema.properties ?? {};
  for (const field of fields) {
    const [outer = '', inner] = field.split('.');
    const property = properties[outer];
    expect(property, field).toBeDefined();
    if (inner !== undefined) expect(property, field).toMatchObject({ items: { properties: { [inner]: { type: 'string' } } } });
  }
  const text = JSON.stringify(offer);
  for (const words of TOLD[name] ?? []) expect(text).toContain(words);
});

test('bounds, empty defaults, words that a model needs not and values said before are left out, and so is what is rarely given', () => {
  const schema = z.object({
    path: z.string().min(1).meta(shownOnly('Where')),
    count: z.number().int().min(1).max(9).default(5).describe('How many'),
    isAll: z.boolean().default(false),
    lines: z.array(z.object({ minimum: z.number().max(2) })).min(1),
    more: z.number().optional().meta(rarelyGiven('More')),
    state: z.enum(['on', 'off']),
    before: z.enum(['on', 'off']).optional().meta({ description: 'As state', isAsAbove: true }),
  });
  // zod's and the SDK's types describe the same schema.
  const whole = z.toJSONSchema(schema, { io: 'input', target: 'draft-7' }) as Parameters<typeof offeredSchema>[0];
  expect(offeredSchema(whole)).toEqual({
    type: 'object',
    properties: {
      path: { type: 'string' },
      count: { type: 'integer', default: 5, description: 'How many' },
      isAll: { type: 'boolean' },
      lines: { type: 'array', items: { type: 'object', properties: { minimum: { type: 'number' } }, required: ['minimum'] } },
      state: { type: 'string', enum: ['on', 'off'] },
      before: { type: 'string' },
    },
    required: ['path', 'lines', 'state'],
  });
});

test('no definition has a bound or a word of JSON Schema that tells a model nothing', () => {
  expect(JSON.stringify(offers())).not.toMatch(
    /"(?:\$schema|maximum|minimum|maxLength|minLength|maxItems|minItems|isShownOnly)"|9007199254740991/,
  );
});
