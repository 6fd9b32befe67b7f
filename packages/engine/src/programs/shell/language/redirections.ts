import type { Redirect, Redirection } from 'unbash';
import { OpenFlag } from '../../../abi/system-calls.ts';
import type { DescriptorTable } from '../streams/descriptor-table.ts';
import { OpenFile } from '../streams/open-file.ts';
import { errorText } from '../text/error-text.ts';
import { resolveName } from '../text/resolve-path.ts';
import { expandHereText, expandParts, expandToText, expandWords } from './expand/expand-word.ts';
import { ExpansionError } from './state/control-flow.ts';
import type { Execution } from './state/execution.ts';

/** Thrown when a redirection fails: the command is not run and returns 1. */
export class RedirectionError extends Error {
  override readonly name = 'RedirectionError';
}

/** Applies redirections to `files` from left to right. */
export async function applyRedirections(redirections: readonly Redirection[], files: DescriptorTable, execution: Execution): Promise<void> {
  for (const redirection of redirections) {
    if (redirection.type === 'Redirect') await applyRedirect(redirection, files, execution);
    else files.set(descriptorOf(redirection, files, execution, 0), hereFile(await hereText(redirection, execution), execution));
  }
}

async function hereText(redirection: Exclude<Redirection, Redirect>, execution: Execution): Promise<string> {
  if (redirection.type === 'HereString') {
    return `${redirection.target === undefined ? '' : await expandToText(redirection.target, execution)}\n`;
  }
  // Tabs are removed before expansion, so tabs that an expansion begins with stay.
  if (redirection.operator === '<<-' && redirection.delimiter?.quoted !== true && redirection.body.parts !== undefined) {
    return `${await expandHereText(redirection.body.text.replace(/^\t+/gm, '').replace(/\n$/, ''), execution)}\n`;
  }
  const isLiteral = redirection.delimiter?.quoted === true || redirection.body.parts === undefined;
  const text = isLiteral ? redirection.body.text : await expandParts(redirection.body.parts ?? [], execution);
  const plain = redirection.operator === '<<-' && isLiteral ? text.replace(/^\t+/gm, '') : text;
  if (redirection.delimiter?.quoted === true) return plain;
  return isLiteral ? plain.replace(/\\([\\$`\n])/g, (_match, character: string) => (character === '\n' ? '' : character)) : plain;
}

/** Returns the reading end of a pipe, into which a here-document's text is written while the command reads. */
function hereFile(text: string, execution: Execution): OpenFile {
  const { system } = execution.program;
  const [readEnd, writeEnd] = system.sync('pipe');
  const writer = OpenFile.pipeEnd(system, writeEnd);
  // A command that does not read everything closes the pipe; that is not an error.
  const write = async () => writer.write(new TextEncoder().encode(text), execution.signal).catch(() => undefined);
  void write().then(() => writer.release());
  return OpenFile.pipeEnd(system, readEnd);
}

function descriptorOf(redirection: Redirection, files: DescriptorTable, execution: Execution, whenAbsent: number): number {
  const { descriptor } = redirection;
  if (descriptor === undefined) return whenAbsent;
  if (descriptor.type === 'FileDescriptor') return descriptor.value;
  const number = files.freeNumber();
  execution.state.variables.setText(descriptor.name, String(number));
  return number;
}

async function applyRedirect(redirect: Redirect, files: DescriptorTable, execution: Execution): Promise<void> {
  if (redirect.target === undefined) throw new RedirectionError('syntax error: no redirection target');
  const words = await expandWords([redirect.target], execution);
  const [target = ''] = words;
  if (words.length !== 1) throw new RedirectionError(`${redirect.target.text}: ambiguous redirect`);
  if (redirect.operator === '&>' || redirect.operator === '&>>') return openBoth(target, redirect.operator === '&>>', files, execution);
  if (redirect.operator === '>&' || redirect.operator === '<&') {
    if (/^\d+-?$|^-$/.test(target)) return duplicate(redirect, target, files, execution);
    if (redirect.operator === '>&' && redirect.descriptor === undefined) return openBoth(target, false, files, execution);
    throw new RedirectionError(`${target}: ambiguous redirect`);
  }
  const number = descriptorOf(redirect, files, execution, redirect.operator.startsWith('<') ? 0 : 1);
  files.set(number, openTarget(target, redirect.operator, files, execution));
}

function openBoth(target: string, isAppending: boolean, files: DescriptorTable, execution: Execution): void {
  const file = openTarget(target, isAppending ? '>>' : '>', files, execution);
  files.set(1, file);
  files.set(2, file.retain());
}

function duplicate(redirect: Redirect, target: string, files: DescriptorTable, execution: Execution): void {
  const number = descriptorOf(redirect, files, execution, redirect.operator === '<&' ? 0 : 1);
  if (target === '-') {
    files.close(number);
    return;
  }
  const source = Number.parseInt(target, 10);
  const file = files.get(source);
  if (file === null) throw new RedirectionError(`${source}: Bad file descriptor`);
  files.set(number, file.retain());
  if (target.endsWith('-') && source !== number) files.close(source);
}

const openFlags = new Map<Redirect['operator'], number>([
  ['<', OpenFlag.READ_ONLY],
  ['>', OpenFlag.WRITE_ONLY | OpenFlag.CREATE | OpenFlag.TRUNCATE],
  ['>|', OpenFlag.WRITE_ONLY | OpenFlag.CREATE | OpenFlag.TRUNCATE],
  ['>>', OpenFlag.WRITE_ONLY | OpenFlag.CREATE | OpenFlag.APPEND],
  ['<>', OpenFlag.READ_WRITE | OpenFlag.CREATE],
]);

const standardNames = new Map([
  ['/dev/stdin', 0],
  ['/dev/stdout', 1],
  ['/dev/stderr', 2],
]);

function openTarget(target: string, operator: Redirect['operator'], files: DescriptorTable, execution: Execution): OpenFile {
  const { system } = execution.program;
  if (target === '/dev/null') return OpenFile.nothing(system);
  const number = standardNames.get(target) ?? /^\/dev\/fd\/(\d+)$/.exec(target)?.[1];
  const inherited = number === undefined ? null : files.get(Number(number));
  if (inherited !== null) return inherited.retain();
  const path = resolveName(execution.state.cwd, target);
  if (operator === '>' && execution.state.options.noclobber && isRegularFile(execution, path)) {
    throw new RedirectionError(`${target}: cannot overwrite existing file`);
  }
  try {
    return OpenFile.owned(system, system.sync('open', path, openFlags.get(operator) ?? OpenFlag.READ_ONLY, 0o666));
  } catch (error) {
    if (error instanceof ExpansionError) throw error;
    throw new RedirectionError(`${target}: ${errorText(error)}`);
  }
}

function isRegularFile(execution: Execution, path: string): boolean {
  try {
    return execution.program.system.sync('stat', path).kind === 'file';
  } catch {
    return false;
  }
}
