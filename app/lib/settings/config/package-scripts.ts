import { z } from 'zod';

const packageSchema = z.object({ scripts: z.record(z.string(), z.string()).catch({}) });

/** Returns the script names of a package.json; empty if it cannot be parsed. */
export function scriptsIn(packageText: string): string[] {
  try {
    const parsed = packageSchema.safeParse(JSON.parse(packageText));
    return parsed.success ? Object.keys(parsed.data.scripts) : [];
  } catch {
    return [];
  }
}
