import { readFileSync } from 'node:fs';
import { z } from 'zod';

/**
 * The registry: the requirements of the five seeds and the lessons from the field, by ID, in document order, each with the tests that prove
 * it. A test is named by its title, preceded by as many enclosing titles, or its file, (`file.test.ts > group > title`) as needed to be
 * unique. A file may therefore move without an edit here.
 */
const requirementSchema = z.object({
  requirement: z.string(),
  tests: z.array(z.string()).nonempty().optional(),
  /** Why it has no test here (belongs to another part, or deliberately not built), or which part its tests do not cover. */
  exception: z.object({ state: z.enum(['elsewhere', 'left out', 'in part']), reason: z.string().min(10) }).optional(),
});
export type Requirement = z.infer<typeof requirementSchema>;

const groupsSchema = z.array(z.object({ name: z.string(), lines: z.record(z.string(), requirementSchema) }));
export type RequirementGroup = z.infer<typeof groupsSchema>[number];

export function readRequirements(): RequirementGroup[] {
  return groupsSchema.parse(JSON.parse(readFileSync(new URL('requirements.json', import.meta.url), 'utf8')));
}
