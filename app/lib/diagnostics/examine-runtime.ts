import { buttonName } from '../button-names/button-name.ts';
import { t } from '../i18n/t.ts';
import { errorMessage } from '../protocol/error-message.ts';
import { stripEscapeCodes } from '../runtime/terminal-text.ts';
import type { Runtime } from '../runtime/types.ts';
import type { Finding } from './finding.ts';

export interface RuntimeLook {
  /** Boots the runtime if there is none. */
  ready(): Promise<{ runtime: Pick<Runtime, 'host' | 'spawn'> }>;
  /** Whether another tab has the project. */
  isElsewhere(): boolean;
  now(): number;
  /** Resolves after this number of milliseconds. */
  sleep(milliseconds: number): Promise<void>;
}

const LONGEST_MS = 30_000;
const DONE = 'devonz-self-test-passed';
/**
 * Uses the temporary folder, because the project's files belong to the user. The result is concatenated, so that an echo of the program
 * does not count as success.
 */
const PROGRAM = `
const { mkdtempSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const folder = mkdtempSync(join(require('node:os').tmpdir(), 'devonz-'));
const file = join(folder, 'self-test.txt');
writeFileSync(file, ['devonz', 'self', 'test', 'passed'].join('-'));
console.log(readFileSync(file, 'utf8'));
rmSync(folder, { recursive: true });
`;

const HOSTS: Readonly<Record<Runtime['host'], () => string>> = {
  engine: () => t('The engine'),
  stackblitz: () => 'StackBlitz',
  machine: () => t('Your machine'),
};

function about(): Pick<Finding, 'id' | 'name'> {
  return { id: 'runtime', name: t('Runtime') };
}

function failed(value: string): Finding {
  const advice = t('Restart the runtime (command palette). If this keeps happening, choose the other one under Settings → Runtime.');
  return { ...about(), state: 'failed', value, advice };
}

/** Runs a program that writes and reads a file. */
export async function examineRuntime(look: RuntimeLook): Promise<Finding> {
  if (look.isElsewhere())
    return {
      ...about(),
      state: 'note',
      value: t('Runs in the other tab'),
      advice: t('Check there, or press “{button}” first.', { button: buttonName('use-it-here') }),
    };
  const slow = look.sleep(LONGEST_MS).then(() => failed(t('It did not answer within 30 seconds')));
  return Promise.race([slow, runProgram(look)]);
}

async function runProgram({ ready, now }: RuntimeLook): Promise<Finding> {
  try {
    const { runtime } = await ready();
    const startedAt = now();
    const process = await runtime.spawn({ command: 'node', args: ['-e', PROGRAM] });
    let output = '';
    const read = process.output.pipeTo(
      new WritableStream({
        write(chunk) {
          output += chunk;
        },
      }),
    );
    const exitCode = await process.exit;
    await read;
    const said = stripEscapeCodes(output).trim();
    if (exitCode === 0 && said === DONE) {
      const [host, milliseconds] = [HOSTS[runtime.host](), Math.round(now() - startedAt)];
      return {
        ...about(),
        state: 'good',
        value: t('{host} ran a program that wrote and read a file, in {milliseconds} ms', { host, milliseconds }),
      };
    }
    const end = said.slice(-300);
    return failed(
      end === ''
        ? t('Its test program ended with {exitCode} and printed nothing', { exitCode })
        : t('Its test program ended with {exitCode}: {output}', { exitCode, output: end }),
    );
  } catch (error) {
    return failed(errorMessage(error));
  }
}
