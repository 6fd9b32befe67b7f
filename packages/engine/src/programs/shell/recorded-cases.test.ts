import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { createTestKernel } from '../../kernel/testing/create-test-kernel.ts';
import { coreutilsProgram } from './coreutils-program.ts';
import { jshProgram } from './jsh-program.ts';

interface RecordedCase {
  script: string;
  stdout: string;
  stderr: string;
  exitCode: number;
}

// Recorded from real bash and GNU tools by packages/engine/scripts/record-shell-cases.ts.
const folder = join(import.meta.dirname, '../../../../../tests/fixtures/shell');

function readJson<Value>(path: string): Value {
  // The recording script writes this shape.
  return JSON.parse(readFileSync(join(folder, path), 'utf8')) as Value;
}

const files = Object.fromEntries(
  Object.entries(readJson<Record<string, string>>('cases/files.json')).map(([path, content]) => [`/home/project/${path}`, content]),
);

beforeAll(() => {
  process.env.TZ = 'UTC';
});

for (const name of readdirSync(folder).filter((entry) => entry.endsWith('.json'))) {
  describe(`jsh does as bash did: ${name.replace('.json', '')}`, () => {
    it.each(readJson<RecordedCase[]>(name))('$script', async ({ script, stdout, stderr, exitCode }) => {
      const kernel = createTestKernel({ programs: { jsh: jshProgram, coreutils: coreutilsProgram }, files });
      const env = { HOME: '/home/project', PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C.UTF-8', TZ: 'UTC' };
      const result = await kernel.run(['bash', '-c', script], { env });
      // Bash counts the lines of a `-c` text slightly differently; another test checks that line numbers exist.
      const unnumbered = result.stderr.replace(/^jsh: line \d+: /gm, 'jsh: ');
      expect({ ...result, stderr: unnumbered }).toEqual({ stdout, stderr, exitCode });
    });
  });
}
