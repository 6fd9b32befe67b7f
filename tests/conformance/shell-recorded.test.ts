import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { describeEngineOnly } from './harness/engine-only.ts';
import { useClient } from './harness/use-client.ts';

interface RecordedCase {
  script: string;
  stdout: string;
  stderr: string;
  exitCode: number;
}

const folder = join(import.meta.dirname, '../fixtures/shell');

/** packages/engine/scripts/record-shell-cases.ts writes this shape. */
function readJson<Value>(path: string): Value {
  return JSON.parse(readFileSync(join(folder, path), 'utf8')) as Value;
}

// Each case runs in its own shell and folder; cases that refer to the recording's folder, to time or to the shell's own process are left to
// the shell's unit tests, which replay every case.
const everyNth = process.env.CONFORMANCE_LONG === '1' ? 1 : 18;
const cases = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .flatMap((name) => readJson<RecordedCase[]>(name))
  .filter(
    ({ script, stdout, stderr }) =>
      !`${stdout}${stderr}`.includes('/home/project') && !/sleep|\$\$|\$0|\bps\b|bash -s|hostname/.test(script),
  )
  .filter((_recorded, index) => index % everyNth === 0);

describeEngineOnly('recorded from bash and the GNU tools, which a machine has itself')('the shell', () => {
  const client = useClient();

  it(`does in ${cases.length} recorded cases what bash and the GNU tools did`, async () => {
    const files = readJson<Record<string, string>>('cases/files.json');
    const results = await client.inPage(
      async ({ scripts, files: base }) => {
        const { fs } = await booted();
        for (const [path, text] of Object.entries(base)) {
          await fs.mkdir(`base/${path}`.slice(0, `base/${path}`.lastIndexOf('/')), { recursive: true });
          await fs.writeFile(`base/${path}`, text);
        }
        await fs.mkdir('scripts');
        await fs.mkdir('results');
        await Promise.all(scripts.map((script, index) => fs.writeFile(`scripts/${index}`, script)));
        const driver = `root=$PWD
for script in scripts/*; do
  name=\${script#scripts/}
  cp -r base "case-$name"
  cd "case-$name"
  env -i PATH=/usr/local/bin:/usr/bin:/bin HOME="$PWD" LC_ALL=C.UTF-8 TZ=UTC jsh -c "$(cat "$root/scripts/$name")" \\
    < /dev/null > "$root/results/$name.out" 2> "$root/results/$name.err"
  echo $? > "$root/results/$name.code"
  cd "$root"
done`;
        await fs.writeFile('driver.sh', driver);
        const run = await runToEnd('jsh', ['driver.sh']);
        const read = (name: string) => fs.readFile(`results/${name}`, 'utf-8');
        const seen = await Promise.all(
          scripts.map(async (_script, index) => ({
            stdout: await read(`${index}.out`),
            stderr: (await read(`${index}.err`)).replace(/^jsh: line \d+: /gm, 'jsh: '),
            exitCode: Number(await read(`${index}.code`)),
          })),
        );
        return { run, seen };
      },
      { scripts: cases.map(({ script }) => script), files },
    );
    expect(results.run).toEqual({ exitCode: 0, output: '' });
    const different = cases.flatMap(({ script, stdout, stderr, exitCode }, index) => {
      const seen = results.seen[index];
      return seen?.stdout === stdout && seen.stderr === stderr && seen.exitCode === exitCode
        ? []
        : [{ script, expected: { stdout, stderr, exitCode }, seen }];
    });
    expect(different).toEqual([]);
  }, 120_000);
});
