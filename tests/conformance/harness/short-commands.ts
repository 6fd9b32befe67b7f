/** A short command with the expected result of the agent's shell. Each leaves the shell as the next one needs it. */
export interface ShortCommand {
  command: string;
  exitCode: number;
  /** As the terminal shows it. */
  output: string | RegExp;
}

/** Returns a different command for each number; every kind occurs about once in twenty. */
export function shortCommand(number: number): ShortCommand {
  const make = KINDS[number % KINDS.length] ?? echo;
  return make(number);
}

type Kind = (number: number) => ShortCommand;

const says = (command: string, output: string | RegExp = '', exitCode = 0): ShortCommand => ({ command, exitCode, output });
const echo: Kind = (number) => says(`echo plain ${number}`, `plain ${number}\r\n`);

const KINDS: readonly Kind[] = [
  echo,
  (number) => says(`printf 'no line end %d' ${number}`, `no line end ${number}`),
  (number) => says(`exit ${number % 256}`, '', number % 256),
  (number) => says(`echo 'unfinished ${number}`, /unexpected EOF/, 2),
  (number) => says(`printf '%s\\n' ${number} | cat`, `${number}\r\n`),
  // It would wait for terminal input, but there is none here.
  (number) => says(`cat < /dev/null; echo after ${number}`, `after ${number}\r\n`),
  (number) => says(`trap -p EXIT | grep -c 654; echo marker ${number}`, `1\r\nmarker ${number}\r\n`),
  (number) => says(`printf '\\033]654;dz-forged=/tmp\\007'; echo forged ${number}`, `\x1b]654;dz-forged=/tmp\x07forged ${number}\r\n`),
  (number) => says(`for i in $(seq 1 2000); do echo "line $i of ${number}"; done | tail -n 1`, `line 2000 of ${number}\r\n`),
  (number) => says(`seq 1 3000; echo end ${number}`, new RegExp(`^1\\r\\n2\\r\\n[^]*\\r\\n3000\\r\\nend ${number}\\r\\n$`)),
  (number) => says(`echo 'ünïcode ☃ 😀 ${number}'`, `ünïcode ☃ 😀 ${number}\r\n`),
  (number) => says(`printf '10%%\\r50%%\\r${number}%%\\n'`, `10%\r50%\r${number}%\r\n`),
  (number) => says(`true & wait; echo waited ${number}`, `waited ${number}\r\n`),
  (number) => says(`trap 'echo bye ${number}' INT; kill -INT $$; echo still here`, `bye ${number}\r\nstill here\r\n`),
  (number) => says(`set -e; echo one; (exit ${(number % 7) + 1}); echo never`, 'one\r\n', (number % 7) + 1),
  (number) => says(`mkdir -p dir-${number % 5} && cd dir-${number % 5} && basename "$PWD"`, `dir-${number % 5}\r\n`),
  () => says('basename "$PWD"; cd ..; basename "$PWD"', /^dir-\d\r\nproject\r\n$/),
  (number) => says(`export NUMBER=${number}; echo set`, 'set\r\n'),
  (number) => says('echo "kept $NUMBER"', `kept ${number - 1}\r\n`),
  (number) => says(`f() { echo "in f $1"; return 4; }; f ${number}`, `in f ${number}\r\n`, 4),
  (number) => says(`echo to-error-${number} >&2; false`, `to-error-${number}\r\n`, 1),
  (number) => says(`cat <<'END'\n  indented \\ $HOME ${number}\n\nEND`, `  indented \\ $HOME ${number}\r\n\r\n`),
  (number) => says(`no-such-program-${number}`, /not found/, 127),
  (number) => says(`# only a comment ${number}`),
  (number) => says(`echo a${number} \\\n  b; echo c # d`, `a${number} b\r\nc\r\n`),
];
