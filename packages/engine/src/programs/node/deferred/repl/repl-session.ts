import type { Key } from '../../builtins/readline/keypress-events.ts';
import type { NodeHost } from '../../node-host.ts';
import { describeFailure } from './describe-failure.ts';
import { Thrown } from './evaluate-line.ts';
import type { ReplServer } from './repl-types.ts';
import { Recoverable } from './unfinished-code.ts';

const OUTSIDE = 'npm should be run outside of the Node.js REPL, in your normal shell.\n(Press Ctrl+D to exit.)\n';

/** Counts the evaluations of all REPLs in the process. */
let count = 0;

/** The state of one REPL between its lines. */
export class ReplSession {
  /** The lines of incomplete code. */
  buffered = '';
  #sawInterrupt = false;
  #sawEnd = false;
  #isLoading = false;
  /** An evaluation waits for a promise; further input is queued. */
  #isBusy = false;
  #isClosing = false;
  #lines: string[] = [];

  constructor(
    private readonly host: NodeHost,
    private readonly server: ReplServer,
    private readonly isStandalone: boolean,
  ) {}

  /** Returns true if the REPL closes only after all its input has been evaluated. */
  closesLater(): boolean {
    this.#isClosing = this.#isBusy;
    return this.#isBusy;
  }

  take(given: string | null | undefined): void {
    const line = given ?? '';
    this.#sawInterrupt = false;
    if (this.#isBusy) this.#lines.push(line);
    else this.#handle(line);
  }

  #handle(line: string): void {
    const { server } = this;
    if (server.editorMode) {
      this.buffered += `${line}\n`;
      const indentation = server._sawKeyPress && !this.#isLoading ? (/^\s+/.exec(line)?.[0] ?? '') : '';
      if (indentation !== '') {
        server.write(indentation);
        server.line = indentation;
        server.cursor = indentation.length;
      }
      server.lines.push(line);
      return;
    }
    const trimmed = line.trim();
    if (/^\.(?!\.)/.test(trimmed) && Number.isNaN(Number.parseFloat(trimmed))) {
      const [, keyword = '', rest = ''] = /^\.([^\s]+)\s*(.*)$/.exec(trimmed) ?? [];
      const command = server.commands[keyword];
      if (command !== undefined) {
        command.action.call(server, rest);
        return;
      }
      if (this.buffered === '') {
        server.output?.write('Invalid REPL keyword\n');
        this.#remember(line);
        server.displayPrompt();
        return;
      }
    }
    this.#evaluate(line);
  }

  #remember(line: string): void {
    if (line !== '') this.server.lines.push(line);
  }

  #evaluate(line: string): void {
    const { server } = this;
    const code = `${this.buffered}${line}\n`;
    this.#isBusy = true;
    let isOver = false;
    const finish = (...given: [error: unknown, result?: unknown]) => {
      if (isOver) return;
      isOver = true;
      this.#isBusy = false;
      this.#finish(line, given);
      this.#next();
    };
    // An infinite loop cannot be interrupted; outside raw mode Ctrl-C ends the process.
    const isGuarded = server.terminal && server.breakEvalOnSigint;
    if (isGuarded) server._setRawMode(false);
    let failure: Thrown | null = null;
    try {
      server.eval(code, server.context, `REPL${++count}`, finish);
    } catch (error) {
      failure = new Thrown(error);
    }
    if (isGuarded && !server.closed) server._setRawMode(true);
    if (failure !== null) finish(failure);
  }

  #next(): void {
    while (!this.#isBusy) {
      const line = this.#lines.shift();
      if (line === undefined) break;
      this.#handle(line);
    }
    if (this.#isBusy || !this.#isClosing) return;
    this.#isClosing = false;
    this.server.close();
  }

  #finish(line: string, given: [error: unknown, result?: unknown]): void {
    const { server } = this;
    const [error, result] = given;
    if (error) {
      if (this.buffered === '' && line.trim().startsWith('npm ') && !(error instanceof Recoverable)) {
        this.#remember(line);
        server.output?.write(OUTSIDE);
        server.displayPrompt();
        return;
      }
      if (error instanceof Recoverable && !this.#sawEnd) {
        this.#remember(line);
        this.buffered += `${line}\n`;
        server.displayPrompt();
        return;
      }
      const failed = error instanceof Recoverable ? error.err : error instanceof Thrown ? error.error : error;
      if (!(failed instanceof SyntaxError)) this.#remember(line);
      this.#sawEnd = false;
      server._domain.emit('error', failed);
      return;
    }
    this.#remember(line);
    server.clearBufferedCommand();
    this.#sawEnd = false;
    if (given.length === 2 && (!server.ignoreUndefined || result !== undefined)) {
      if (!server.underscoreAssigned) server.last = result;
      server.output?.write(`${server.writer(result)}\n`);
    }
    server.displayPrompt();
  }

  /** Reports an error of a line, or of what a line has started. */
  fail(error: unknown): void {
    const { server } = this;
    if (!server.underscoreErrAssigned) server.lastError = error;
    const process = this.host.builtin('process') as {
      listenerCount(name: string): number;
      emit(name: string, error: unknown): void;
    };
    if (this.isStandalone && process.listenerCount('uncaughtException') > 0) {
      this.host.loop.nextTick(() => {
        process.emit('uncaughtException', error);
        server.clearBufferedCommand();
        server.displayPrompt();
      }, []);
      return;
    }
    server.output?.write(describeFailure(error, server));
    server.clearBufferedCommand();
    server.displayPrompt();
  }

  /** Handles Ctrl-C: discards the input, or ends the REPL if it is pressed twice without input. */
  interrupt(): void {
    const { server } = this;
    if (this.#isBusy && server.emit('interrupt')) return;
    const isEmpty = server.line.length === 0;
    server.clearLine();
    this.#leaveEditor();
    if (this.buffered === '' && isEmpty) {
      if (this.#sawInterrupt) {
        this.#sawInterrupt = false;
        server.close();
        return;
      }
      server.output?.write('(To exit, press Ctrl+C again or Ctrl+D or type .exit)\n');
      this.#sawInterrupt = true;
    } else this.#sawInterrupt = false;
    server.clearBufferedCommand();
    server.displayPrompt();
  }

  enterEditor(): void {
    if (!this.server.terminal) return;
    this.server.editorMode = true;
    this.server._showPrompt('');
  }

  #leaveEditor(): void {
    this.server.editorMode = false;
    this.server._showPrompt(this.server._initialPrompt);
  }

  /** Implements `.load`, as if the text had been typed in the editor. */
  typeIn(text: string): void {
    const { server } = this;
    server.editorMode = true;
    server._showPrompt('');
    this.#isLoading = true;
    server.write(text);
    this.#isLoading = false;
    this.#leaveEditor();
    server.write('\n');
  }

  /** Handles keys on a terminal, including the editor's own keys. */
  press(text: string | undefined, key: Partial<Key>, pressOn: (text: string | undefined, key?: Partial<Key>) => void): void {
    const { server } = this;
    if (server.editorMode && key.ctrl !== true && key.name === 'tab') {
      server._insertString('  ');
      return;
    }
    if (!server.editorMode || key.ctrl !== true || key.name !== 'd') {
      if (server.editorMode && (key.name === 'up' || key.name === 'down')) return;
      pressOn(text, key);
      return;
    }
    // Ctrl-D ends the editor's input.
    this.#leaveEditor();
    this.#sawEnd = true;
    pressOn(text, { name: 'return' });
  }
}
