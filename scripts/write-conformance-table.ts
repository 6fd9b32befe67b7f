import { readdir, readFile, writeFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { replaceMarked } from './replace-marked.ts';

const CONFORMANCE = fileURLToPath(new URL('../tests/conformance/', import.meta.url));
const BEGIN = '<!-- conformance: written by `npm run conformance -- --table` -->';
const END = '<!-- /conformance -->';
const LIMITS_BEGIN = '<!-- limits: written by `npm run conformance -- --table` -->';
const LIMITS_END = '<!-- /limits -->';
const DOCUMENTED_BEGIN = '<!-- documented: written by `npm run conformance -- --table` -->';
const DOCUMENTED_END = '<!-- /documented -->';

/** The area is the first word of a file's name, or of its folder below `tests/conformance`. */
const AREAS: readonly (readonly [string, string])[] = [
  ['client', "the client's surface"],
  ['shell', 'shell and everyday tools'],
  ['node', 'Node'],
  ['npm', 'npm'],
  ['tools', 'real tools, unmodified'],
  ['preview', 'previews'],
  ['resilience', 'resilience'],
];

const reportSchema = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ ancestorTitles: z.array(z.string()), title: z.string(), status: z.string() })),
    }),
  ),
});
type TestFile = z.infer<typeof reportSchema>['testResults'][number];

/** Writes vitest's report and the kernel's limits into the marked places of the document. */
export async function writeConformanceTable(reportPath: string, documentPath: string): Promise<void> {
  const report = reportSchema.parse(JSON.parse(await readFile(reportPath, 'utf8')));
  const document = await readFile(documentPath, 'utf8');
  const limits = limitsTable(await readFile(new URL('../packages/engine/src/abi/limits.ts', import.meta.url), 'utf8'));
  const withTable = replaceMarked(document, BEGIN, END, conformanceTable(report.testResults));
  const withLimits = replaceMarked(withTable, LIMITS_BEGIN, LIMITS_END, limits);
  await writeFile(documentPath, replaceMarked(withLimits, DOCUMENTED_BEGIN, DOCUMENTED_END, await documentedTable()));
}

/** Returns a table of the programs based on Node's documentation; the unit suite fails if one prints something other than Node. */
export async function documentedTable(): Promise<string> {
  const folder = new URL('../tests/fixtures/node-documented/', import.meta.url);
  const rows: string[] = [];
  let total = 0;
  for (const file of (await readdir(folder)).sort()) {
    if (!file.endsWith('.txt')) continue;
    const count = (await readFile(new URL(file, folder), 'utf8')).match(/^=== /gm)?.length ?? 0;
    total += count;
    rows.push(`| ${file.replace('.txt', '').replaceAll('-', ', ')} | ${count} |`);
  }
  return ['| after the documentation of | programs |', '|---|---|', ...rows, `| together | ${total} |`].join('\n');
}

function conformanceTable(files: readonly TestFile[]): string {
  const rows: string[] = [];
  const lists: string[] = [];
  for (const [area, title] of AREAS) {
    const own = files.filter((file) => areaOf(file) === area);
    if (own.length === 0) continue;
    const tests = own.flatMap((file) => file.assertionResults);
    const failed = tests.filter(({ status }) => status === 'failed');
    const broken = own.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
    const passed = tests.filter(({ status }) => status === 'passed').length;
    rows.push(`| ${title} | ${passed} | ${failed.length + broken.length} |`);
    lists.push(`### ${title}`, ...own.map(listOf));
  }
  return ['| area | passes | fails |', '|---|---|---|', ...rows, '', ...lists].join('\n');
}

function areaOf(file: TestFile): string | undefined {
  return relative(CONFORMANCE, file.name).split(/[-./\\]/)[0];
}

function listOf(file: TestFile): string {
  const path = relative(fileURLToPath(new URL('..', import.meta.url)), file.name);
  if (file.assertionResults.length === 0) return `\n\`${path}\`\n\n- **fails**: the file could not be loaded\n`;
  const lines = file.assertionResults
    .filter(({ status }) => status === 'passed' || status === 'failed')
    .map(({ ancestorTitles, title, status }) => `- ${status === 'failed' ? '**fails**: ' : ''}${[...ancestorTitles, title].join(' ')}`);
  return `\n\`${path}\`\n\n${lines.join('\n')}\n`;
}

/** Takes names, defaults and meanings from `limits.ts` itself. */
function limitsTable(source: string): string {
  const meanings = new Map([...source.matchAll(/\/\*\*\s*([^*]+?)\s*\*\/\s+(\w+): number;/g)].map(([, text, name]) => [name, text]));
  const rows = [...source.matchAll(/^ {2}(\w+): ([^,\n]+),$/gm)].map(
    ([, name, value]) => `| \`${name}\` | ${value} | ${meanings.get(name) ?? ''} |`,
  );
  return ['| limit | default | |', '|---|---|---|', ...rows].join('\n');
}
