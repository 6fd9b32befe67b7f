import { isSecretPath } from 'devonz-engine-protocol/secret-path';
import { because, type Reason } from '../../../protocol/texts/reason.ts';
import { readArguments } from '../parse/arguments.ts';
import type { CommandPart } from '../parse/command-part.ts';
import type { ShellWord } from '../parse/shell-word.ts';
import { mayHoldKeys } from '../paths/why-protected.ts';
import { askingProgram, HARMFUL_WORDS, OUTWARD_WORDS } from '../programs/asking-programs.ts';
import { judgeGit } from '../programs/git-table.ts';
import { INTERPRETERS, judgeInterpreter } from '../programs/interpreter-table.ts';
import { judgeAssignment } from '../programs/judge-assignment.ts';
import { judgeLaunch } from '../programs/judge-launch.ts';
import { type Judging, judgeUse, UNKNOWN } from '../programs/judge-use.ts';
import { looksAtOwnServer } from '../programs/own-server.ts';
import { judgePackageManager, PACKAGE_MANAGERS } from '../programs/package-table.ts';
import { comparesTexts } from '../programs/plain-programs.ts';
import { PROGRAM_TABLE } from '../programs/program-table.ts';
import { riskyFlag, riskyLetters } from '../programs/risky-flag.ts';

/** Programs that only print their operands, whose values may be unknown in advance. */
const PRINTING: ReadonlySet<string> = new Set('echo printf true false : basename dirname seq expr sleep exit return'.split(' '));
/** Flags whose value is a pattern that may look like a secret's name. */
const PATTERN_FLAGS = /^(?:e|regexp|expression|g|glob|iglob|include|exclude|exclude-dir|x|I|r|replace)$/;
/** Programs without a table that use single-dash long flags and do not bundle letters. */
const LONG_BEHIND_ONE_DASH: ReadonlySet<string> = new Set(['tsc', 'vue-tsc', 'tsgo']);

/** Returns why a part must ask even with an allow rule or auto-approved commands; null if it need not. */
export function guardOf(part: CommandPart, judging: Judging): Reason | null {
  if (part.asks !== null) return part.asks;
  for (const assignment of part.assignments) {
    const why = judgeAssignment(assignment, judging, part.words.length === 0);
    if (why !== null) return why;
  }
  for (const redirect of part.redirects) {
    const why = judgeRedirect(redirect, judging);
    if (why !== null) return why;
  }
  const [program, ...operands] = part.words;
  if (program === undefined) return null;
  if (program.kind !== 'literal') return because('which program it runs is only known when it runs');
  for (const word of part.tested ?? []) {
    const why = judgeUse('list', word, word.kind === 'unknown' ? word.text : word.value, judging);
    if (why !== null) return why;
  }
  const launch = part.launch === undefined ? null : judgeLaunch(part.launch, program.value, judging);
  if (launch !== null) return launch;
  if (part.wraps || program.value === '[[') return null;
  return judgeProgram(program.value, operands, judging);
}

