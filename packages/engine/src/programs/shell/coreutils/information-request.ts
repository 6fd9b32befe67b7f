import { CommandError } from './command.ts';
import type { OptionSpecification } from './option-specification.ts';

/**
 * Thrown if a command was given `--help` or `--version`, which ends the command. The builtins of the shell report the option as unknown.
 */
export class InformationRequest extends CommandError {
  constructor(
    readonly about: 'help' | 'version',
    readonly specification: OptionSpecification,
  ) {
    super(`unrecognized option '--${about}'`);
  }
}

/** The commands that treat every word as data, except a lone `--help` or `--version`. */
const dataCommands: ReadonlyMap<string, OptionSpecification> = new Map([
  ['echo', { flags: 'neE' }],
  ['expr', {}],
  ['false', {}],
  ['printf', {}],
  ['true', {}],
]);

/**
 * Throws if `--help` or `--version` is the only word of a command that has no other GNU options. The help lists the options of
 * `specification`.
 */
export function answerInformation(args: readonly string[], specification: OptionSpecification = {}): void {
  if (args.length !== 1) return;
  if (args[0] === '--help') throw new InformationRequest('help', specification);
  if (args[0] === '--version') throw new InformationRequest('version', specification);
}

export function answerForData(name: string, args: readonly string[]): void {
  const specification = dataCommands.get(name);
  if (specification !== undefined) answerInformation(args, specification);
}
