import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { setLanguageSource } from '../language.ts';
import { saidReason } from '../said-reason.ts';

const form = z.object({ other: z.string() }).catchall(z.string());
const texts = z
  .record(z.string(), z.union([z.string(), form]))
  .parse(JSON.parse(readFileSync(new URL('../catalogue/de.json', import.meta.url), 'utf8')));

/** Returns the reason on a German page: the English sentence if the catalogue lacks it. */
export function saidInGerman(said: Parameters<typeof saidReason>[0]): string {
  const before = setLanguageSource(() => ({ locale: 'de', texts }));
  try {
    return saidReason(said);
  } finally {
    setLanguageSource(before);
  }
}
