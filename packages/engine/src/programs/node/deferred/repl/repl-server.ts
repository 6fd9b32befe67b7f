import Emitter from 'events/';
import type { Key } from '../../builtins/readline/keypress-events.ts';
import type { LineInterface } from '../../builtins/readline/line-interface.ts';
import { nodeError } from '../../errors/node-error.ts';
import { validateFunction } from '../../errors/validate.ts';
import type { NodeHost } from '../../node-host.ts';
import { completeExpression } from './complete-expression.ts';
import { createEvaluation } from './evaluate-line.ts';
import { setUpHistory } from './persistent-history.ts';
import { defineCommands } from './repl-commands.ts';
import { createReplContext } from './repl-context.ts';
import { ReplSession } from './repl-session.ts';
import type { Evaluate, ReplCommand, ReplOptions, ReplServer, ReplTools, Writer } from './repl-types.ts';

type InterfaceClass = new (options: object) => LineInterface;
type Complete = (line: string, done: (error: unknown, choices: unknown) => void) => void;

/** Reads `(options)`, or the legacy form `(prompt, stream, eval, useGlobal, ignoreUndefined, replMode)`. */
export function readReplOptions(args: unknown[]): ReplOptions & { isStandalone?: boolean } {
  const [first, stream, evaluate, useGlobal, ignoreUndefined, replMode] = args;
  if (typeof first === 'object' && first !== null) return { ...first };
  return {
    ...(first === undefined ? {} : { prompt: String(first) }),
    ...(stream === undefined
      ? {}
      : { input: Reflect.get(stream as object, 'stdin') ?? stream, output: Reflect.get(stream as object, 'stdout') ?? stream }),
    // The program passed these values.
    ...(evaluate === undefined ? {} : { eval: evaluate as Evaluate }),
    useGlobal: Boolean(useGlobal),
    ignoreUndefined: Boolean(ignoreUndefined),
    ...(replMode === undefined ? {} : { replMode: replMode as symbol }),
  };
}

function choosesColors(host: NodeHost, { useColors }: ReplOptions, output: unknown): boolean {
  if (useColors !== undefined) return useColors;
  const { NO_COLOR: no, NODE_DISABLE_COLORS: disable } = host.context.env;
  return Reflect.get(output as object, 'isTTY') === true && !no && !disable;
}

/** Sets the members that every REPL has: its evaluation, its output and its options. */
function furnish(host: NodeHost, server: ReplServer, options: ReplOptions, tools: ReplTools & { writer: Writer }): void {
  const { eval: evaluate, writer = tools.writer } = options;
  if (evaluate !== undefined && options.breakEvalOnSigint)
    throw nodeError(TypeError, 'ERR_INVALID_REPL_EVAL_CONFIG', 'Cannot specify both "breakEvalOnSigint" and "eval" for REPL');
  server.useColors = choosesColors(host, options, server.output);
  server.useGlobal = options.useGlobal === true;
  server.ignoreUndefined = options.ignoreUndefined === true;
  server.replMode = options.replMode ?? tools.modes.sloppy;
  server.breakEvalOnSigint = options.breakEvalOnSigint === true;
  server.editorMode = false;
  server.underscoreAssigned = false;
  server.underscoreErrAssigned = false;
  server.last = undefined;
  server.lastError = undefined;
  server.lines = Object.assign([], { level: [] });
  server.commands = Object.create(null);
  server.writer = writer;
  if (writer === tools.writer && server.useColors) {
    const colored: Writer = (value) => tools.inspect(value, { ...tools.writer.options, colors: true });
    colored.options = { ...tools.writer.options, colors: true };
    server.writer = colored;
  }
  server.eval = evaluate ?? createEvaluation(host, server, tools);
}

export function createReplServerClass(host: NodeHost, tools: ReplTools & { writer: Writer; repl: object }): InterfaceClass {
  const { Interface } = host.builtin('readline') as { Interface: InterfaceClass };
  return class REPLServer extends Interface {
    declare _initialPrompt: string;
    declare editorMode: boolean;
    declare context: object;
    declare commands: Record<string, ReplCommand>;
    readonly #session: ReplSession;

    constructor(...args: unknown[]) {
      const options = readReplOptions(args);
      const process = host.builtin('process');
      const { input = process.stdin, output = process.stdout } = options;
      let server: ReplServer | null = null;
      const complete: Complete = (line, done) => done(null, server === null ? [[], line] : completeExpression(host, server, line));
      const { terminal, historySize = 1000, completer = complete, prompt = '> ' } = options;
      super({ input, output, completer, terminal, historySize, prompt });
      server = this as unknown as ReplServer; // Its fields are set here.
      this._initialPrompt = String(prompt);
      this.#session = new ReplSession(host, server, options.isStandalone === true);
      furnish(host, server, options, tools);
      server._domain = new Emitter();
      server._domain.on('error', (error: unknown) => this.#session.fail(error));
      // `inputStream` and `outputStream` are the former names of `input` and `output`.
      Object.assign(this, { inputStream: input, outputStream: output });
      if (options.isStandalone) Object.assign(tools.repl, { repl: this });
      server.resetContext();
      defineCommands(server, this.#session, host.builtin('fs'));
      this.on('line', (line: string) => this.#session.take(line));
      this.on('SIGINT', () => this.#session.interrupt());
      this.on('close', () => host.loop.nextTick(() => this.emit('exit'), []));
      const press = this._ttyWrite.bind(this);
      this._ttyWrite = (text: string | undefined, key?: Partial<Key>) =>
        this.#session.press(text, key ?? {}, (pressed, named) => press(pressed, named as Key));
      server.displayPrompt();
    }

    override setPrompt(prompt: string): void {
      this._initialPrompt = prompt;
      super.setPrompt(prompt);
    }
    _showPrompt(prompt: string): void {
      super.setPrompt(prompt);
    }
    override close(): void {
      if (this.#session.closesLater()) return;
      super.close();
    }
    clearBufferedCommand(): void {
      this.#session.buffered = '';
    }
    displayPrompt(keepsCursor?: boolean): void {
      if (this.closed) return;
      this._showPrompt(this.#session.buffered === '' || this.editorMode ? this._initialPrompt : '... ');
      this.prompt(keepsCursor);
    }
    defineCommand(keyword: string, given: ReplCommand | ReplCommand['action']): void {
      const command = typeof given === 'function' ? { action: given } : given;
      validateFunction(command.action, 'cmd.action');
      this.commands[keyword] = command;
    }
    createContext(): object {
      return createReplContext(host, this as unknown as ReplServer); // This class becomes the ReplServer that programs see.
    }
    resetContext(): void {
      this.context = this.createContext();
      Object.assign(this, { underscoreAssigned: false, underscoreErrAssigned: false });
      this.emit('reset', this.context);
    }
    setupHistory(path: unknown, done: (error: unknown, server: ReplServer) => void): void {
      setUpHistory(host, this as unknown as ReplServer, path, done); // This class becomes the ReplServer that programs see.
    }
    complete(line: string, done: (error: unknown, choices: unknown) => void): void {
      this.completer?.(line, done);
    }
  };
}
