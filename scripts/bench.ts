/**
 * `npm run bench -- NAME [arguments of that bench]`: runs `tests/bench/NAME.bench.ts`, prints its table and, as the last line, one JSON
 * object `{"name","figures"}`. A bench exports `bench(args): Promise<Record<string, number>>`; each figure's name ends in its unit.
 */
import { readdirSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';

const folder = new URL('../tests/bench/', import.meta.url);
const names = readdirSync(folder).flatMap((file) => /^(.+)\.bench\.ts$/.exec(file)?.[1] ?? []);
const name = process.argv[2];
if (name === undefined || !names.includes(name)) {
  console.error(`Which bench? One of: ${names.join(', ')}`);
  process.exit(2);
}
const moduleSchema = z.object({
  bench: z.custom<(args: readonly string[]) => Promise<Record<string, number>>>((value) => typeof value === 'function'),
});
const loaded = moduleSchema.parse(await import(pathToFileURL(new URL(`${name}.bench.ts`, folder).pathname).href));
const figures = await loaded.bench(process.argv.slice(3));
console.table(figures);
console.log(JSON.stringify({ name, figures }));
