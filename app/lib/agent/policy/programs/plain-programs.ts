import { because, type Reason } from '../../../protocol/texts/reason.ts';
import type { ReadArguments } from '../parse/arguments.ts';
import type { ShellWord } from '../parse/shell-word.ts';
import { isRulingName } from './judge-assignment.ts';
import { type ProgramEntry, programs } from './program-entry.ts';

/** Programs and builtins that touch no file: they print, count, wait or test. */
export const PLAIN_PROGRAMS: readonly (readonly [string, ProgramEntry])[] = [
  ...programs(
    'echo true false : pwd exit return break continue shift sleep whoami uname arch nproc uptime tty logname seq expr basename dirname tr factor numfmt clear reset cal id groups',
    { operands: 'text' },
  ),
  ...programs('jobs', { operands: 'text', isClosed: true, flags: 'l n p r s' }),
  ...programs('hostname', {
    operands: 'text',
    isClosed: true,
    flags: 's f d i I A short long fqdn domain',
    check: ({ operands }) => (operands.length > 0 ? because('it renames the machine') : null),
  }),
  ...programs('printf', { operands: 'text', check: ({ flags }) => (flags.size > 0 ? because('it sets a variable') : null), flags: 'v=!' }),
  ...programs('date', {
    operands: 'text',
    flags:
      'd=text date=text f=read file=read r=read reference=read s=! set=! u R I=attached iso-8601=attached rfc-3339=text utc universal rfc-email',
    check: ({ operands }) => (operands.every(({ text }) => /^["']?\+/.test(text)) ? null : because('it sets the clock')),
  }),
  ...programs('ps', {
    operands: 'text',
    flags:
      'C=text p=text u=text U=text o=text O=text t=text g=text G=text q=text s=text E=! sort=text pid=text ppid=text user=text format=text',
    check: ({ operands }) =>
      operands.some(({ text }) => /^[a-z]*e[a-z]*$/i.test(text))
        ? because('it shows the environment of programs, which may hold keys')
        : null,
  }),
  ...programs('wait', { operands: 'text', flags: 'p=! n f' }),
  ...programs('command', { operands: 'text' }),
  ...programs('man info', { operands: 'text', isClosed: true, flags: 'k f' }),
  ...programs('test [', { operands: 'list', hasSingleDash: true, check: checkTest }),
  ...programs('cd', { operands: 'list', isClosed: true, flags: 'P L e', check: checkDirectory }),
  ...programs('set', { operands: 'text', check: checkSet }),
  ...programs('read', { operands: 'text', flags: 'a=! u=text n=text N=text t=text d=text p=text i=text r s e', check: checkRead }),
];

function checkDirectory({ operands }: ReadArguments): Reason | null {
  if (operands.length === 0) return because('it leaves the project for the home folder');
  if (operands.length > 1) return because('it goes to one of several folders');
  return operands[0]?.text === '-' ? because('where it goes is only known when it runs') : null;
}

/** Allows `set -euo pipefail` and similar; `set` alone prints every variable. */
function checkSet({ operands, flags }: ReadArguments): Reason | null {
  const isPlain =
    [...flags].every((flag) => /^[euxo]$/.test(flag)) && operands.every(({ text }) => text === 'pipefail' || /^\+[eux]+$/.test(text));
  return isPlain && (flags.size > 0 || operands.length > 0) ? null : because('it shows or changes what the shell has set');
}

function checkRead({ operands }: ReadArguments): Reason | null {
  return operands.every(({ text }) => /^[a-z_]\w*$/.test(text) && !isRulingName(text)) ? null : because('it sets a variable');
}

/** `-v name` and numeric comparisons can run commands hidden in an index. */
function checkTest({ flags, operands }: ReadArguments): Reason | null {
  if (flags.has('v') || flags.has('R')) return because('its arguments can run commands');
  const isCounting = [...flags].some((flag) => /^(?:eq|ne|lt|le|gt|ge)$/.test(flag));
  return isCounting && !operands.every(({ text }) => /^(?:\d+|!|\])$/.test(text)) ? because('its arguments can run commands') : null;
}

/** A quoted value stays one word; `$@` does not. */
const isOneWord = ({ kind, text }: ShellWord) => kind !== 'unknown' || /^"[^"@*]*"$/.test(text);

/**
 * Returns true for a comparison of texts with values known only at run time: `[ -n "$x" ]`, `[ "$x" = y ]`. With up to three words, the
 * meaning is fixed whatever the values are; unquoted values could become more words.
 */
export function comparesTexts(name: string, operands: readonly ShellWord[]): boolean {
  if (name === '[' && operands.at(-1)?.text !== ']') return false;
  const words = name === '[' ? operands.slice(0, -1) : operands;
  const from = words[0]?.text === '!' ? 1 : 0;
  const [first, second, third, ...rest] = words.slice(from);
  if (first === undefined || rest.length > 0 || !words.every(isOneWord)) return false;
  if (second === undefined) return true;
  if (third === undefined) return first.text === '-n' || first.text === '-z';
  return second.text === '=' || second.text === '==' || second.text === '!=';
}