function judgeRedirect({ operator, target, text }: CommandPart['redirects'][number], judging: Judging): Reason | null {
  if (target === null) return because('{text} is not understood', { text });
  if (target.kind === 'unknown') return UNKNOWN;
  if (operator.endsWith('&') && target.kind === 'literal' && /^(?:\d+-?|-)$/.test(target.value)) return null;
  if (target.kind === 'glob') return UNKNOWN;
  if (/^\/dev\/(?:tcp|udp)\//.test(target.value)) return because('it talks to the network');
  return judgeUse(operator === '<' || operator === '<&' ? 'read' : 'write', target, target.value, judging);
}

function judgeProgram(name: string, operands: readonly ShellWord[], judging: Judging): Reason | null {
  if (name !== '[' && name !== ':' && !/^[a-z0-9][\w.+-]*$/i.test(name))
    return because('the program is named by a path or an odd name, so it may be any program');
  if (name === 'curl' && judging.hasFileWall && looksAtOwnServer(operands)) return null;
  const interpreter = INTERPRETERS.get(name);
  const asks = interpreter === undefined && !PROGRAM_TABLE.has(name) ? askingProgram(name) : null;
  if (asks !== null) return asks;
  if (PRINTING.has(name)) return judgePrinting(name, operands);
  // The id of the last background program.
  if (name === 'wait' && operands.every(({ text }) => /^(?:\$!|%?\d+)$/.test(text))) return null;
  if (name === 'export') return judgeExport(operands, judging);
  if (name === 'git') return judgeGit(operands, judging);
  if (PACKAGE_MANAGERS.has(name)) return judgePackageManager(name, operands, judging);
  if (runsOwnScript(name, operands)) return null;
  if (interpreter !== undefined) return judgeInterpreter(interpreter, operands, judging);
  return PROGRAM_TABLE.has(name) ? judgeKnown(name, operands, judging) : judgeUnknown(name, operands, judging);
}

/** `node --run test` is like `npm test`: the script's own commands are judged. */
function runsOwnScript(name: string, operands: readonly ShellWord[]): boolean {
  const words = operands.map((word) => (word.kind === 'literal' ? word.value : ' ')).join(' ');
  return name === 'node' && /^--run[ =][A-Za-z][\w:.-]*$/.test(words);
}

/** `printf` can set a variable, and run a command through its index, if its first word is a flag. */
function judgePrinting(name: string, operands: readonly ShellWord[]): Reason | null {
  const [first] = operands;
  if (name !== 'printf' || first === undefined) return null;
  if (first.kind !== 'literal') return UNKNOWN;
  return first.value.startsWith('-') && first.value !== '--' ? because('it sets a variable') : null;
}

function judgeKnown(name: string, operands: readonly ShellWord[], judging: Judging): Reason | null {
  const entry = PROGRAM_TABLE.get(name);
  if (entry === undefined) return null;
  if ((name === '[' || name === 'test') && comparesTexts(name, operands)) return null;
  const read = readArguments(entry, operands);
  if (read.asks !== null) return read.asks;
  for (const { word, value, use, flag } of read.uses) {
    const why = judgeUse(use, word, value, judging);
    if (why !== null) return why;
    // If the table is wrong about a flag with a value, its word is a file that is read.
    const isPattern = flag === null || ((entry.first !== undefined || name.endsWith('diff')) && PATTERN_FLAGS.test(flag));
    if ((entry.operands === 'read' || entry.operands === 'measure') && !isPattern && isSecretPath(value)) return mayHoldKeys(value);
  }
  return entry.check?.(read, judging) ?? null;
}

function judgeExport(operands: readonly ShellWord[], judging: Judging): Reason | null {
  if (operands.length === 0) return because('it shows the environment, which may hold keys');
  for (const word of operands) {
    if (word.kind !== 'literal') return UNKNOWN;
    const [, name = '', value = ''] = /^([A-Za-z_]\w*)=([\s\S]*)$/.exec(word.value) ?? [];
    if (name === '') return because('it shows or changes the environment, which may hold keys');
    const why = judgeAssignment({ name, value: { kind: 'literal', value, text: value }, isPlain: true }, judging);
    if (why !== null) return why;
  }
  return null;
}

function judgeUnknown(name: string, operands: readonly ShellWord[], judging: Judging): Reason | null {
  for (const [index, word] of operands.entries()) {
    if (word.kind === 'unknown') return UNKNOWN;
    const flag = riskyFlag(word.value, operands[index + 1]?.text);
    if (flag !== null) return flag;
    if (OUTWARD_WORDS.has(word.value.replace(/^.*:/, '')))
      return because('{word} may reach outside, or cannot be undone', { word: word.value });
    if (HARMFUL_WORDS.has(word.value.trim().split(/[\s;&|]+/)[0] ?? '')) return because('it may run another program that is named in it');
    if (/[;|`]|&&|\$\(/.test(word.value) && /\s/.test(word.value)) return because('one of its words looks like a command of its own');
    const why = judgeUse('any', word, word.value, judging) ?? (LONG_BEHIND_ONE_DASH.has(name) ? null : riskyLetters(word.value));
    if (why !== null) return why;
  }
  return null;
}
