import { z } from 'zod';

const packageSchema = z.object({ scripts: z.record(z.string(), z.string()).catch({}) });

/** The scripts of a package.json; none where it cannot be read. */
export function scriptsIn(packageText: string): string[] {
  try {
    const parsed = packageSchema.safeParse(JSON.parse(packageText));
    return parsed.success ? Object.keys(parsed.data.scripts) : [];
  } catch {
    return [];
  }
}
