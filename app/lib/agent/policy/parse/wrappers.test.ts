import { expect, test } from 'vitest';
import { partsOf } from '../decide-command.ts';
import { inEnglish } from '../testing/in-english.ts';
import { isShell, unwrap } from './wrappers.ts';

/** Returns `> program words`, `$ script`, `! reason`, or null if nothing is run. */
function unwrapped(command: string): string | null {
  const parts = partsOf(command, [''], '/home/project');
  if (typeof parts === 'string') throw new Error(parts);
  const wrapped = unwrap(parts[0]?.words ?? []);
  if (wrapped === null) return null;
  if (wrapped.type === 'opaque') return `! ${inEnglish(wrapped.why)}`;
  if (wrapped.type === 'script') return `${wrapped.isSameShell ? '$$' : '$'} ${wrapped.source}`;
  const words = wrapped.words.map(({ text }) => text).join(' ');
  const assignments = wrapped.assignments.length === 0 ? '' : ` [${wrapped.assignments.join(' ')}]`;
  return `>${wrapped.isFed ? '>' : ''} ${words}${assignments}${wrapped.asks === null ? '' : ` ! ${inEnglish(wrapped.asks)}`}`;
}

const HIDDEN = '! it runs another command in a way this check does not follow';
const DOWNLOADS = 'it downloads and runs a package';

