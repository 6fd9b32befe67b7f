import { because, type Reason } from '../../../protocol/texts/reason.ts';
import type { ReadArguments } from '../parse/arguments.ts';
import type { ShellWord } from '../parse/shell-word.ts';
import { escapedGlob } from '../paths/glob-pattern.ts';
import { type Judging, judgeUse } from './judge-use.ts';
import { type ProgramEntry, programs } from './program-entry.ts';
import { readsWidely } from './searching-programs.ts';

/** Programs that create, change or remove files. */
export const CHANGING_PROGRAMS: readonly (readonly [string, ProgramEntry])[] = [
  ...programs('mkdir', { operands: 'create', flags: 'm=text mode=text p v parents verbose' }),
  ...programs('touch', { operands: 'create', flags: 'd=text date=text t=text r=list reference=list a c m' }),
  ...programs('rm', {
    operands: 'remove',
    isClosed: true,
    flags: 'r R f v d i I recursive force verbose dir interactive=attached one-file-system preserve-root',
  }),
  ...programs('cp', {
    operands: 'read',
    last: 'write',
    isClosed: true,
    flags:
      'r R a p f n i v u T d L P t=write target-directory=write recursive archive force verbose update no-clobber preserve=attached parents',
    check: (read, judging) =>
      ['r', 'R', 'a', 'recursive', 'archive'].some((flag) => read.flags.has(flag)) && readsWidely(read, judging)
        ? because('it reads every file below, also those that may hold keys')
        : checkArrivals(read, judging),
  }),
  ...programs('mv', {
    operands: 'write',
    isClosed: true,
    flags: 'f n i v u T t=write target-directory=write force verbose no-clobber',
    check: checkArrivals,
  }),
  ...programs('tee', { operands: 'write', isClosed: true, flags: 'a i append' }),
  ...programs('truncate', { operands: 'write', flags: 's=text size=text r=list reference=list c' }),
  ...programs('chmod', {
    operands: 'create',
    first: { count: 1, use: 'text' },
    isClosed: true,
    flags: 'v c f x w r X verbose changes',
    check: checkMode,
  }),
  ...programs('make gmake', {
    operands: 'list',
    isClosed: true,
    flags: 'j=attached k s n B q silent keep-going dry-run jobs=attached',
    check: ({ operands }) => (operands.some(({ text }) => text.includes('=')) ? because('it changes what the makefile runs') : null),
  }),
];

/** Checks targets inside a folder, where each file keeps its own name: `cp docs/AGENTS.md .` writes AGENTS.md. */
function checkArrivals({ uses, operands }: ReadArguments, judging: Judging): Reason | null {
  const target = uses.find(({ flag }) => flag !== null && /^t/.test(flag)) ?? uses.findLast(({ flag }) => flag === null);
  if (target?.word.kind !== 'literal') return null;
  for (const source of operands) {
    if (source === target.word || source.kind === 'unknown') continue;
    const name = source.value.replace(/\/+$/, '').replace(/^.*\//, '');
    const value = `${target.value}/${name}`;
    const word: ShellWord =
      source.kind === 'glob'
        ? {
            kind: 'glob',
            value,
            pattern: `${escapedGlob(target.value)}/${source.pattern.replace(/\/+$/, '').replace(/^.*\//, '')}`,
            text: value,
          }
        : { kind: 'literal', value, text: value };
    const why = judgeUse('write', word, value, judging);
    if (why !== null) return why;
  }
  return null;
}

function checkMode({ operands }: ReadArguments): Reason | null {
  return /^(?:u?[+-][rwx]+|[ugoa]+[+-][rx]+|[0-7]{3,4})$/.test(operands[0]?.text ?? '') &&
    !/^[2467]...|[2367]$/.test(operands[0]?.text ?? '')
    ? null
    : because('it changes who may do what');
}
