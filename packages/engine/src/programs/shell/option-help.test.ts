import { beforeAll, describe, expect, it } from 'vitest';
import { coreutilNames } from '../../abi/coreutil-names.ts';
import { createTestKernel } from '../../kernel/testing/create-test-kernel.ts';
import { coreutilsProgram } from './coreutils-program.ts';

/** The commands that treat a word that is not one of their options as data; a setting of `stty` may also begin with a dash. */
const DATA = new Set(['[', 'echo', 'stty', 'expr', 'false', 'printf', 'test', 'true']);
const UNKNOWN = '--no-such-option';
const commands = coreutilNames.filter((name) => !DATA.has(name));

const run = (args: string[]) => createTestKernel({ programs: { coreutils: coreutilsProgram } }).run(args);
const helpOf = async (name: string) => (await run([name, '--help'])).stdout;

/** The commands that parse their words themselves; for all others, `parseOptions` and the help use the same specification. */
const OWN_PARSERS = new Set(['code', 'curl', 'date', 'dd', 'find', 'jq', 'kill', 'less', 'more', 'ps', 'rg', 'tar']);
/** Words that look like options: each letter, and the long names and the words of expressions that any command lists. */
const letters = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789#.'].map((letter) => `-${letter}`);
const longNames = new Set<string>();
const helps = new Map<string, string>();

/** Returns whether a command accepts the option, and complains only about the word after it. */
async function accepts(name: string, option: string): Promise<boolean> {
  const { exitCode, stderr } = await run([name, option, UNKNOWN, UNKNOWN]);
  return exitCode !== 0 && stderr.includes(UNKNOWN.slice(2)) && !stderr.includes(`'${option}`);
}

beforeAll(async () => {
  for (const name of coreutilNames) helps.set(name, await helpOf(name));
  for (const text of helps.values()) for (const [option] of text.matchAll(/(?<![\w-])--[A-Za-z][\w-]*/g)) longNames.add(option);
});

/** Words in the help that represent several options; the operands of `seq` may be negative. */
const STANDING_FOR: readonly (readonly [word: RegExp, options: RegExp])[] = [
  [/-NUMBER|-SIGNAL|^Usage: seq /, /^-\d$/],
  [/-\[rwxXst\]/, /^-[rwxXst]$/],
  [/-LETTER/, /^-.$/],
];

describe('the help of a command', () => {
  it.each(coreutilNames.filter((name) => name !== 'test'))('of %s ends with 0 and names the command', async (name) => {
    expect(await run([name, '--help'])).toMatchObject({ exitCode: 0, stderr: '', stdout: expect.stringContaining(`Usage: ${name}`) });
  });

  it.each(commands)('of %s names each option that it accepts', async (name) => {
    const help = helps.get(name) ?? '';
    const isListed = (option: string) =>
      STANDING_FOR.some(([word, options]) => word.test(help) && options.test(option)) ||
      new RegExp(`(?<![\\w-])${option.replace(/[.#]/, '\\$&')}(?![\\w-])`).test(help);
    const missing: string[] = [];
    const words = [...(helps.get('find') ?? '').matchAll(/(?<![\w-])-[a-z]\w+/g)].map(([word]) => word);
    for (const option of [...letters, ...(OWN_PARSERS.has(name) ? longNames : []), ...(name === 'find' ? words : [])]) {
      // An abbreviation of a long name is covered by that name.
      const isAbbreviated = option.startsWith('--') && new RegExp(`(?<![\\w-])${option}`).test(help);
      if (!isListed(option) && !isAbbreviated && (await accepts(name, option))) missing.push(option);
    }
    expect(missing).toEqual([]);
  });
});
