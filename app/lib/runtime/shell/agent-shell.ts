import { formatProcessGrant, PROCESS_GRANT_VARIABLE } from 'devonz-engine-protocol/process-grant';
import { AGENT_VARIABLE } from 'devonz-engine-protocol/secret-variable';
import { PLAIN_CONSOLE_VARIABLE, TERMINAL_NOTES_VARIABLE } from 'devonz-engine-protocol/terminal-note';
import { t } from '../../i18n/t.ts';
import { grantFor } from '../../protocol/grant-for.ts';
import { CUT_OFF_NOTE, LOST_EXIT_CODE } from '../../protocol/machines/ended-with-connection.ts';
import { TERMINAL_SIZE } from '../terminal-screen.ts';
import type { AgentProcess, CommandOutcome, CommandRequest, ProcessControl, RuntimeEvent, RuntimeProcess, SpawnRequest } from '../types.ts';
import { type CommandEnding, waitForEnding } from './command-ending.ts';
import { PortRegistry } from './port-registry.ts';
import { createProcessControl } from './process-control.ts';
import { RunningCommand } from './running-command.ts';
import type { ShellHost } from './shell-host.ts';
import { shellScript } from './shell-script.ts';
import { startWithin } from './start-within.ts';

/**
 * The agent's own shell, separate from the user's. Each command is a separate `jsh -c` (on a real machine `bash -c` or `sh -c`) with its
 * own console: an `exit`, an open quote or a program that consumes stdin ends only that command, and a server can keep running in the
 * background during the next one. As users expect of a single shell, the directory and exported variables are carried over; an EXIT trap
 * writes them after a random marker. Unless the call asks for a terminal, programs see none on that console and print neither colours nor
 * redrawn progress; detecting who reads, and Ctrl-C, work in either case. See docs/decisions/0003.
 */
export interface AgentShell {
  run(request: CommandRequest): Promise<CommandOutcome>;
  stopProcess(processId: string): Promise<void>;
  /** The current directory, as an absolute path. */
  directory(): string;
  /** Commands that run in the background. */
  processes(): readonly AgentProcess[];
  readonly control: ProcessControl;
  onChange(listener: () => void): () => void;
  /** Everything that the agent's terminal shows: prompts, commands, output. */
  onTranscript(listener: (chunk: string) => void): () => void;
}

export interface AgentShellOptions {
  spawn(request: SpawnRequest): Promise<RuntimeProcess>;
  onEvent(listener: (event: RuntimeEvent) => void): () => void;
  /** Absolute path of the project's root in the runtime. */
  root: string;
  host: ShellHost;
  /** The directory in which an earlier shell was left, as an absolute path; asked once, when it is first needed. Null for the root. */
  startDirectory?(): string | null;
  nextId(): string;
  now(): number;
}

/** Number of ended background processes whose logs are kept. */
const ENDED_KEPT = 20;

interface Entry {
  running: RunningCommand;
  /** Its call has returned; it continues in the background. */
  isBackground: boolean;
}

export function createAgentShell(options: AgentShellOptions): AgentShell {
  const shell = new Shell(options);
  return {
    run: (request) => shell.run(request),
    stopProcess: (processId) => shell.stopProcess(processId),
    directory: () => shell.cwd,
    processes: () => shell.background().filter(({ exitCode }) => exitCode === null),
    control: createProcessControl({ list: () => shell.background(), find: (processId) => shell.find(processId) }),
    onChange: (listener) => subscribe(shell.changeListeners, listener),
    onTranscript: (listener) => subscribe(shell.transcriptListeners, listener),
  };
}

function subscribe<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

class Shell {
  readonly changeListeners = new Set<() => void>();
  readonly transcriptListeners = new Set<(chunk: string) => void>();
  #cwd: string | null = null;
  readonly #options: AgentShellOptions;
  /** Foreground and background commands, and some that ended in the background; oldest first. */
  readonly #entries = new Map<string, Entry>();
  readonly #ports = new PortRegistry();
  /** File with the exported variables; null until the first command has ended. */
  #environment: string | null = null;
  #stale: string[] = [];
  #count = 0;
  /** Calls without a result so far. */
  readonly #runs = new Set<{ signal: AbortSignal; outcome: Promise<CommandOutcome> }>();

