import { signalNumbers } from '../../../../abi/signals.ts';
import { errorText } from '../../text/error-text.ts';
import { signalNamed } from '../../text/signals.ts';
import type { Command } from '../command.ts';
import { CommandError } from '../command.ts';
import { answerInformation } from '../information-request.ts';

const specification = { others: ['-SIGNAL', '-s SIGNAL', '-n NUMBER', '-l'] };

export const kill: Command = async ({ args, system, stdout, stderr }) => {
  answerInformation(args, specification);
  if (args[0] === '-l') {
    await stdout.writeLine([...signalNumbers.keys()].map((name) => name.slice(3)).join(' '));
    return 0;
  }
  const isNamed = args[0] === '-s' || args[0] === '-n';
  const isShort = !isNamed && /^-./.test(args[0] ?? '') && args[0] !== '--';
  const signal = isNamed ? signalNamed(args[1] ?? '') : isShort ? signalNamed(args[0]?.slice(1) ?? '') : 'SIGTERM';
  if (signal === undefined) throw new CommandError(`${args[isNamed ? 1 : 0]}: invalid signal`);
  let exitCode = 0;
  for (const pid of args.slice(isNamed ? 2 : isShort ? 1 : 0).filter((argument) => argument !== '--')) {
    try {
      await system.async('kill', Number(pid), signal);
    } catch (error) {
      await stderr.writeLine(`kill: (${pid}) - ${errorText(error)}`);
      exitCode = 1;
    }
  }
  return exitCode;
};
