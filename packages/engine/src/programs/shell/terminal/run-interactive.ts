import type { ParsedScript } from 'unbash';
import { jobLine, ownGroup } from '../builtins/job-control.ts';
import { handledSignals } from '../builtins/trap.ts';
import { inColumns } from '../coreutils/files/ls.ts';
import { parseScript } from '../language/parse-script.ts';
import { runSignalTraps } from '../language/run-traps.ts';
import { ExpansionError, InterruptSignal, LoopSignal, ReturnSignal } from '../language/state/control-flow.ts';
import type { Execution } from '../language/state/execution.ts';
import { report } from '../language/state/report.ts';
import { runFromInput } from '../run-from-input.ts';
import { errorCode, errorText } from '../text/error-text.ts';
import { completeLine } from './complete-line.ts';
import { HistoryFile } from './history-file.ts';
import { LineEditor } from './line-editor.ts';

export interface InteractiveOptions {
  /** `--osc`: marks the prompt and exit code. */
  isMarking: boolean;
}

/** Exit code of a command that Ctrl-C interrupted. */
const INTERRUPTED_EXIT = 130;
const QUIT_EXIT = 131;

/** Runs the shell at a terminal: prompt, line editing, one command after the other. */
export async function runInteractive(execution: Execution, options: InteractiveOptions): Promise<number> {
  const session = InteractiveSession.open(execution, options);
  return session === null ? runFromInput(execution) : session.run();
}

class InteractiveSession {
  readonly #execution: Execution;
  readonly #descriptor: number;
  readonly #editor: LineEditor;
  readonly #isMarking: boolean;
  readonly #history: string[];
  readonly #historyFile: HistoryFile;
  /** Aborts the running command; `null` at the prompt. */
  #foreground: AbortController | null = null;
  /** Ctrl-C arrived between the line's end and the command's start. */
  #isInterruptPending = false;
  #interruptedExit = INTERRUPTED_EXIT;

  /** Returns null when standard input is not a terminal. */
  static open(execution: Execution, options: InteractiveOptions): InteractiveSession | null {
    const input = execution.files.get(0);
    if (input?.isTerminal !== true || input.descriptor === null) return null;
    return new InteractiveSession(execution, options, input, input.descriptor);
  }

