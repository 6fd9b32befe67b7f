import type { Program, ProgramContext } from '../../abi/program.ts';
import { signalNumbers } from '../../abi/signals.ts';
import type { Invocation } from './invocation.ts';
import { parseInvocation } from './invocation.ts';
import { runExitTrap } from './language/exit-trap.ts';
import { parseScript } from './language/parse-script.ts';
import { ShellInterpreter } from './language/shell-interpreter.ts';
import { TerminationSignal } from './language/state/control-flow.ts';
import type { Execution } from './language/state/execution.ts';
import { JobTable } from './language/state/job-table.ts';
import { report } from './language/state/report.ts';
import { ShellState } from './language/state/shell-state.ts';
import { SignalInbox } from './language/state/signal-inbox.ts';
import { exitCodeOf } from './language/subshell.ts';
import { runFromInput } from './run-from-input.ts';
import { BASH_VERSION, shellHelp, shellVersion } from './shell-information.ts';
import { DescriptorTable } from './streams/descriptor-table.ts';
import { OpenFile } from './streams/open-file.ts';
import { errorText } from './text/error-text.ts';
import { baseName, resolveName } from './text/resolve-path.ts';

/** The shell, also available as `sh`, `bash` and `dash`. */
export const jshProgram: Program = async (context) => {
  const execution = createExecution(context);
  // A writer whose reader has gone fails with EPIPE instead of the signal ending the whole shell.
  context.system.sync('handleSignals', ['SIGPIPE']);
  const parsed = parseInvocation(context.args.slice(1));
  if (parsed.type === 'error') {
    await report(execution, parsed.message);
    await write(execution, 2, shellHelp(execution.state.scriptName));
    return 2;
  }
  const { invocation } = parsed;
  Object.assign(execution.state.options, invocation.options);
  const termination = takeSignals(execution);
  const run = { ...execution, signal: termination.signal };
  const exitCode = await exitCodeOf(() => runInvocation(invocation, run)).catch(ifEndedBySignal);
  const finalCode = await runExitTrap(exitCode, execution);
  await execution.jobs.hangUp(context.system);
  execution.files.dispose();
  await Promise.all(execution.jobs.outputReaders);
  const { reason } = termination.signal;
  if (reason instanceof TerminationSignal) {
    context.system.sync('handleSignals', []);
    await context.system.async('kill', context.pid, reason.signal);
  }
  if (execution.subshells.live === 0) context.leaveClean?.();
  return finalCode & 255;
};

function ifEndedBySignal(error: unknown): number {
  if (error instanceof TerminationSignal) return 128 + (signalNumbers.get(error.signal) ?? 0);
  throw error;
}

/**
 * Queues signals that have a trap in the inbox. A signal without a trap only arrives when there is an EXIT trap, and then ends the shell.
 */
function takeSignals({ program, state, signals }: Execution): AbortController {
  const controller = new AbortController();
  program.system.onPush((push) => {
    if (push.type !== 'signal' || push.signal === 'SIGPIPE') return;
    if (state.traps.has(push.signal)) signals.deliver(push.signal);
    else if (!state.isInteractive && ['SIGINT', 'SIGTERM', 'SIGHUP'].includes(push.signal)) {
      controller.abort(new TerminationSignal(push.signal));
    }
  });
  return controller;
}

async function runInvocation(invocation: Invocation, execution: Execution): Promise<number> {
  const { state, interpreter } = execution;
  switch (invocation.type) {
    case 'command': {
      state.isCommandText = true;
      [state.scriptName = 'jsh', ...state.positional] = [invocation.name ?? 'jsh', ...invocation.args];
      return interpreter.runSource(invocation.source, { ...execution, isLast: true });
    }
    case 'about': {
      const name = state.scriptName;
      await write(execution, 1, invocation.about === 'help' ? shellHelp(name) : shellVersion(name));
      return 0;
    }
    case 'file': {
      state.scriptName = invocation.path;
      state.positional = invocation.args;
      const source = await readScript(invocation.path, execution);
      if (source === null) return 127;
      state.isScriptFile = true;
      return interpreter.runSource(source, execution);
    }
    case 'input':
      state.positional = invocation.args;
      if (invocation.isInteractive || execution.files.get(0)?.isTerminal === true) {
        // Loaded on demand: commands run by the agent or by packages have no terminal.
        const { runInteractive } = await import('./terminal/run-interactive.ts');
        return runInteractive(execution, { isMarking: invocation.isMarking });
      }
      return runFromInput(execution);
  }
}

async function write({ files, signal }: Execution, descriptor: number, text: string): Promise<void> {
  await files
    .get(descriptor)
    ?.write(new TextEncoder().encode(text), signal)
    .catch(() => undefined);
}

async function readScript(path: string, execution: Execution): Promise<string | null> {
  try {
    return new TextDecoder().decode(execution.program.system.sync('readFile', resolveName(execution.state.cwd, path)));
  } catch (error) {
    await report(execution, `${path}: ${errorText(error)}`);
    return null;
  }
}

function createExecution(context: ProgramContext): Execution {
  const { system } = context;
  const files = new DescriptorTable();
  for (const number of [0, 1, 2]) files.set(number, OpenFile.inherited(system, number));
  const state = new ShellState();
  state.cwd = context.cwd;
  state.scriptName = baseName(context.args[0] ?? 'jsh');
  for (const [name, text] of Object.entries(context.env)) {
    const functionName = /^BASH_FUNC_(.+)%%$/.exec(name)?.[1];
    if (functionName !== undefined) takeFunction(functionName, text, state);
    if (!/^[A-Za-z_]\w*$/.test(name)) continue;
    state.variables.setText(name, text);
    state.variables.writable(name).isExported = true;
  }
  setDefaults(state);
  return {
    state,
    files,
    signal: new AbortController().signal,
    isCondition: false,
    jobs: new JobTable(),
    program: context,
    interpreter: new ShellInterpreter(),
    background: null,
    observer: null,
    isLast: false,
    temporaryDescriptors: [],
    temporaryReaders: [],
    signals: new SignalInbox(),
    subshells: { live: 0, isExhausted: false },
  };
}

/** Defines a function that the parent shell exported. */
function takeFunction(name: string, text: string, state: ShellState): void {
  const parsed = parseScript(`${name} ${text}`);
  const definition = parsed.status === 'complete' ? parsed.script.commands[0]?.command : undefined;
  if (definition?.type !== 'Function') return;
  state.functions.set(name, definition);
  state.exportedFunctions.add(name);
}

function setDefaults({ variables, cwd }: ShellState): void {
  variables.setText('PWD', cwd);
  variables.writable('PWD').isExported = true;
  variables.setText('IFS', ' \t\n');
  variables.setText('OPTIND', '1');
  variables.setText('PS4', '+ ');
  const level = Number(variables.text('SHLVL') ?? '0');
  variables.setText('SHLVL', String(Number.isNaN(level) ? 1 : level + 1));
  variables.writable('SHLVL').isExported = true;
  // Scripts check this to find out whether arrays and `[[` are supported.
  if (variables.text('BASH_VERSION') === null) variables.setText('BASH_VERSION', BASH_VERSION);
  const version = ['5', '2', '15', '1', 'release', 'wasm32-unknown-linux-gnu'];
  variables.setValue('BASH_VERSINFO', { type: 'indexed', items: new Map(version.entries()) });
}
