import { readFile } from 'node:fs/promises';
import { z } from 'zod';

/** Written into a name by tests/conformance/harness/engine-only.ts. */
const MARK = / \[the engine’s own: ([^\]]+)\]/;

const reportSchema = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ ancestorTitles: z.array(z.string()), title: z.string(), status: z.string() })),
    }),
  ),
});

/** Returns what vitest's report says in a few lines: how many ran and passed, and which did not run because they are the engine's own. */
export async function countConformance(reportPath: string, host: string): Promise<string> {
  const { testResults } = reportSchema.parse(JSON.parse(await readFile(reportPath, 'utf8')));
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const passed = tests.filter(({ status }) => status === 'passed').length;
  const failed = tests.filter(({ status }) => status === 'failed').length;
  const broken = testResults.filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0).length;
  const reasons = new Map<string, number>();
  for (const { ancestorTitles, title } of tests) {
    const reason = MARK.exec([...ancestorTitles, title].join(' '))?.[1];
    if (reason !== undefined) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  }
  const own = [...reasons.values()].reduce((sum, count) => sum + count, 0);
  const others = tests.length - passed - failed - own;
  return [
    `Conformance of ${host}: ${passed + failed} ran, ${passed} passed, ${failed} failed; ${own} are the engine’s own; ${others} were left out by --only, -t or for want of --long.`,
    ...(broken === 0 ? [] : [`${broken} files could not be loaded.`]),
    ...[...reasons].map(([reason, count]) => `  ${count} the engine’s own: ${reason}`),
  ].join('\n');
}
