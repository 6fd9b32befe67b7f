/**
 * Runs every case of tests/fixtures/shell/cases/*.txt in this machine's bash with its GNU tools, and writes the results next to
 * them as JSON, which the shell's tests replay. Cases are separated by empty lines.
 *
 * npx tsx packages/engine/scripts/record-shell-cases.ts [name …]
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const folder = join(import.meta.dirname, '../../../tests/fixtures/shell');
const project = '/home/project';

interface RecordedCase {
  script: string;
  stdout: string;
  stderr: string;
  exitCode: number;
}

function record(script: string, files: Record<string, string>): RecordedCase {
  const work = realpathSync(mkdtempSync(join(tmpdir(), 'shell-case-')));
  try {
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(work, path)), { recursive: true });
      writeFileSync(join(work, path), content);
    }
    const { stdout, stderr, status } = spawnSync('bash', ['-c', script], {
      cwd: work,
      env: { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: work, LC_ALL: 'C.UTF-8', TZ: 'UTC' },
      encoding: 'utf8',
      input: '',
      timeout: 10_000,
    });
    const normal = (text: string) => text.replaceAll(work, project).replaceAll('‘', "'").replaceAll('’', "'");
    return {
      script,
      stdout: normal(stdout),
      stderr: normal(stderr)
        .replace(/^bash: -c: line \d+: `.*\n/gm, '')
        .replace(/^(?:environment|bash): (?:-c: )?(?:line \d+: )?/gm, 'jsh: '),
      exitCode: status ?? -1,
    };
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

const files = JSON.parse(readFileSync(join(folder, 'cases/files.json'), 'utf8')) as Record<string, string>;
const wanted = process.argv.slice(2);
for (const name of readdirSync(join(folder, 'cases'))) {
  if (!name.endsWith('.txt') || (wanted.length > 0 && !wanted.includes(name.replace('.txt', '')))) continue;
  const scripts = readFileSync(join(folder, 'cases', name), 'utf8')
    .split(/\n{2,}/)
    .map((script) => script.replace(/\n$/, ''))
    .filter((script) => script !== '');
  const cases = scripts.map((script) => record(script, files));
  writeFileSync(join(folder, name.replace('.txt', '.json')), `${JSON.stringify(cases, null, 1)}\n`);
  console.log(`${name}: ${cases.length} cases`);
}
