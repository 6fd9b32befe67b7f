import { readFile, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { STEPS, type StepResult, type Where } from './stranger.ts';

const stepSchema = z.object({
  step: z.enum(STEPS),
  status: z.enum(['ok', 'words', 'fails']),
  seconds: z.number(),
  said: z.string().optional(),
});
const runSchema = z.object({ date: z.string(), steps: z.array(stepSchema) });
const projectSchema = z.object({
  /** `name version` of the row's packages, as installed natively. */
  versions: z.array(z.string()).default([]),
  native: runSchema.optional(),
  engine: runSchema.optional(),
});
const resultsSchema = z.record(z.string(), projectSchema);

export type ProjectResult = z.infer<typeof projectSchema>;
export type Results = z.infer<typeof resultsSchema>;

export interface Finished {
  name: string;
  where: Where;
  date: string;
  steps: StepResult[];
  versions?: string[];
}

export async function readResults(path: string): Promise<Results> {
  return resultsSchema.parse(JSON.parse(await readFile(path, 'utf8').catch(() => '{}')));
}

export async function writeResults(path: string, results: Results): Promise<void> {
  const sorted = Object.fromEntries(Object.entries(results).sort(([one], [other]) => (one < other ? -1 : 1)));
  await writeFile(path, `${JSON.stringify(sorted, withoutPlaces, 1)}\n`);
}

/** Removes local folders and network hosts, which are private and not part of the failure. */
function withoutPlaces(_key: string, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  return value.replaceAll(/https?:\/\/[^\s/"']+/g, 'https://…').replaceAll(/\/(?:root|tmp|work|home\/(?!project))[^\s"':)]*/g, '…');
}

/** Returns the results with one more run; everything else stays. */
export function withRun(results: Results, { name, where, date, steps, versions }: Finished): Results {
  const before = results[name];
  const project: ProjectResult = { versions: before?.versions ?? [], ...before, [where]: { date, steps } };
  if (versions !== undefined && versions.length > 0) project.versions = versions;
  return { ...results, [name]: project };
}
