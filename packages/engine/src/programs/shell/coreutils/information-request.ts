import { CommandError } from './command.ts';
import type { OptionSpecification } from './option-specification.ts';

/** Ends a command that was given `--help` or `--version`. A builtin of the shell shows it as an option that it does not know. */
export class InformationRequest extends CommandError {
  constructor(
    readonly about: 'help' | 'version',
    readonly specification: OptionSpecification,
  ) {
    super(`unrecognized option '--${about}'`);
  }
}

/** Commands to which every word is data, so that only a lone `--help` or `--version` is a request. */
const dataCommands: ReadonlyMap<string, OptionSpecification> = new Map([
  ['echo', { flags: 'neE' }],
  ['expr', {}],
  ['false', {}],
  ['printf', {}],
  ['true', {}],
]);

/**
 * Throws if a command whose other words are no GNU options was given `--help` or `--version` as its only word. The specification says what
 * the help lists.
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
