import { readFile } from 'node:fs/promises';
import { z } from 'zod';

/** Written into a name by tests/conformance/harness/engine-only.ts. */
const MARKS = / \[(the engine’s own|needs a watch): ([^\]]+)\]/;

const reportSchema = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ ancestorTitles: z.array(z.string()), title: z.string(), status: z.string() })),
    }),
  ),
});

/** Returns what vitest's report says in a few lines: how many ran and passed, and which did not run, with the reason. */
export async function countConformance(reportPath: string, host: string): Promise<string> {
  const { testResults } = reportSchema.parse(JSON.parse(await readFile(reportPath, 'utf8')));
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const passed = tests.filter(({ status }) => status === 'passed').length;
  const failed = tests.filter(({ status }) => status === 'failed').length;
  const broken = testResults.filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0).length;
  const reasons = new Map<string, number>();
  for (const { ancestorTitles, title } of tests) {
    const [, mark, reason] = MARKS.exec([...ancestorTitles, title].join(' ')) ?? [];
    if (mark !== undefined) reasons.set(`${mark}: ${reason}`, (reasons.get(`${mark}: ${reason}`) ?? 0) + 1);
  }
  const countOf = (mark: string) => [...reasons].filter(([reason]) => reason.startsWith(mark)).reduce((sum, [, count]) => sum + count, 0);
  const [own, watching] = [countOf('the engine’s own'), countOf('needs a watch')];
  const others = tests.length - passed - failed - own - watching;
  return [
    `Conformance of ${host}: ${passed + failed} ran, ${passed} passed, ${failed} failed; ${own} are the engine’s own${watching === 0 ? '' : `; ${watching} need a watch`}; ${others} were left out by --only, -t or for want of --long.`,
    ...(broken === 0 ? [] : [`${broken} files could not be loaded.`]),
    ...[...reasons].map(([reason, count]) => `  ${count} ${reason}`),
  ].join('\n');
}
