import { OpenFlag } from '../../../../abi/system-calls.ts';
import { parseCount } from '../../text/parse-size.ts';
import type { Command, CommandContext } from '../command.ts';
import { CommandError } from '../command.ts';
import { answerInformation } from '../information-request.ts';

const OPERANDS = ['if', 'of', 'bs', 'ibs', 'obs', 'count', 'skip', 'seek', 'conv', 'status', 'iflag', 'oflag'];
const specification = { others: OPERANDS.map((name) => `${name}=VALUE`) };

/** Implements `dd`: if=, of=, bs=, count=, skip=, seek=, conv=notrunc, status=none. */
export const dd: Command = async (context) => {
  answerInformation(context.args, specification);
  const options = new Map<string, string>();
  for (const argument of context.args) {
    const equals = argument.indexOf('=');
    if (equals < 1 || !OPERANDS.includes(argument.slice(0, equals)))
      throw new CommandError(`unrecognized operand '${argument}'\nTry 'dd --help' for more information.`);
    options.set(argument.slice(0, equals), argument.slice(equals + 1));
  }
  const size = (name: string, standard: number) => {
    const text = options.get(name);
    const value = text === undefined ? standard : parseCount(text);
    if (value === null || value < 0) throw new CommandError(`invalid number: '${text ?? ''}'`);
    return value;
  };
  const block = size('bs', size('ibs', 512));
  const count = options.has('count') ? size('count', 0) * block : Number.POSITIVE_INFINITY;
  const startedAt = performance.now();
  const total = await copy(context, options, { skip: size('skip', 0) * block, seek: size('seek', 0) * block, count });
  if (options.get('status') !== 'none') {
    const whole = Math.floor(total / block);
    const records = `${whole}+${total % block === 0 ? 0 : 1}`;
    const seconds = Math.max(0.000_001, (performance.now() - startedAt) / 1000);
    await context.stdout.flush();
    await context.stderr.write(`${records} records in\n${records} records out\n`);
    if (options.get('status') !== 'noxfer')
      await context.stderr.writeLine(`${total} bytes copied, ${seconds.toFixed(6)} s, ${(total / seconds / 1e6).toFixed(1)} MB/s`);
  }
  return 0;
};

async function copy(
  { files, system, stdout, signal }: CommandContext,
  options: ReadonlyMap<string, string>,
  { skip, seek, count }: { skip: number; seek: number; count: number },
): Promise<number> {
  const path = options.get('of');
  const input = files.input(options.get('if') ?? '-');
  const isKept = options.get('conv')?.includes('notrunc') === true || seek > 0;
  const flags = OpenFlag.WRITE_ONLY | OpenFlag.CREATE | (isKept ? 0 : OpenFlag.TRUNCATE);
  const output =
    path === undefined || path === '/dev/stdout'
      ? null
      : path === '/dev/null'
        ? 'nothing'
        : system.sync('open', files.resolve(path), flags, 0o666);
  let toSkip = skip;
  let total = 0;
  try {
    while (total < count) {
      signal.throwIfAborted();
      const bytes = await input.read();
      if (bytes.length === 0) break;
      const rest = bytes.subarray(Math.min(toSkip, bytes.length));
      toSkip -= bytes.length - rest.length;
      const taken = rest.subarray(0, Math.min(rest.length, count - total));
      if (output === null) await stdout.writeBytes(taken.slice());
      else if (output !== 'nothing') system.sync('write', output, taken, seek + total);
      total += taken.length;
      if (taken.length < rest.length) input.unread(rest.subarray(taken.length));
    }
    return total;
  } finally {
    if (typeof output === 'number') system.sync('close', output);
  }
}
