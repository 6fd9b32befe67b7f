import { joinBytes } from 'devonz-engine-protocol/join-bytes';
import type { ParsedScript } from 'unbash';
import { OpenFile } from '../streams/open-file.ts';
import { errorText } from '../text/error-text.ts';
import { resolveName } from '../text/resolve-path.ts';
import { expandToText } from './expand/expand-word.ts';
import type { Execution } from './state/execution.ts';
import { report } from './state/report.ts';
import { runSubshell } from './subshell.ts';

type Body = (inner: Execution) => Promise<number>;

/** Returns the output of `$(script)` without trailing newlines. */
export async function commandOutput(execution: Execution, script: ParsedScript, body: Body): Promise<string> {
  const path = readFilePath(script);
  if (path !== null) return fileText(await expandToText(path, execution), execution);
  const { system } = execution.program;
  const [readEnd, writeEnd] = system.sync('pipe');
  const reader = OpenFile.pipeEnd(system, readEnd);
  const files = execution.files.fork();
  files.set(1, OpenFile.pipeEnd(system, writeEnd));
  const finished = runSubshell(execution, files, (inner) => {
    // As in bash without `inherit_errexit`, a failure inside only ends the command that is assigned from it.
    inner.state.isSubstitution = true;
    if (!inner.state.options.inherit_errexit) inner.state.options.errexit = false;
    return body(inner);
  });
  // If the read is interrupted first, this rejection has already been reported.
  finished.catch(() => undefined);
  try {
    const chunks: Uint8Array[] = [];
    for (;;) {
      const bytes = await reader.read(execution.signal);
      if (bytes.length === 0) break;
      chunks.push(bytes);
    }
    execution.state.substitutionCode = await finished;
    execution.state.lastExitCode = execution.state.substitutionCode;
    return outputText(joinBytes(chunks));
  } finally {
    reader.release();
  }
}

/** Bash drops NUL bytes here too. */
function outputText(bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes);
  let end = text.length;
  while (text[end - 1] === '\n') end -= 1;
  return text.slice(0, end).replaceAll('\0', '');
}

/** `$(< file)` is the file's text. */
function readFilePath(script: ParsedScript) {
  const [statement] = script.commands;
  const command = statement?.command;
  if (script.commands.length !== 1 || command?.type !== 'Command' || command.name !== undefined) return null;
  const [redirect] = command.redirects;
  if (command.redirects.length !== 1 || command.prefix.length !== 1 || redirect?.type !== 'Redirect') return null;
  return redirect.operator === '<' && redirect.descriptor === undefined ? (redirect.target ?? null) : null;
}

async function fileText(path: string, execution: Execution): Promise<string> {
  const { state, program } = execution;
  try {
    const bytes = program.system.sync('readFile', resolveName(state.cwd, path));
    state.substitutionCode = 0;
    return outputText(bytes);
  } catch (error) {
    await report(execution, `${path}: ${errorText(error)}`);
    state.substitutionCode = 1;
    return '';
  } finally {
    state.lastExitCode = state.substitutionCode ?? 0;
  }
}

/** Returns the path of the pipe for `<(script)`. */
export async function processSubstitution(operator: '<' | '>', execution: Execution, body: Body): Promise<string> {
  const { system } = execution.program;
  const [readEnd, writeEnd] = system.sync('pipe');
  const reader = OpenFile.pipeEnd(system, readEnd);
  const writer = OpenFile.pipeEnd(system, writeEnd);
  const files = execution.files.fork();
  files.set(operator === '<' ? 1 : 0, operator === '<' ? writer : reader);
  // Runs concurrently with the command, and ends by a broken pipe if the command exits early.
  const finished = runSubshell(execution, files, body).catch(() => 1);
  // A process that reads the command's output ends shortly after the command, and its own output counts as the command's.
  if (operator === '>') execution.temporaryReaders.push(finished);
  let number = 63;
  while (execution.files.get(number) !== null) number -= 1;
  execution.files.set(number, operator === '<' ? reader : writer);
  execution.temporaryDescriptors.push(number);
  return `/dev/fd/${number}`;
}
