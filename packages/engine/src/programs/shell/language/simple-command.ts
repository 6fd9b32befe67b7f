import type { Assignment, Command, Function as FunctionNode, Word } from 'unbash';
import { parse } from 'unbash';
import { shellLimits } from '../../../abi/limits.ts';
import type { Builtin } from '../builtins/builtin.ts';
import { builtinList } from '../builtins/builtin-list.ts';
import { runBuiltin } from '../builtins/run-builtin.ts';
import type { Command as CoreCommand, ProcessObserver, RunOptions } from '../coreutils/command.ts';
import { commandList } from '../coreutils/command-list.ts';
import { runCommand } from '../coreutils/run-command.ts';
import { OpenFile } from '../streams/open-file.ts';
import { applyAssignment, assignmentArgument } from './assignment.ts';
import { aliasedSource, runAlias } from './expand/expand-alias.ts';
import { expandWords } from './expand/expand-word.ts';
import { applyRedirections } from './redirections.ts';
import { resolveCommand } from './resolve-command.ts';
import { runPseudoTrap, withoutInheritedTraps } from './run-traps.ts';
import { spawnProcess } from './spawn-process.ts';
import { ExitSignal, InterruptSignal, ReturnSignal } from './state/control-flow.ts';
import type { ArgumentOptions, Execution } from './state/execution.ts';
import { report } from './state/report.ts';
import { traceCommand, traceLine } from './trace.ts';

type RunFunction = (definition: FunctionNode, execution: Execution) => Promise<number>;

/** Deeper nesting means infinite recursion: it ends the shell, as FUNCNEST does in bash. */
const { maxFunctionDepth: MAX_FUNCTION_DEPTH } = shellLimits;

/** Builtins whose arguments may be assignments. */
const declarations = new Set(['export', 'local', 'declare', 'typeset', 'readonly']);

/** Runs a simple command `name args`: expansion, assignments, redirections, and whatever the name refers to. */
export class SimpleCommandRunner {
  #runFunction: RunFunction | null = null;
  /** Cache of loaded commands: asking the module loader again costs more than most builtins. */
  readonly #builtins = new Map<string, Builtin>();
  readonly #coreutils = new Map<string, CoreCommand>();

  async run(node: Command, given: Execution, runFunction: RunFunction): Promise<number> {
    this.#runFunction = runFunction;
    const takesPlace = given.isLast;
    const execution = takesPlace ? { ...given, isLast: false } : given;
    const { state } = execution;
    state.substitutionCode = null;
    const aliased = aliasedSource(node, state);
    if (aliased !== null) return runAlias(aliased, execution);
    const argv = await expandCommand(node, execution);
    const assignments = node.prefix.filter((item): item is Assignment => item.type === 'Assignment');
    const [name] = argv;
    if (name === undefined) return this.#assignOnly(node, assignments, execution);
    state.lastArgument = argv.at(-1) ?? '';
    if (state.options.xtrace) await traceCommand(argv, assignments, execution);
    if (node.redirects.length === 0 && assignments.length === 0) return this.#dispatch(argv, execution, { takesPlace });
    if (name === 'exec') return this.#exec(node, argv, execution);
    const files = execution.files.fork();
    const inner = { ...execution, files };
    try {
      await applyRedirections(node.redirects, files, inner);
      if (assignments.length === 0) return await this.#dispatch(argv, inner, { takesPlace });
      return await this.#withVariables(assignments, inner, () => this.#dispatch(argv, inner, { takesPlace }));
    } finally {
      files.dispose();
    }
  }

  runArguments(argv: string[], execution: Execution, options: ArgumentOptions): Promise<number> {
    return this.#dispatch(argv, execution, options);
  }

