import { TOOL_NAMES } from '../../lib/protocol/tool-names.ts';
import type { CallOutcome } from './call-outcome.server.ts';
import { type CommandReport, isRecord, readCommandReport } from './command-report.server.ts';
import type { DemoCall, DemoStep, ScriptRun } from './demo-step.server.ts';
import { ScriptEnding } from './script-ending.server.ts';
import { choicesText, denialText, outputBlock } from './speech.server.ts';
import type { ToolBox } from './tool-box.server.ts';

export interface DemoFile {
  path: string;
  content: string;
  /** One sentence for the user. */
  reasoning: string;
}

export interface CommandRequest {
  text: string;
  command: string;
  reasoning: string;
  timeoutMs?: number;
  /** A sentence about the consequence of omitting this step, shown if it is denied. */
  withoutIt: string;
}

/** Ports to try for a server. The first one is used without mentioning it. */
const PORTS = [3000, 3001, 3002, 3003];

/** Performs a step. Interrupted calls are made once more, because the user has not denied them. */
export function* perform(step: DemoStep): ScriptRun<readonly CallOutcome[]> {
  const outcomes = yield step;
  const open = step.calls.filter((_call, index) => outcomes[index]?.kind === 'interrupted');
  if (open.length === 0) return outcomes;
  const again = yield { text: 'That was cut off before it ended, so I do it once more.', calls: open };
  if (again.some(({ kind }) => kind === 'interrupted')) {
    throw new ScriptEnding(`It was cut off again, so I stop here.\n\n${choicesText()}`);
  }
  const rest = [...again];
  return outcomes.map((outcome) => (outcome.kind === 'interrupted' ? (rest.shift() ?? outcome) : outcome));
}

/** Returns the names in the project's root; also empty if they could not be listed. */
export function* listProject(text: string): ScriptRun<string[]> {
  const [outcome] = yield* perform({ text, calls: [{ toolName: TOOL_NAMES.listDirectory, input: { path: '/' } }] });
  if (outcome?.kind === 'denied')
    throw new ScriptEnding(
      `${denialText('the look at your project', outcome.reason)} I do not write into a project I have not seen.\n\n${choicesText()}`,
    );
  return outcome?.kind === 'done' ? namesIn(outcome.value) : [];
}

/** Writes files in one step. Ends the script if one of them is not written. */
export function* writeFiles(tools: ToolBox, text: string, files: readonly DemoFile[]): ScriptRun<void> {
  const outcomes = yield* perform({ text, calls: files.map((file) => writeCall(tools, file)) });
  const written = files.filter((_file, index) => outcomes[index]?.kind === 'done').map(({ path }) => `\`${path}\``);
  const already = written.length === 0 ? '' : ` ${written.join(', ')} ${written.length === 1 ? 'is' : 'are'} written.`;
  for (const [index, { path }] of files.entries()) {
    const outcome = outcomes[index];
    if (outcome?.kind === 'denied') {
      throw new ScriptEnding(
        `${denialText(`writing \`${path}\``, outcome.reason)}${already} The rest needs that file, so I stop here instead of continuing without it.\n\n${choicesText(`Write \`${path}\` yourself in the editor.`)}`,
      );
    }
    if (outcome?.kind === 'failed') {
      throw new ScriptEnding(`\`${path}\` could not be written: ${outcome.message}\n\n${already.trim()}\n\n${choicesText()}`);
    }
  }
}

/** Runs a command and returns its outcome. Ends the script if it was denied or could not be run. */
export function* runCommand(tools: ToolBox, request: CommandRequest): ScriptRun<CommandReport> {
  const [outcome] = yield* perform({ text: request.text, calls: [commandCall(tools, request)] });
  switch (outcome?.kind) {
    case 'done':
      return readCommandReport(outcome.value);
    case 'denied':
      throw new ScriptEnding(
        `${denialText(`\`${request.command}\``, outcome.reason)} ${request.withoutIt}\n\n${choicesText(`Run \`${request.command}\` yourself in a terminal of your own.`)}`,
      );
    default:
      throw new ScriptEnding(
        `\`${request.command}\` could not be run${outcome?.kind === 'failed' ? `: ${outcome.message}` : '.'}\n\n${choicesText()}`,
      );
  }
}

