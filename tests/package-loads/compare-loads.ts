import { z } from 'zod';

const loadSchema = z.object({
  name: z.string(),
  required: z.array(z.string()).optional(),
  requireError: z.string().optional(),
  imported: z.array(z.string()).optional(),
  importError: z.string().optional(),
  uncaught: z.string().optional(),
  ended: z.string().optional(),
  errors: z.string().optional(),
});

/** What became of loading one package in a process of its own. */
export type Load = z.infer<typeof loadSchema>;

/** The lines that `load-one.cjs` has printed, among what the packages themselves print. */
export function readLoads(output: string): Map<string, Load> {
  const loads = output
    .split('\n')
    .filter((line) => line.startsWith('@@'))
    .map((line) => loadSchema.parse(JSON.parse(line.slice(2))));
  return new Map(loads.map((load) => [load.name, load]));
}

/**
 * How the engine's differs from native Node's, a sentence each; none: alike. More names on the engine are no difference for who
 * imports (it finds exports of CommonJS that Node's reader of their text does not), nor is the wording of an error that both give, nor an
 * export that Node's reader found in the text and that is nothing.
 */
export function differences(native: Load, engine: Load | undefined): string[] {
  if (engine === undefined) return ['was not loaded'];
  const found: string[] = [];
  for (const key of ['requireError', 'importError', 'uncaught', 'ended'] as const) {
    if ((native[key] === undefined) !== (engine[key] === undefined))
      found.push(`${key}: ${native[key] ?? 'none'} => ${engine[key] ?? 'none'}`);
  }
  for (const key of ['required', 'imported'] as const) {
    const there = new Set(engine[key]);
    const missing = native[key]?.filter((member) => !there.has(member) && !member.endsWith(': undefined')) ?? [];
    if (engine[key] !== undefined && missing.length > 0) found.push(`${key} lacks ${missing.slice(0, 8).join(', ')}`);
  }
  return found;
}
