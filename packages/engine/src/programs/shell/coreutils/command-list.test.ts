import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandList } from './command-list.ts';

describe('the list of commands', () => {
  it('loads every command', async () => {
    for (const [name, load] of commandList) expect(typeof (await load()), name).toBe('function');
  });
});

/** Returns the scripts whose results were recorded from the GNU commands. */
function recordedScripts(): string[] {
  const folder = join(import.meta.dirname, '../../../../../../tests/fixtures/shell');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name): string[] =>
      // The recording script writes this shape.
      (JSON.parse(readFileSync(join(folder, name), 'utf8')) as { script: string }[]).map(({ script }) => script),
    );
}

const scripts = recordedScripts();

/** The tests of commands that have no recorded script. */
const OTHER_TESTS = ['unrecorded-commands.test.ts', 'net/curl/curl.test.ts', 'system/terminal-commands.test.ts'];
const otherTests = OTHER_TESTS.map((file) => readFileSync(join(import.meta.dirname, file), 'utf8')).join('\n');

it.each([...commandList.keys()])('%s is run by a recorded script, or by a test beside it', (name) => {
  const escaped = name.replace(/[[\].+]/g, '\\$&');
  const word = new RegExp(`(?:^|[\\s;|&(\`!{])${escaped}(?=$|[\\s;|&)\`}])`, 'm');
  const isTestedBeside = new RegExp(`['"\`| ]${escaped}(?=['"\` ])`).test(otherTests);
  expect(isTestedBeside || scripts.some((script) => word.test(script))).toBe(true);
});
