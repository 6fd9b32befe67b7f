import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { MILLISECONDS } from '../e2e/support/note-milliseconds.ts';

const annotations = z.array(z.object({ type: z.string(), description: z.string().optional() }));
const specSchema = z.object({
  tests: z.array(z.object({ results: z.array(z.object({ annotations: annotations.optional() })), annotations })),
});
interface Suite {
  suites?: Suite[] | undefined;
  specs: z.infer<typeof specSchema>[];
}
const suiteSchema: z.ZodType<Suite> = z.lazy(() => z.object({ suites: z.array(suiteSchema).optional(), specs: z.array(specSchema) }));
const reportSchema = z.object({ suites: z.array(suiteSchema), stats: z.object({ unexpected: z.number(), expected: z.number() }) });

/**
 * Measures how long the built app blocks its user and others under floods, bombs, fast responses and huge files: runs the measuring
 * end-to-end tests with the limits of an otherwise idle machine. Arguments: names of spec files.
 */
export async function bench(args: readonly string[]): Promise<Record<string, number>> {
  const report = join(mkdtempSync(join(tmpdir(), 'devonz-responsiveness-')), 'report.json');
  const files =
    args.length > 0 ? args : ['preview-floods', 'hostile-programs', 'hostile-answers', 'odd-files', 'odd-input', 'fast-stream.spec'];
  const run = spawn(process.execPath, ['node_modules/.bin/playwright', 'test', ...files, '--workers=1', '--reporter=list,json'], {
    stdio: 'inherit',
    env: { ...process.env, DEVONZ_QUIET_MACHINE: '1', PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  });
  await once(run, 'close');
  const { suites, stats } = reportSchema.parse(JSON.parse(readFileSync(report, 'utf8')));
  return { ...Object.fromEntries(suites.flatMap(figuresOf)), passed_count: stats.expected, failed_count: stats.unexpected };
}

function figuresOf({ suites = [], specs }: Suite): [string, number][] {
  const own = specs.flatMap(({ tests }) =>
    tests.flatMap(({ annotations: noted, results }) =>
      (results.at(-1)?.annotations ?? noted).flatMap(({ type, description = '' }): [string, number][] => {
        const [, name, value] = /^(.*): (\d+)$/.exec(description) ?? [];
        return type === MILLISECONDS && name !== undefined ? [[`${name}_ms`, Number(value)]] : [];
      }),
    ),
  );
  return [...own, ...suites.flatMap(figuresOf)];
}