  constructor(options: AgentShellOptions) {
    this.#options = options;
    options.onEvent((event) => {
      this.#ports.onEvent(event);
      if (event.type === 'connection' && !event.isThere) for (const { running } of this.#entries.values()) running.wasAway = true;
    });
  }

  get cwd(): string {
    this.#cwd ??= this.#options.startDirectory?.() ?? this.#options.root;
    return this.#cwd;
  }

  run(request: CommandRequest): Promise<CommandOutcome> {
    // After a stop the session continues at once; the stopped command must not interfere with the next one.
    const stopping = [...this.#runs].filter(({ signal }) => signal.aborted).map(({ outcome }) => outcome);
    const outcome = Promise.allSettled(stopping).then(() => this.#run(request));
    const entry = { signal: request.signal, outcome };
    this.#runs.add(entry);
    const forget = () => this.#runs.delete(entry);
    outcome.then(forget, forget);
    return outcome;
  }

  async #run(request: CommandRequest): Promise<CommandOutcome> {
    const environmentAfter = `${this.#options.host.temporaryFolder}/.agent-env-${this.#options.nextId().slice(0, 13)}`;
    const { running, processId } = await this.#start(request, environmentAfter);
    const stopWatching = watchInput(running, request);
    const ending = await waitForEnding(request, running);
    stopWatching();
    const isOver = ending.type === 'exit' || ending.type === 'cancelled';
    if (ending.type === 'cancelled') {
      await running.stop();
      this.#print(`\r\n\x1b[31m${t('Stopped')}\x1b[0m\r\n`);
    }
    // A command that ends later, in the background, must not change the shell's directory.
    if (running.directory !== null && (isOver || ending.type === 'jobs')) this.#carryOver(request, running.directory, environmentAfter);
    else this.#stale.push(environmentAfter);
    if (isOver) this.#entries.delete(processId);
    else this.#keepInBackground(processId, request.command);
    return outcomeOf(ending, running, processId, this.#options.root);
  }

  async stopProcess(processId: string): Promise<void> {
    await this.#entries.get(processId)?.running.stop();
  }

  background(): AgentProcess[] {
    return [...this.#entries.values()].flatMap(({ running, isBackground }) => (isBackground ? [running.info()] : []));
  }

  find(processId: string): RunningCommand | undefined {
    return this.#entries.get(processId)?.running;
  }

  async #start(request: CommandRequest, environmentAfter: string): Promise<{ running: RunningCommand; processId: string }> {
    const { root, nextId, now } = this.#options;
    const directory = request.cwd === undefined ? this.cwd : `${root}/${request.cwd}`.replace(/\/$/, '');
    const prompt = `\x1b[2m${displayPath(directory, root)}\x1b[0m \x1b[32m$\x1b[0m`;
    this.#print(`${prompt} ${request.command.replaceAll('\n', '\r\n')}\r\n`);
    // It is visible in the process list, so it is kept short, but long enough not to be matched by chance.
    const marker = `dz-${nextId().slice(0, 13)}`;
    const stale = this.#stale.splice(0);
    // Any command may remove files that are no longer needed.
    const ownFiles = { last: environmentAfter, stale };
    const script = shellScript({
      command: request.command,
      directory,
      otherwise: request.cwd === undefined && directory !== root ? root : null,
      environment: this.#environment,
      environmentAfter,
      stale,
      marker,
    });
    // Short, because a model has to repeat it, and different from the ids of other shells.
    const processId = `p${++this.#count}-${nextId().slice(0, 4)}`;
    const running = await startWithin({
      attempt: () =>
        this.#spawn(
          script,
          { processId, command: request.command, startDirectory: directory, startedAt: now(), marker },
          request,
          ownFiles,
        ),
      ...this.#options.host,
      signal: request.signal,
      onRetry: () => this.#print(`\r\n\x1b[33m${t('The shell did not start and is started again.')}\x1b[0m\r\n`),
    });
    this.#entries.set(processId, { running, isBackground: false });
    return { running, processId };
  }

  async #spawn(
    script: string,
    known: { processId: string; command: string; startDirectory: string; startedAt: number; marker: string },
    request: CommandRequest,
    ownFiles: { last: string; stale: readonly string[] },
  ): Promise<RunningCommand> {
    const { host, nextId, spawn } = this.#options;
    const notesKey = host.hasNotes ? `note-${nextId()}`.slice(0, 64) : null;
    const isPlain = host.hasPlainConsole && request.hasTerminal !== true;
    const env = environment(host, notesKey, isPlain, this.#grant(request, ownFiles));
    const [command, ...args] = host.command;
    const process = await spawn({
      command,
      args: [...args, '-c', script],
      terminal: TERMINAL_SIZE,
      ...(Object.keys(env).length === 0 ? {} : { env }),
    });
    const running = new RunningCommand({
      ...known,
      process,
      notesKey,
      isPlain,
      grace: host,
      onText: (text) => {
        this.#print(text);
        request.onOutput(text);
      },
      onChange: () => this.#changed(),
      urlOf: (port) => this.#ports.urlOf(port),
    });
    this.#ports.add(running);
    return running;
  }

  /** The engine's kernel enforces this for the command (docs/decisions/0019). */
  #grant({ touches }: CommandRequest, { last, stale }: { last: string; stale: readonly string[] }): Record<string, string> {
    if (touches === undefined) return {};
    const grant = grantFor({ ...touches, write: [...touches.write, ...stale] }, this.#options.root);
    return { [PROCESS_GRANT_VARIABLE]: formatProcessGrant({ ...grant, ownFiles: [last] }) };
  }

  #carryOver(request: CommandRequest, directory: string, environment: string): void {
    if (this.#environment !== null) this.#stale.push(this.#environment);
    this.#environment = environment;
    if (request.cwd === undefined) this.#cwd = directory;
  }

  #keepInBackground(processId: string, command: string): void {
    const entry = this.#entries.get(processId);
    if (entry === undefined) return;
    entry.isBackground = true;
    void entry.running.ended.then((code) => {
      this.#print(`\r\n\x1b[2m${t('{command} ended with exit code {code}.', { command, code: String(code) })}\x1b[0m\r\n`);
      const ended = [...this.#entries].filter(([, { running, isBackground }]) => isBackground && running.info().exitCode !== null);
      for (const [oldest] of ended.slice(0, -ENDED_KEPT)) this.#entries.delete(oldest);
      this.#changed();
    });
    this.#changed();
  }

  #changed(): void {
    for (const listener of [...this.changeListeners]) listener();
  }

  #print(chunk: string): void {
    for (const listener of [...this.transcriptListeners]) listener(chunk);
  }
}

