import { parseScript } from './language/parse-script.ts';
import type { Execution } from './language/state/execution.ts';
import { report } from './language/state/report.ts';
import type { OpenFile } from './streams/open-file.ts';

/**
 * Runs commands from standard input, each as soon as its last line arrives, so that another program can feed them one by one. Bytes read
 * beyond a line are unread, so a command that reads standard input gets them.
 */
export async function runFromInput(execution: Execution): Promise<number> {
  const input = execution.files.get(0);
  if (input === null) return 0;
  let source = '';
  for (;;) {
    const line = await readLine(input, execution.signal);
    source += line;
    if (source.trim() === '' && line !== '') {
      source = '';
      continue;
    }
    const result = parseScript(source);
    if (result.status === 'incomplete' && line !== '') continue;
    Object.assign(execution.state, { source, position: 0 });
    if (result.status === 'complete') await execution.interpreter.runScript(result.script, execution);
    else {
      await report(execution, result.message);
      execution.state.lastExitCode = 2;
    }
    source = '';
    if (line === '') return execution.state.lastExitCode;
  }
}

/** Reads up to and including the newline, or the rest of the file at its end. */
export async function readLine(input: OpenFile, signal: AbortSignal): Promise<string> {
  const decoder = new TextDecoder();
  let line = '';
  for (;;) {
    const bytes = await input.read(signal);
    if (bytes.length === 0) return line + decoder.decode();
    const newline = bytes.indexOf(10);
    if (newline !== -1) {
      input.unread(bytes.subarray(newline + 1));
      return line + decoder.decode(bytes.subarray(0, newline + 1));
    }
    line += decoder.decode(bytes, { stream: true });
  }
}
