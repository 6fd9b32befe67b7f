import { lineNumber } from '../language/state/report.ts';
import { changeMode } from '../text/mode-text.ts';
import type { Builtin } from './builtin.ts';

export const umask: Builtin = async ({ args, execution, stdout, complain }) => {
  const { state } = execution;
  const { system } = execution.program;
  const isSymbolic = args.includes('-S');
  const isReusable = args.includes('-p');
  const [wanted] = args.filter((argument) => argument !== '-S' && argument !== '-p');
  const former = system.sync('umask', null);
  if (wanted === undefined) {
    const shown = isSymbolic ? symbolicMask(former) : former.toString(8).padStart(4, '0');
    await stdout.writeLine(isReusable ? `umask ${isSymbolic ? '-S ' : ''}${shown}` : shown);
    return 0;
  }
  const isOctal = /^\d+$/.test(wanted);
  if (isOctal && !/^[0-7]{1,4}$/.test(wanted)) {
    await complain(`${wanted}: octal number out of range`);
    return 1;
  }
  const allowed = isOctal ? ~Number.parseInt(wanted, 8) : changeMode(wanted, ~former & 0o777, false);
  if (allowed === null) {
    await complain(`\`${wanted}': invalid symbolic mode operator`);
    return 1;
  }
  state.fileMask = ~allowed & 0o777;
  system.sync('umask', state.fileMask);
  if (isSymbolic) await stdout.writeLine(symbolicMask(state.fileMask));
  return 0;
};

function symbolicMask(mask: number): string {
  const letters = (shift: number) => [...'rwx'].filter((_, index) => ((mask >> shift) & (4 >> index)) === 0).join('');
  return `u=${letters(6)},g=${letters(3)},o=${letters(0)}`;
}

/** Implements `enable` and `ulimit`: accepted, but they do nothing. */
export const accepted: Builtin = async () => 0;

export const getopts: Builtin = async ({ args, execution, stderr }) => {
  const [specification = '', name = 'opt', ...given] = args;
  const { state } = execution;
  const { variables } = state;
  const list = given.length > 0 ? given : state.positional;
  const isSilent = specification.startsWith(':');
  const index = Number(variables.text('OPTIND') ?? '1');
  const word = list[index - 1];
  if (index === 1 && state.optionOffset > 0 && word === undefined) state.optionOffset = 0;
  if (word === undefined || (state.optionOffset === 0 && (!/^-./.test(word) || word === '--'))) {
    if (word === '--') variables.setText('OPTIND', String(index + 1));
    state.optionOffset = 0;
    variables.setText(name, '?');
    return 1;
  }
  const offset = Math.max(1, state.optionOffset);
  const letter = word[offset] ?? '';
  const position = specification.indexOf(letter, isSilent ? 1 : 0);
  const isLast = offset + 1 >= word.length;
  const advance = (count: number) => {
    variables.setText('OPTIND', String(index + count));
    state.optionOffset = 0;
  };
  if (letter === ':' || position === -1) {
    if (isLast) advance(1);
    else state.optionOffset = offset + 1;
    variables.setText(name, '?');
    if (isSilent) variables.setText('OPTARG', letter);
    else {
      variables.unset('OPTARG');
      await stderr.writeLine(`${state.scriptName}: illegal option -- ${letter}`);
    }
    return 0;
  }
  if (specification[position + 1] !== ':') {
    if (isLast) advance(1);
    else state.optionOffset = offset + 1;
    variables.unset('OPTARG');
    variables.setText(name, letter);
    return 0;
  }
  const value = isLast ? list[index] : word.slice(offset + 1);
  if (value === undefined) {
    advance(1);
    variables.setText(name, isSilent ? ':' : '?');
    if (isSilent) variables.setText('OPTARG', letter);
    else await stderr.writeLine(`${state.scriptName}: option requires an argument -- ${letter}`);
    return 0;
  }
  advance(isLast ? 2 : 1);
  variables.setText('OPTARG', value);
  variables.setText(name, letter);
  return 0;
};

export const history: Builtin = async ({ args, execution, stdout }) => {
  const lines = execution.state.history;
  if (args[0] === '-c') {
    lines.length = 0;
    return 0;
  }
  const first = args[0] === undefined ? 0 : Math.max(0, lines.length - Number(args[0]));
  for (const [index, line] of lines.slice(first).entries()) await stdout.writeLine(`${String(first + index + 1).padStart(5)}  ${line}`);
  return 0;
};

/** Implements `times`. A worker cannot know how much CPU time it used, so zeros are printed. */
export const times: Builtin = async ({ stdout }) => {
  await stdout.write('0m0.000s 0m0.000s\n0m0.000s 0m0.000s\n');
  return 0;
};

/** Implements `caller`: prints the line and, with a number, the calling function. */
export const caller: Builtin = async ({ args, execution, stdout }) => {
  const { functionNames, isScriptFile, scriptName, source, position } = execution.state;
  const depth = Number(args[0] ?? '0');
  if (functionNames.length <= depth || (!isScriptFile && functionNames.length - 1 <= depth)) return 1;
  const name = functionNames[functionNames.length - 2 - depth] ?? 'main';
  const line = lineNumber(source, position);
  await stdout.writeLine(args[0] === undefined ? `${line} ${scriptName}` : `${line} ${name} ${scriptName}`);
  return 0;
};

/** Creates `help`. The names are a parameter because the list that defines them also contains this builtin. */
export function createHelp(names: readonly string[]): Builtin {
  return async ({ stdout }) => {
    await stdout.write(
      `jsh: a shell of bash's language. Builtins:\n${[...names].sort().join(' ')}\nText and file commands are in /bin: ls /bin\n`,
    );
    return 0;
  };
}
