import type { ChildProcess } from '../builtins/child-process/child-process.ts';
import type { CommandLine } from '../command-line.ts';
import type { Timeout } from '../event-loop/timers.ts';
import { joinPath, parentFolder } from '../loader/module-files.ts';
import { WATCH_MESSAGE, WATCH_VARIABLE } from '../loader/watch-report.ts';
import type { NodeHost } from '../node-host.ts';

/** One change often causes several events: written, renamed, touched. */
const DEBOUNCE_MILLISECONDS = 100;

interface Watcher {
  on(name: 'change', listener: (event: string, path: unknown) => void): void;
}

interface Builtins {
  spawn(file: string, args: string[], options: object): ChildProcess;
  watch(path: string, options: object): Watcher;
  print(text: string): void;
  hasColors: boolean;
}

function builtinsOf(host: NodeHost): Builtins {
  const { stdout, stderr } = host.builtin('process');
  const { spawn } = host.builtin('child_process');
  const { watch } = host.builtin('fs');
  // The built-in modules' own functions and streams, as Node documents them.
  const given = { spawn, watch, stdout, stderr } as unknown as Pick<Builtins, 'spawn' | 'watch'> & {
    stdout: { write(text: string): void };
    stderr: { isTTY?: boolean };
  };
  return {
    spawn: given.spawn,
    watch: given.watch,
    print: (text) => given.stdout.write(text),
    hasColors: given.stderr.isTTY === true,
  };
}

/** Returns Node's own options without those for the watcher. */
function passedOn(execArgv: readonly string[]): string[] {
  const kept: string[] = [];
  for (let index = 0; index < execArgv.length; index++) {
    const argument = execArgv[index] ?? '';
    if (argument === '--watch-path') index++;
    else if (!/^--watch(?:$|-)/.test(argument)) kept.push(argument);
  }
  return kept;
}

/** Implements `node --watch`: runs the program in a separate process, and restarts it when a file that it has loaded changes. */
class WatchMode {
  readonly #builtins: Builtins;
  readonly #files = new Set<string>();
  readonly #folders = new Set<string>();
  readonly #command: string[];
  #child: ChildProcess | null = null;
  /** Called once the program has ended. The last request wins, for example a signal to the watcher during a restart. */
  #then: (() => void) | null = null;
  #timer: Timeout | null = null;

  constructor(
    private readonly host: NodeHost,
    private readonly line: CommandLine,
  ) {
    this.#builtins = builtinsOf(host);
    this.#command = [...(line.command.kind === 'file' ? [line.command.path] : []), ...line.args];
  }

  get #watchesAll(): boolean {
    return this.line.watchPaths.length > 0 || this.line.isTest;
  }

  start(): void {
    const { host, line } = this;
    const paths = line.watchPaths.length > 0 ? line.watchPaths : ['.'];
    for (const path of paths) this.#watchFolder(host.resolvePath(path), true);
    for (const { path } of line.envFiles) this.#addFile(host.resolvePath(path));
    this.#run();
  }

  #watchFolder(folder: string, isRecursive: boolean): void {
    if (this.#folders.has(folder)) return;
    this.#folders.add(folder);
    // A missing folder cannot change.
    try {
      const watcher = this.#builtins.watch(folder, { recursive: isRecursive });
      watcher.on('change', (_event, path) => this.#changed(joinPath(folder, String(path))));
    } catch (error) {
      if (isRecursive) throw error;
    }
  }

  #addFile(path: string): void {
    if (this.#files.has(path)) return;
    this.#files.add(path);
    if (this.#watchesAll || path.startsWith(`${this.host.workingDirectory}/`)) return;
    this.#watchFolder(parentFolder(path), false);
  }

  #changed(path: string): void {
    const isWatched = this.#watchesAll ? !/\/(?:node_modules|\.git)(?:\/|$)/.test(path) : this.#files.has(path);
    if (!isWatched || this.#timer !== null) return;
    this.#timer = this.host.timers.setTimeout(() => {
      this.#timer = null;
      this.#restart();
    }, DEBOUNCE_MILLISECONDS);
  }

  #say(color: string, text: string): void {
    this.#builtins.print(this.#builtins.hasColors ? `\u001b[${color}m${text}\u001b[39m\n` : `${text}\n`);
  }

  get #shown(): string {
    return `'${this.#command.join(' ')}'`;
  }

  #restart(): void {
    if (this.#builtins.hasColors && !this.line.execArgv.includes('--watch-preserve-output')) this.#builtins.print('\u001bc');
    this.#say('32', `Restarting ${this.#shown}`);
    this.end('SIGTERM', () => this.#run());
  }

  #run(): void {
    const { host, line } = this;
    if (line.command.kind === 'file' && !line.isTest) this.#addFile(host.resolvePath(line.command.path));
    const child = this.#builtins.spawn('/usr/bin/node', [...passedOn(line.execArgv), ...this.#command], {
      env: { ...host.context.env, [WATCH_VARIABLE]: '1' },
      cwd: host.workingDirectory,
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    });
    this.#child = child;
    child.on('message', (message: unknown) => {
      const files: unknown = typeof message === 'object' && message !== null ? Reflect.get(message, WATCH_MESSAGE) : undefined;
      if (Array.isArray(files)) for (const file of files) this.#addFile(String(file));
    });
    child.once('exit', (exitCode: unknown) => {
      this.#child = null;
      if (this.#then !== null) return this.#continue();
      const wait = 'Waiting for file changes before restarting...';
      if (exitCode === 0) this.#say('34', `Completed running ${this.#shown}. ${wait}`);
      else this.#say('31', `Failed running ${this.#shown}. ${wait}`);
    });
  }

  /** Ends the program if it is running, then continues. */
  end(signal: string, then: () => void): void {
    this.#then = then;
    if (this.#child === null) this.#continue();
    else this.#child.kill(signal);
  }

  #continue(): void {
    const then = this.#then;
    this.#then = null;
    then?.();
  }
}

/** Starts the program. Returns a function that ends it and then continues. */
export function startWatching(host: NodeHost, line: CommandLine): (signal: string, then: () => void) => void {
  const mode = new WatchMode(host, line);
  mode.start();
  return (signal, then) => mode.end(signal, then);
}
