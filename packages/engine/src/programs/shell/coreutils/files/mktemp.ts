import { errorCode, errorText } from '../../text/error-text.ts';
import { joinPath } from '../../text/resolve-path.ts';
import type { Command, CommandContext } from '../command.ts';
import { CommandError } from '../command.ts';
import { parseOptions } from '../parse-options.ts';

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const HINT = "\nTry 'mktemp --help' for more information.";

export const mktemp: Command = async (context) => {
  const { flags, operands, value } = parseOptions(context, {
    flags: 'dqtu',
    values: 'p',
    long: { directory: 'd', quiet: 'q', 'dry-run': 'u' },
    longOptional: ['tmpdir'],
    longValues: ['suffix'],
  });
  if (operands.length > 1) throw new CommandError(`too many templates${HINT}`);
  const [template = 'tmp.XXXXXXXXXX'] = operands;
  const suffix = value('suffix');
  if (suffix !== null && !template.endsWith('X')) throw new CommandError(`with --suffix, template '${template}' must end in X`);
  const run = /X{3,}(?=[^X]*$)/.exec(template);
  if (run === null) throw new CommandError(`too few X's in template '${template}'`);
  const folder = folderOf(context, template, operands.length === 0 || flags.has('t'), value('p') ?? value('tmpdir'));
  const filled = (random: string) => {
    const name = template.slice(0, run.index) + random + template.slice(run.index + run[0].length) + (suffix ?? '');
    return folder === null ? name : joinPath(folder, name);
  };
  const random = [...crypto.getRandomValues(new Uint8Array(run[0].length))].map((byte) => LETTERS[byte % LETTERS.length]).join('');
  const path = filled(random);
  try {
    if (flags.has('u')) {
      // Prints a name only; nothing is created.
    } else if (flags.has('d')) context.system.sync('mkdir', context.files.resolve(path), false, 0o700);
    else context.files.writeBytes(path, new Uint8Array(0), 0o600);
  } catch (error) {
    if (errorCode(error) === null) throw error;
    if (flags.has('q')) return 1;
    const what = flags.has('d') ? 'directory' : 'file';
    throw new CommandError(`failed to create ${what} via template '${filled(run[0])}': ${errorText(error)}`);
  }
  await context.stdout.writeLine(path);
  return 0;
};

/** Returns null if the template itself determines the folder. */
function folderOf({ env, args }: CommandContext, template: string, isInTemporary: boolean, given: string | null): string | null {
  if (!isInTemporary && given === null) return null;
  const temporary = env.get('TMPDIR') || '/tmp';
  if (args.some((argument) => /^-[dqu]*t/.test(argument))) {
    if (template.includes('/')) throw new CommandError(`invalid template, '${template}', contains directory separator`);
    return env.get('TMPDIR') || given || '/tmp';
  }
  if (template.startsWith('/')) throw new CommandError(`invalid template, '${template}'; with --tmpdir, it may not be absolute`);
  return given || temporary;
}