  async #assignOnly(node: Command, assignments: readonly Assignment[], execution: Execution): Promise<number> {
    for (const assignment of assignments) {
      const text = await applyAssignment(assignment, execution);
      if (execution.state.options.xtrace) await traceLine(text, execution);
    }
    if (node.redirects.length > 0) {
      const files = execution.files.fork();
      try {
        await applyRedirections(node.redirects, files, execution);
      } finally {
        files.dispose();
      }
    }
    return execution.state.substitutionCode ?? 0;
  }

  /** Runs `exec`, whose redirections change the shell's own descriptors. */
  async #exec(node: Command, argv: string[], execution: Execution): Promise<number> {
    await applyRedirections(node.redirects, execution.files, execution);
    return argv.length === 1 ? 0 : this.#dispatch(argv, execution, {});
  }

  /** Implements `NAME=value command`: the variables are set while it runs. */
  async #withVariables(assignments: readonly Assignment[], execution: Execution, body: () => Promise<number>): Promise<number> {
    const { variables } = execution.state;
    variables.pushScope();
    try {
      for (const assignment of assignments) {
        const before = variables.text(assignment.name);
        const variable = variables.declareLocal(assignment.name);
        variable.isExported = true;
        if (assignment.append === true && before !== null) variable.value = { type: 'text', text: before };
        await applyAssignment(assignment, execution);
      }
      return await body();
    } finally {
      variables.popScope();
    }
  }

  async #dispatch(argv: string[], execution: Execution, options: ArgumentOptions): Promise<number> {
    const [name = ''] = argv;
    const definition = options.isFunctionSkipped === true ? undefined : execution.state.functions.get(name);
    if (definition !== undefined) return this.#call(definition, argv, execution);
    const load = builtinList.get(name);
    if (load !== undefined) {
      execution.background?.onStart(null);
      return runBuiltin(this.#builtins.get(name) ?? (await remembered(this.#builtins, name, load)), argv, execution);
    }
    return this.#runExternal(argv, execution, options);
  }

  async #runExternal(argv: string[], execution: Execution, options: ArgumentOptions): Promise<number> {
    const { state, program } = execution;
    const env = options.env ?? state.environment();
    const cwd = options.cwd ?? state.cwd;
    // Without a PATH, the C library searches the system's folders.
    const resolved = resolveCommand(argv[0] ?? '', env.get('PATH') ?? '/usr/bin:/bin', cwd, program.system);
    if (resolved.type === 'failure') {
      execution.background?.onStart(null);
      if (options.caller === undefined) {
        await report(execution, resolved.message);
        const { missingHint } = await import('./missing-hints.ts');
        const hint = missingHint(argv[0] ?? '');
        if (hint !== null) await report(execution, hint);
      } else await writeError(execution, `${missingCommand(options.caller, argv[0] ?? '', resolved.exitCode)}\n`);
      return resolved.exitCode;
    }
    const takesPlace = options.takesPlace === true && mayTakePlace(execution);
    if (resolved.type === 'file') return spawnProcess({ path: resolved.path, argv, env, cwd, takesPlace }, execution);
    execution.background?.onStart(null);
    const load = commandList.get(resolved.name);
    if (load === undefined) return 127;
    const { signal, release } = commandSignal(execution);
    try {
      return await runCommand(this.#coreutils.get(resolved.name) ?? (await remembered(this.#coreutils, resolved.name, load)), argv, {
        system: program.system,
        files: execution.files,
        env,
        cwd,
        signal,
        origin: program.origin,
        pid: program.pid,
        // If a signal ends the shell's process, the processes that it started continue, and a job's processes get their signal from `kill`
        // itself.
        onTermination: () => () => undefined,
        run: (inner, runOptions) => {
          const outer = { env, cwd, name: argv[0] ?? '', takesPlace: takesPlace && runOptions?.takesPlace === true };
          return this.#runInner(inner, { ...execution, signal }, outer, runOptions ?? {});
        },
      });
    } finally {
      release();
    }
  }

  /** Runs a command for another command. It is looked up as the shell does, but without functions and builtins. */
  async #runInner(
    argv: string[],
    execution: Execution,
    outer: { env: Map<string, string>; cwd: string; name: string; takesPlace: boolean },
    options: RunOptions,
  ): Promise<number> {
    const files = execution.files.fork();
    try {
      if (options.input !== undefined) files.set(0, inputFile(options.input, execution));
      if (options.output !== undefined) files.set(1, OpenFile.pipeEnd(execution.program.system, options.output));
      const observer = bothObservers(execution.observer, options.observer ?? null);
      const inner = { ...execution, files, observer, signal: options.signal ?? execution.signal };
      const [name = ''] = argv;
      const env = new Map(options.env ?? outer.env);
      const cwd = options.cwd ?? outer.cwd;
      const isShellOnly = builtinList.has(name) && !commandList.has(name);
      return isShellOnly
        ? await this.#dispatch(argv, inner, { env, cwd })
        : await this.#runExternal(argv, inner, { env, cwd, caller: outer.name, takesPlace: outer.takesPlace });
    } finally {
      files.dispose();
    }
  }

  async #call(definition: FunctionNode, argv: string[], execution: Execution): Promise<number> {
    const { state } = execution;
    const former = { positional: state.positional, loopDepth: state.loopDepth };
    if (state.functionNames.length >= MAX_FUNCTION_DEPTH) {
      await report(execution, `${argv[0] ?? ''}: maximum function nesting level exceeded (${MAX_FUNCTION_DEPTH})`);
      // Everything ends: a function that calls itself twice would otherwise continue from every level.
      throw state.isInteractive ? new InterruptSignal() : new ExitSignal(1);
    }
    const restoreTraps = withoutInheritedTraps(state);
    state.positional = argv.slice(1);
    state.loopDepth = 0;
    state.returnDepth += 1;
    state.functionNames.push(argv[0] ?? '');
    state.variables.pushScope();
    try {
      const exitCode = await returnCode(async () => (await this.#runFunction?.(definition, execution)) ?? 0);
      const onReturn = state.traps.get('RETURN');
      if (onReturn !== undefined && onReturn !== '') await runPseudoTrap(onReturn, execution);
      return exitCode;
    } finally {
      restoreTraps();
      state.variables.popScope();
      state.functionNames.pop();
      state.returnDepth -= 1;
      state.positional = former.positional;
      state.loopDepth = former.loopDepth;
    }
  }
}