test.each([
  ['ls -la', null],
  ['env ls -a', '> ls -a'],
  ['env -i A=1 B=c=d ls', '> ls [A=1 B=c=d]'],
  ['env -v --debug ls', '> ls'],
  ['env --ignore-environment ls', '> ls'],
  ['env -- ls', '> ls'],
  ['env - ls', '> - ls'],
  ['env -u A ls', '! its flag -u is not known'],
  ['env --chdir=/ ls', '! its flag --chdir=/ is not known'],
  ['env', '! it prints the environment, which may hold keys'],
  ['env A=1', '! it prints the environment, which may hold keys'],
  ['env A=$x ls', HIDDEN],
  ['env $x ls', HIDDEN],
  ['env -i $x', HIDDEN],
  ['cross-env A=1 ls', '> ls [A=1]'],
  ['cross-env A=1', HIDDEN],
  ['command ls', '> ls'],
  ['command -v ls', null],
  ['command -V ls', null],
  ['command -p ls', '! its flag -p is not known'],
  ['command', null],
  ['builtin cd src', '> cd src'],
  ['nohup ls', '> ls'],
  ['/usr/bin/time ls', null],
  ['nice ls', '> ls'],
  ['nice -n 5 ls', '> ls'],
  ['nice -n5 ls', '> ls'],
  ['nice -5 ls', '> ls'],
  ['nice --adjustment 5 ls', '> ls'],
  ['nice --adjustment=5 ls', '> ls'],
  ['nice', null],
  ['ionice -c 2 -n 4 -t ls', '> ls'],
  ['timeout 5 ls', '> ls'],
  ['timeout -s KILL -k 3 5 ls', '> ls'],
  ['timeout --signal KILL --kill-after=3 --foreground --preserve-status -v --verbose 5 ls', '> ls'],
  ['timeout 5', null],
  ['timeout -x 5 ls', '! its flag -x is not known'],
  ['stdbuf -oL -e 0 -i0 ls', '> ls'],
  ['stdbuf --output=L --error 0 --input=0 ls', '> ls'],
  ['setsid -f -w --fork --wait ls', '> ls'],
  ['unbuffer -p ls', '> ls'],
  ['chronic ls', '> ls'],
  ['busybox ls', '> ls'],
  ['toybox ls', '> ls'],
  ['caffeinate -dimsu ls', '> ls'],
  ['xargs rm', '>> rm …'],
  ['xargs', null],
  ['xargs -0 -r -t -x -o rm', '>> rm …'],
  ['xargs -n 1 -P 4 -L 2 -I {} -d , -E x -s 9 rm {}', '>> rm {} …'],
  ['xargs -n1 -P4 rm', '>> rm …'],
  ['xargs -i rm', '>> rm …'],
  ['xargs -l rm', '>> rm …'],
  ['xargs -e rm', '>> rm …'],
  ['xargs --null --no-run-if-empty --verbose --exit rm', '>> rm …'],
  ['xargs --replace rm', '>> rm …'],
  ['xargs --eof --max-lines rm', '>> rm …'],
  ['xargs --max-args 1 --max-procs=2 --max-chars 9 --delimiter , rm', '>> rm …'],
  ['xargs -a x rm', '! its flag -a is not known'],
  ['xargs --null=x rm', '! its flag --null=x is not known'],
  ['sudo -u me ls', '> ls ! it runs with other rights'],
  ['sudo', HIDDEN],
  ['doas -u me -n ls', '> ls ! it runs with other rights'],
  ['exec ls', '> ls ! it replaces the shell'],
  ['exec -c -l -a x ls', '> ls ! it replaces the shell'],
  ['npx -y --yes ls', '> ls'],
  ['npx -p x --package y ls', `> ls ! ${DOWNLOADS}`],
  ['npx --no tsc --noEmit', '> tsc --noEmit'],
  ['npx --no-install tsc', '> tsc'],
  ['npx --no', HIDDEN],
  ['pnpx ls', `> ls ! ${DOWNLOADS}`],
  ['bunx -y ls', '> ls'],
  ['pnpm exec tsc', '> tsc'],
  ['yarn exec -- tsc', '> tsc'],
  ['pnpm exec', HIDDEN],
  ['pnpm run exec', null],
  ['npm exec tsc', '> tsc'],
  ['npm exec -- tsc --noEmit', '> tsc --noEmit'],
  ['npm x --yes tsc -- --noEmit', '> tsc --noEmit'],
  ['npm exec tsc --noEmit', null],
  ['npm exec -c id', null],
  ['npm exec tsc -c id', null],
  ['npm exec --package=x -- y', null],
  ['bun x tsc --noEmit', '> tsc --noEmit'],
  ['npx vitest@1 run', '> vitest@1 run'],
  ['./node_modules/.bin/tsc --noEmit', '> tsc --noEmit'],
  ['packages/a/node_modules/.bin/tsc', '> tsc'],
  ['node_modules/.bin/../x', null],
  ['bash -c "ls; pwd"', '$ ls; pwd'],
  ['sh -ec ls', '$ ls'],
  ['bash -eu -x -l -c ls', '$ ls'],
  ['bash --noprofile --norc --posix -c ls', '$ ls'],
  ['bash -o pipefail -c ls', '$ ls'],
  ['bash -euo pipefail -c ls', '$ ls'],
  ['bash -c -e ls', '$ ls'],
  ['bash -o x -c ls', '! it is a shell that runs what this check does not see'],
  ['bash -c', '! it is a shell that runs what this check does not see'],
  ['bash -c $x', '! it is a shell that runs what this check does not see'],
  ['bash x.sh', '! it is a shell that runs what this check does not see'],
  ['bash --rcfile x -c ls', '! it is a shell that runs what this check does not see'],
  ['eval ls -a', '$$ ls -a'],
  ['eval "ls; pwd" x', '$$ ls; pwd x'],
  ['eval -- ls', '$$ ls'],
  ['eval', '! it runs a text that is only known when it runs'],
  ['eval $x', '! it runs a text that is only known when it runs'],
  ['eval ls *', '! it runs a text that is only known when it runs'],
  ['watch ls -a', '$ ls -a'],
  ['watch -n 5 -t ls', '$ ls'],
  ['watch -n5 -d ls', '$ ls'],
  ['watch -tn 2 ls', '$ ls'],
  ['watch -x ls', HIDDEN],
  ['watch', HIDDEN],
  ['watch $x', HIDDEN],
])('%s runs %s', (command, runs) => {
  expect(unwrapped(command)).toBe(runs);
});

test.each(['sh', 'bash', 'zsh', 'dash', 'ash', 'ksh', 'mksh', 'jsh'])('%s is a shell', (program) => {
  expect(isShell(program)).toBe(true);
  expect(unwrapped(`${program} -c ls`)).toBe('$ ls');
  expect(isShell(`${program}x`)).toBe(false);
});