/** Variables that the host removes from the environment before any program sees it. */
function environment(host: ShellHost, notesKey: string | null, isPlain: boolean, grant: Record<string, string>): Record<string, string> {
  return {
    ...(host.hasUserEnvironment ? { [AGENT_VARIABLE]: '1' } : {}),
    ...(notesKey === null ? {} : { [TERMINAL_NOTES_VARIABLE]: notesKey }),
    ...(isPlain ? { [PLAIN_CONSOLE_VARIABLE]: '1' } : {}),
    ...grant,
  };
}

/** Notifies the call each time the input that its command waits for changes. */
function watchInput(running: RunningCommand, request: CommandRequest): () => void {
  let told = '';
  return running.onChange(() => {
    const wanted = running.waitsFor();
    const shown = wanted === null ? '' : JSON.stringify(wanted);
    if (shown === told) return;
    told = shown;
    request.onInputWanted?.(wanted);
  });
}

function outcomeOf(ending: CommandEnding, running: RunningCommand, processId: string, root: string): CommandOutcome {
  const { text: output, omitted, errorParts } = running.output();
  const refused = running
    .refused()
    .map(({ access, path }) => ({ access, path: path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path }));
  const printed = {
    output,
    ...(omitted === null ? {} : { omitted }),
    ...(running.hasNotes ? { errorParts } : {}),
    ...(refused.length === 0 ? {} : { refused }),
  };
  const waitsFor = running.waitsFor();
  switch (ending.type) {
    case 'exit': {
      const isCutOff = running.wasAway && ending.exitCode === LOST_EXIT_CODE;
      const told = isCutOff ? { output: `${output}\r\n${CUT_OFF_NOTE}\r\n` } : {};
      return { ...printed, ...told, status: 'completed', exitCode: ending.exitCode };
    }
    case 'cancelled':
      return { ...printed, status: 'cancelled' };
    case 'port':
      return { ...printed, status: 'running', processId, ports: running.ports() };
    case 'jobs':
      return { ...printed, status: 'running', processId, ports: running.ports(), hasJobs: true };
    case 'input':
    case 'timeout':
      if (waitsFor !== null) return { ...printed, status: 'running', processId, ports: running.ports(), waitsFor };
      return { ...printed, status: 'timed_out', processId, ...(running.isReading() ? { isReading: true } : {}) };
  }
}

function displayPath(directory: string, root: string): string {
  return directory === root ? '~' : directory.startsWith(`${root}/`) ? `~${directory.slice(root.length)}` : directory;
}
