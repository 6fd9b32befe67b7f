import { commandUsages } from './command-usages.ts';
import type { InformationRequest } from './information-request.ts';
import type { OptionSpecification } from './option-specification.ts';

/** Returns what a command prints for `--help` or `--version`. The help lists only options that the command supports. */
export function informationText(name: string, { about, specification }: InformationRequest): string {
  const usage = commandUsages.get(name);
  if (about === 'version') {
    const title = usage?.original === undefined ? `${name} (Devonz)` : `${usage.original} (of Devonz)`;
    return `${title}\nWritten for the in-browser engine; it has the options that '${name} --help' lists.\n`;
  }
  const lines = [`Usage: ${name}${usage === undefined || usage.operands === '' ? '' : ` ${usage.operands}`}`];
  if (usage !== undefined) lines.push(usage.summary);
  lines.push('', 'Options that are here:', ...optionLines(specification).map((line) => `  ${line}`));
  return `${lines.join('\n')}\n`;
}

function optionLines(specification: OptionSpecification): string[] {
  const { flags = '', values = '', long = {}, longValues = [], longOptional = [], longFlags = [], others = [] } = specification;
  const lines: [key: string, line: string][] = [];
  const namesOf = (letter: string) => Object.keys(long).filter((name) => long[name] === letter);
  for (const letter of flags) lines.push([letter, [`-${letter}`, ...namesOf(letter).map((name) => `--${name}`)].join(', ')]);
  for (const letter of values) lines.push([letter, [`-${letter} VALUE`, ...namesOf(letter).map((name) => `--${name}=VALUE`)].join(', ')]);
  // A long name may stand for a letter that is not itself an option.
  const alone = Object.keys(long).filter((name) => !(flags + values).includes(long[name] ?? '') && !longValues.includes(long[name] ?? ''));
  for (const name of [...alone, ...longFlags]) lines.push([name, `    --${name}`]);
  for (const name of longValues) lines.push([name, `    --${name}=VALUE`]);
  for (const name of longOptional) lines.push([name, `    --${name}[=VALUE]`]);
  lines.sort(([one], [other]) => (one.toLowerCase() < other.toLowerCase() ? -1 : 1));
  return [...lines.map(([, line]) => line), ...others, '    --help', '    --version'];
}
