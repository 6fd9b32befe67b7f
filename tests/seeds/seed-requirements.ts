import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** The requirements of the five seeds and the lessons from the field, by id, in the order of their documents. */
const requirementsSchema = z.array(z.object({ name: z.string(), lines: z.record(z.string(), z.string()) }));
export type RequirementGroup = z.infer<typeof requirementsSchema>[number];

/** Why a line has no test here (somebody else's, or deliberately not built), or what of it its tests leave out. */
const exceptionsSchema = z.record(
  z.string(),
  z.object({ state: z.enum(['elsewhere', 'left out', 'in part']), reason: z.string().min(10) }),
);
export type Exceptions = z.infer<typeof exceptionsSchema>;

export function readRequirements(): RequirementGroup[] {
  return requirementsSchema.parse(readJson('requirements.json'));
}

export function readExceptions(): Exceptions {
  return exceptionsSchema.parse(readJson('exceptions.json'));
}

function readJson(name: string): unknown {
  return JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'));
}
