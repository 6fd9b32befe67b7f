// npm run conformance -- [--host engine|stackblitz] [vitest's own arguments]
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { host: { type: 'string', default: 'engine' }, 'test-name-pattern': { type: 'string', short: 't' } },
});
if (values.host !== 'engine' && values.host !== 'stackblitz') {
  console.error(`No host '${values.host}': there are engine and stackblitz.`);
  process.exit(2);
}
const pattern = values['test-name-pattern'];
const child = spawn(
  process.execPath,
  [
    join(ROOT, 'node_modules/vitest/vitest.mjs'),
    'run',
    ...['--config', join(ROOT, 'tests/conformance/vitest.config.ts')],
    ...(pattern === undefined ? [] : ['-t', pattern]),
    ...positionals,
  ],
  { cwd: ROOT, stdio: 'inherit', env: { ...process.env, CONFORMANCE_HOST: values.host } },
);
child.once('exit', (code) => {
  process.exitCode = code ?? 1;
});
