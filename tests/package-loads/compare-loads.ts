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

/** The result of loading one package in its own process. */
export type Load = z.infer<typeof loadSchema>;

/** Reads the lines that `load-one.cjs` printed, among the packages' own output. */
export function readLoads(output: string): Map<string, Load> {
  const loads = output
    .split('\n')
    .filter((line) => line.startsWith('@@'))
    .map((line) => loadSchema.parse(JSON.parse(line.slice(2))));
  return new Map(loads.map((load) => [load.name, load]));
}

/**
 * Returns the differences between the engine and native Node, one sentence each. Additional exports on the engine do not affect importers
 * (it finds CommonJS exports that Node's text scanner misses), so they are ignored, as are the wording of an error on both sides and
 * exports that Node's scanner found in the text but that are undefined.
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
