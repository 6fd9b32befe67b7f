// npm run conformance -- [--host engine|bridge|ssh|stackblitz] [--only NAME] [--long] [--table] [vitest's own arguments]
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { HOST_NAMES } from '../tests/conformance/harness/host-names.ts';
import { countConformance } from './testing/count-conformance.ts';
import { writeConformanceTable } from './write-conformance-table.ts';

const USAGE = `Usage: npm run conformance -- [options] [vitest's own arguments]
  --host engine|bridge|ssh|stackblitz
                             whom to ask (engine); the bridge is to this computer, directly or over SSH (to ssh2's server with a real shell),
                             with a new folder for each file of tests
  --only NAME                files whose name holds this: an area (client, shell, node, npm, tools, preview, resilience), or one file
  -t PATTERN                 tests whose sentence fits
  --long                     the long ones, too
  --table                    runs all of them and writes the result into docs/engine.md`;

const ROOT = fileURLToPath(new URL('..', import.meta.url));

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      host: { type: 'string', default: 'engine' },
      only: { type: 'string' },
      'test-name-pattern': { type: 'string', short: 't' },
      long: { type: 'boolean', default: false },
      table: { type: 'boolean', default: false },
    },
  });
  if (!HOST_NAMES.some((name) => name === values.host)) {
    console.error(USAGE);
    return 2;
  }
  const scratch = await mkdtemp(join(tmpdir(), 'devonz-conformance-'));
  const report = join(scratch, 'report.json');
  try {
    const pattern = values['test-name-pattern'];
    const exitCode = await runVitest(
      [
        ...(pattern === undefined ? [] : ['-t', pattern]),
        ...(values.only === undefined ? [] : [values.only]),
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${report}`,
        ...positionals,
      ],
      { CONFORMANCE_HOST: values.host, CONFORMANCE_LONG: values.long || values.table ? '1' : '' },
    );
    // If no report exists, vitest has already printed why.
    console.log(await countConformance(report, values.host).catch(() => ''));
    if (values.table) await writeConformanceTable(report, join(ROOT, 'docs/engine.md'));
    return exitCode;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

function runVitest(args: readonly string[], env: Record<string, string>): Promise<number> {
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
  const config = join(ROOT, 'tests/conformance/vitest.config.ts');
  const child = spawn(process.execPath, [vitest, 'run', '--config', config, ...args], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  return new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
}

process.exitCode = await main();
