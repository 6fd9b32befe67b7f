import { beforeAll, describe, expect, it } from 'vitest';
import { mountFixture } from '../harness/mount-fixture.ts';
import { useClient } from '../harness/use-client.ts';

const TIME_OUT = 120_000;

/** Installs two hundred packages, so only with --long. The expectations are the output of native Node 20. */
describe.runIf(process.env.CONFORMANCE_LONG === '1')('linters, formatters and style tools of the registry as they are', () => {
  const client = useClient();
  const run = (command: string) => client.inPage((command) => runToEnd('jsh', ['-c', command]), command);

  beforeAll(async () => {
    await mountFixture(client, 'lint-and-style');
    const { exitCode, output } = await run('npm install');
    expect({ exitCode, output: exitCode === 0 ? '' : output }).toEqual({ exitCode: 0, output: '' });
  }, TIME_OUT);

  it(
    'eslint finds with types what is wrong',
    async () => {
      const { exitCode, output } = await run('npx eslint .');
      expect(exitCode).toBe(1);
      const rules = output.split('\n').flatMap((line) => /^ +(\d+:\d+) +error .* ([\w@/-]+)$/.exec(line)?.slice(1).join(' ') ?? []);
      expect(rules).toEqual([
        '1:8 @typescript-eslint/require-await',
        '2:7 @typescript-eslint/no-unused-vars',
        '2:15 @typescript-eslint/no-explicit-any',
        '3:1 @typescript-eslint/no-floating-promises',
        '4:48 no-debugger',
      ]);
    },
    TIME_OUT,
  );

  it(
    'prettier checks and formats',
    async () => {
      expect((await run('npx prettier --check src')).exitCode).toBe(1);
      expect((await run('npx prettier src/a.ts | tail -n 6')).output).toBe(
        'export function g(x: string) {\n  if (x == "a") {\n    debugger;\n  }\n  return x;\n}\n',
      );
    },
    TIME_OUT,
  );

  it(
    'postcss runs tailwind and autoprefixer over a style sheet, and so does tailwind by itself',
    async () => {
      const styles = ['.mt-2 {\n  margin-top: 0.5rem', '-webkit-user-select: none', '.md\\:hover\\:underline:hover'];
      for (const command of ['npx postcss styles.css --no-map', 'npx tailwindcss -i styles.css --postcss']) {
        const { exitCode, output } = await run(`${command} -o out.css && cat out.css`);
        expect(exitCode).toBe(0);
        for (const style of styles) expect(output).toContain(style);
      }
    },
    TIME_OUT,
  );
});