async function remembered<Loaded>(known: Map<string, Loaded>, name: string, load: () => Promise<Loaded>): Promise<Loaded> {
  const loaded = await load();
  known.set(name, loaded);
  return loaded;
}

async function returnCode(body: () => Promise<number>): Promise<number> {
  try {
    return await body();
  } catch (error) {
    if (error instanceof ReturnSignal) return error.exitCode;
    throw error;
  }
}

async function expandCommand(node: Command, execution: Execution): Promise<string[]> {
  if (node.name === undefined) return [];
  const argv = await expandWords([node.name], execution);
  const isDeclaration = declarations.has(argv[0] ?? '');
  const isAssociative = isDeclaration && node.args.some((argument) => argument.type === 'Word' && /^-\w*A/.test(argument.text));
  for (const argument of node.args) {
    if (argument.type === 'Word') argv.push(...(await expandWords([argument], execution)));
    else if (isDeclaration) argv.push(await assignmentArgument(argument, isAssociative, execution));
    else argv.push(...(await expandWords(wordsOf(argument.text), execution)));
  }
  return argv;
}

/** Returns the words of a text; `a=1` after a command's name is a plain word. */
function wordsOf(text: string): readonly Word[] {
  return wordsOfCommand(`_ ${text}`).slice(1);
}

function wordsOfCommand(source: string): Word[] {
  const command = parse(source).commands[0]?.command;
  if (command?.type !== 'Command' || command.name === undefined) return [];
  return [command.name, ...command.args.filter((argument): argument is Word => argument.type === 'Word')];
}

/** Under `trap … INT`, Ctrl-C ends the command running inside this worker, as it would end a process, but not the shell. */
function commandSignal({ signal, signals, state }: Execution): { signal: AbortSignal; release: () => void } {
  if ((state.traps.get('SIGINT') ?? '') === '') return { signal, release: () => undefined };
  const controller = new AbortController();
  const onAbort = () => controller.abort(signal.reason);
  signal.addEventListener('abort', onAbort);
  const unsubscribe = signals.onDelivery((name) => {
    if (name === 'SIGINT') controller.abort(new InterruptSignal());
  });
  const release = () => {
    signal.removeEventListener('abort', onAbort);
    unsubscribe();
  };
  return { signal: controller.signal, release };
}

/** Returns true if a process may replace the shell, as bash does without a fork: the shell must have nothing left to do afterwards. */
function mayTakePlace({ state, background, temporaryDescriptors, temporaryReaders, jobs, observer }: Execution): boolean {
  const isAlone = background === null && observer === null && !state.isSubshell && jobs.list().length === 0;
  return isAlone && !state.isInteractive && state.traps.size === 0 && temporaryDescriptors.length + temporaryReaders.length === 0;
}

function bothObservers(outer: ProcessObserver | null, inner: ProcessObserver | null): ProcessObserver | null {
  if (outer === null || inner === null) return inner ?? outer;
  return {
    onStart: (pid) => {
      outer.onStart(pid);
      inner.onStart(pid);
    },
    onExit: (pid) => {
      outer.onExit(pid);
      inner.onExit(pid);
    },
  };
}

async function writeError(execution: Execution, text: string): Promise<void> {
  await execution.files.get(2)?.write(new TextEncoder().encode(text), execution.signal);
}

function inputFile(input: Uint8Array | null, execution: Execution): OpenFile {
  const { system } = execution.program;
  if (input === null) return OpenFile.nothing(system);
  const [readEnd, writeEnd] = system.sync('pipe');
  const writer = OpenFile.pipeEnd(system, writeEnd);
  // The reader may close the pipe early.
  void writer
    .write(input, execution.signal)
    .catch(() => undefined)
    .then(() => writer.release());
  return OpenFile.pipeEnd(system, readEnd);
}

function missingCommand(caller: string, name: string, exitCode: number): string {
  // The exit code 126 means that the file cannot be run.
  const reason = exitCode === 126 ? 'Permission denied' : 'No such file or directory';
  if (caller === 'xargs') return `xargs: ${name}: ${reason}`;
  if (caller === 'timeout') return `timeout: failed to run command '${name}': ${reason}`;
  return `${caller}: '${name}': ${reason}`;
}