  private constructor(
    execution: Execution,
    options: InteractiveOptions,
    input: ConstructorParameters<typeof LineEditor>[0]['input'],
    descriptor: number,
  ) {
    this.#execution = execution;
    this.#historyFile = new HistoryFile(execution);
    this.#history = this.#historyFile.read();
    this.#descriptor = descriptor;
    this.#isMarking = options.isMarking;
    this.#editor = new LineEditor({
      input,
      write: (text) => this.#write(text),
      columns: () => this.#columns(),
      setRaw: (isRaw) => execution.program.system.sync('setTerminalRaw', descriptor, isRaw),
      onInterruptAhead: () => {
        this.#isInterruptPending = true;
      },
      complete: (beforeCursor) => completeLine(beforeCursor, execution),
      listing: (candidates) => inColumns(candidates, this.#columns()),
      history: this.#history,
    });
  }

  async run(): Promise<number> {
    const { system } = this.#execution.program;
    const { state } = this.#execution;
    state.isInteractive = true;
    state.history = this.#history;
    system.sync('handleSignals', handledSignals(state));
    const unsubscribe = system.onPush((push) => {
      if (push.type !== 'signal') return;
      if (push.signal === 'SIGWINCH') void this.#editor.resized();
      // Ctrl-\ ends the running command and does nothing at the prompt.
      const isQuit = push.signal === 'SIGQUIT' && this.#foreground !== null;
      if (push.signal !== 'SIGINT' && !isQuit) return;
      this.#isInterruptPending = this.#foreground === null;
      this.#interruptedExit = isQuit ? QUIT_EXIT : INTERRUPTED_EXIT;
      this.#foreground?.abort(new InterruptSignal());
    });
    await system.async('setForegroundGroup', this.#descriptor, ownGroup(this.#execution)).catch(() => undefined);
    if (this.#isMarking) await this.#write('\x1b]654;interactive\x07');
    try {
      return await this.#loop();
    } finally {
      unsubscribe();
    }
  }

  async #loop(): Promise<number> {
    for (;;) {
      await this.#reportJobs();
      const result = await this.#readCommand();
      if (result.type === 'ended') {
        await this.#write('exit\n');
        return this.#execution.state.lastExitCode;
      }
      if (result.type === 'script') await this.#runCommand(result.script);
    }
  }

  /** Reads one whole command, which may span several lines. */
  async #readCommand(): Promise<{ type: 'script'; script: ParsedScript } | { type: 'nothing' } | { type: 'ended' }> {
    const { state } = this.#execution;
    let source = '';
    for (;;) {
      this.#isInterruptPending = false;
      const mark = this.#isMarking && source === '' ? '\x1b]654;prompt\x07' : '';
      const prompt = source === '' ? this.#prompt() : '> ';
      const result = await this.#editor.readLine(mark, prompt, this.#execution.signal);
      if (result.type === 'interrupted') {
        state.lastExitCode = INTERRUPTED_EXIT;
        return { type: 'nothing' };
      }
      if (result.type === 'ended') return source === '' ? { type: 'ended' } : { type: 'nothing' };
      source += `${result.text}\n`;
      if (source.trim() === '') return { type: 'nothing' };
      const parsed = parseScript(source);
      if (parsed.status === 'incomplete') continue;
      this.#remember(source.trimEnd());
      if (parsed.status === 'complete') {
        Object.assign(state, { source, position: 0 });
        return { type: 'script', script: parsed.script };
      }
      await this.#writeError(parsed.message);
      state.lastExitCode = 2;
      await this.#markExit();
      return { type: 'nothing' };
    }
  }

  async #runCommand(script: ParsedScript): Promise<void> {
    const { state } = this.#execution;
    const controller = new AbortController();
    this.#foreground = controller;
    if (this.#isInterruptPending) controller.abort(new InterruptSignal());
    this.#interruptedExit = INTERRUPTED_EXIT;
    try {
      await this.#execution.interpreter.runScript(script, { ...this.#execution, signal: controller.signal });
    } catch (error) {
      if (controller.signal.aborted) {
        state.lastExitCode = this.#interruptedExit;
        await this.#write('\n');
      } else if (error instanceof InterruptSignal) state.lastExitCode = 1;
      else if (error instanceof LoopSignal || error instanceof ReturnSignal) state.lastExitCode = 0;
      else if (error instanceof ExpansionError) state.lastExitCode = 1;
      else if (errorCode(error) === null) throw error;
      else {
        await report(this.#execution, errorText(error));
        state.lastExitCode = 1;
      }
    } finally {
      this.#foreground = null;
      // A program that crashed while drawing must not leave its terminal mode behind.
      state.loopDepth = 0;
    }
    // An interrupted command leaves a pending signal.
    await runSignalTraps(this.#execution);
    await this.#markExit();
  }

  async #markExit(): Promise<void> {
    if (this.#isMarking) await this.#write(`\x1b]654;exit=${this.#execution.program.pid}:${this.#execution.state.lastExitCode}\x07`);
  }

  #remember(source: string): void {
    if (this.#history.at(-1) === source || source.startsWith(' ')) return;
    this.#history.push(source);
    this.#historyFile.append(source);
  }

  async #reportJobs(): Promise<void> {
    const jobs = this.#execution.jobs.list();
    for (const [index, job] of jobs.entries()) {
      if (job.status !== 'done') continue;
      await this.#write(`${jobLine(job, index === jobs.length - 1, index === jobs.length - 2)}\n`);
      this.#execution.jobs.remove(job);
    }
  }

  #prompt(): string {
    const { cwd, variables, lastExitCode } = this.#execution.state;
    const home = variables.text('HOME');
    const isAtHome = home !== null && home !== '/' && (cwd === home || cwd.startsWith(`${home}/`));
    const folder = isAtHome ? `~${cwd.slice(home.length)}` : cwd;
    return `\x1b[36m${folder}\x1b[0m \x1b[${lastExitCode === 0 ? '32' : '31'}m❯\x1b[0m `;
  }

  #columns(): number {
    return this.#execution.program.system.sync('terminalSize', this.#descriptor).columns;
  }

  async #writeError(message: string): Promise<void> {
    await this.#write(`jsh: ${message}\n`);
  }

  async #write(text: string): Promise<void> {
    await this.#execution.files.get(1)?.write(new TextEncoder().encode(text), this.#execution.signal);
  }
}