/** Starts a server, on another port if the usual one is taken. Ends the script if the server does not start. */
export function* startServer(tools: ToolBox, request: CommandRequest): ScriptRun<{ port: number }> {
  let { text } = request;
  for (const port of PORTS) {
    const command = port === PORTS[0] ? request.command : `PORT=${port} ${request.command}`;
    const report = yield* runCommand(tools, { ...request, text, command });
    if (report.status === 'running') return { port: report.ports[0] ?? port };
    if (report.status === 'timed_out') {
      throw new ScriptEnding(
        `\`${command}\` is running in the background, but it has not opened a port in time. ${outputBlock(report.output)}\n\n${choicesText('Look at the Agent terminal: it shows what the server is doing.')}`,
      );
    }
    if (!/EADDRINUSE|address already in use/i.test(report.output)) {
      throw new ScriptEnding(
        `\`${command}\` ended with exit code ${report.exitCode} instead of serving. ${outputBlock(report.output)}\n\n${choicesText()}`,
      );
    }
    text = `Port ${port} is taken, by a server that is still running. I use the next one.`;
  }
  throw new ScriptEnding(`Ports ${PORTS.join(', ')} are all taken. Stop a running server in the terminal, then say “continue”.`);
}

/** Returns the errors of the project, one sentence each, or null if they could not be read. */
export function* readErrors(tools: ToolBox, text: string): ScriptRun<string[] | null> {
  if (!tools.has(TOOL_NAMES.getErrors)) return null;
  const [outcome] = yield* perform({ text, calls: [{ toolName: TOOL_NAMES.getErrors, input: { source: 'all' } }] });
  if (outcome?.kind !== 'done') return null;
  const { value } = outcome;
  if (typeof value === 'string') return errorsInText(value);
  if (!isRecord(value) || !Array.isArray(value.errors)) return [];
  return value.errors.map((error) => {
    if (!isRecord(error)) return String(error);
    const place = typeof error.file === 'string' ? ` (${error.file}${typeof error.line === 'number' ? `:${error.line}` : ''})` : '';
    return `${typeof error.message === 'string' ? error.message : 'An error without words'}${place}`;
  });
}

/** Matches an error as the tool prints it, `SOURCE FILE:LINE: MESSAGE`; other lines are notes. */
const PRINTED_ERROR = /^(?:terminal|preview|build)(?: (\S+:\d+|\S+))?: (.+)$/;

function errorsInText(text: string): string[] {
  return text.split('\n').flatMap((line) => {
    const [, place, message = ''] = PRINTED_ERROR.exec(line) ?? [];
    return message === '' ? [] : [`${message}${place === undefined ? '' : ` (${place})`}`];
  });
}

/** Returns the sentence about found errors in a summary. */
export function errorsSentence(errors: readonly string[] | null): string {
  if (errors === null) return 'I could not check for errors here.';
  if (errors.length === 0) return 'I checked for errors, and none were reported.';
  const listed = errors.slice(0, 3).map((error) => `“${error.split('\n')[0]?.slice(0, 160) ?? ''}”`);
  return `I checked for errors, and these were reported: ${listed.join('; ')}${errors.length > 3 ? `; and ${errors.length - 3} more` : ''}. The Problems tab shows them.`;
}

function writeCall(tools: ToolBox, { path, content, reasoning }: DemoFile): DemoCall {
  const toolName = TOOL_NAMES.writeFile;
  return { toolName, input: { path, ...(tools.takes(toolName, 'reasoning') ? { reasoning } : {}), content } };
}

function commandCall(tools: ToolBox, { command, reasoning, timeoutMs }: CommandRequest): DemoCall {
  const toolName = TOOL_NAMES.runCommand;
  return {
    toolName,
    input: {
      command,
      ...(timeoutMs === undefined ? {} : { timeout: timeoutMs }),
      ...(tools.takes(toolName, 'reasoning') ? { reasoning } : {}),
    },
  };
}

/** Reads names from any form of listing: entries with a name or a path, names, or lines. */
function namesIn(value: Extract<CallOutcome, { kind: 'done' }>['value']): string[] {
  const entries = isRecord(value) ? (value.entries ?? value.files ?? []) : value;
  const list = Array.isArray(entries) ? entries : typeof entries === 'string' ? entries.split('\n') : [];
  return (
    list
      .map((entry) => {
        if (typeof entry === 'string') return entry;
        if (!isRecord(entry)) return '';
        return typeof entry.path === 'string' ? entry.path : typeof entry.name === 'string' ? entry.name : '';
      })
      .map((name) =>
        name
          .trim()
          .replace(/^\.?\//, '')
          .replace(/\/$/, ''),
      )
      // For an empty folder the listing is a sentence.
      .filter((name) => name !== '' && !name.endsWith(' is empty.'))
  );
}
