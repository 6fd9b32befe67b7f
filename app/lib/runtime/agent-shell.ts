import {
  type AgentProcess,
  type CommandOutcome,
  type CommandRequest,
  type ProcessControl,
  type RuntimeEvent,
  type RuntimeProcess,
  type SpawnRequest,
  WorkspaceError,
} from './types.ts';

/**
 * The agent's own shell: never the person's. Each command is a `jsh -c` of its own with a terminal of its own, so that an
 * `exit`, an unfinished quote or a program that eats stdin ends that command and nothing else, and so that a server can
 * go on in the background while the next command runs. What a person expects of one shell is carried over: the directory
 * and the exported variables, which an EXIT trap writes after a random marker. See docs/decisions/0003.
 */
export interface AgentShell {
  run(request: CommandRequest): Promise<CommandOutcome>;
  stopProcess(processId: string): Promise<void>;
  /** Where it stands now: an absolute path. */
  directory(): string;
  /** Commands that go on in the background. */
  processes(): readonly AgentProcess[];
  readonly control: ProcessControl;
  onChange(listener: () => void): () => void;
  /** Everything the agent's terminal shows: prompts, commands, output. */
  onTranscript(listener: (chunk: string) => void): () => void;
}

export interface AgentShellOptions {
  spawn(request: SpawnRequest): Promise<RuntimeProcess>;
  onEvent(listener: (event: RuntimeEvent) => void): () => void;
  /** Absolute path of the project's root in the runtime. */
  root: string;
  nextId(): string;
  now(): number;
}

const TERMINAL = { columns: 120, rows: 30 };
/** After a port has opened the command is watched this long for an early death and its first lines. */
const PORT_GRACE_MS = 400;
/** Between Ctrl-C and the kill. */
const INTERRUPT_GRACE_MS = 100;
/** Characters of output kept for the result; the tool cuts it further for the model. */
const OUTPUT_LIMIT = 400_000;
/** Longer than any path: what follows a marker and does not end by then was not written by the trap. */
const LONGEST_DIRECTORY = 8_192;

/** A single-quoted shell word. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

interface BackgroundCommand {
  info: AgentProcess;
  running: RunningCommand;
}

interface RunningCommand {
  process: RuntimeProcess;
  output: string;
  /** Characters before `output` that are no longer kept. */
  dropped: number;
}

export function createAgentShell(options: AgentShellOptions): AgentShell {
  const background = new Map<string, BackgroundCommand>();
  const changeListeners = new Set<() => void>();
  const transcriptListeners = new Set<(chunk: string) => void>();
  const environmentFile = `/tmp/.agent-environment-${options.nextId()}`;
  let cwd = options.root;
  const changed = () => {
    for (const listener of changeListeners) listener();
  };
  const print = (chunk: string) => {
    for (const listener of transcriptListeners) listener(chunk);
  };

  const start = async (request: CommandRequest, marker: string): Promise<RunningCommand> => {
    const directory = request.cwd === undefined ? cwd : `${options.root}/${request.cwd}`.replace(/\/$/, '');
    const script = scriptOf(request.command, directory, environmentFile, marker);
    print(`\x1b[2m${displayPath(directory, options.root)}\x1b[0m \x1b[32m$\x1b[0m ${request.command.replaceAll('\n', '\r\n')}\r\n`);
    const process = await options.spawn({ command: 'jsh', args: ['-c', script], terminal: TERMINAL });
    const running: RunningCommand = { process, output: '', dropped: 0 };
    const onText = (text: string) => {
      const whole = running.output + text;
      running.output = whole.slice(-OUTPUT_LIMIT);
      running.dropped += whole.length - running.output.length;
      print(text);
      request.onOutput(text);
    };
    void consume(process, marker, onText, (directoryAfter) => {
      if (request.cwd === undefined) cwd = directoryAfter;
    });
    return running;
  };

  const keepInBackground = (command: string, running: RunningCommand, ports: AgentProcess['ports']): string => {
    const processId = options.nextId();
    const entry: BackgroundCommand = {
      info: { processId, command, startedAt: options.now(), ports, exitCode: null, waitsFor: null },
      running,
    };
    background.set(processId, entry);
    void running.process.exit.then((code) => {
      entry.info = { ...entry.info, exitCode: code };
      print(`\r\n\x1b[2m${command} ended with exit code ${code}\x1b[0m\r\n`);
      changed();
    });
    changed();
    return processId;
  };

  return {
    async run(request) {
      const running = await start(request, `devonz-${options.nextId()}`);
      const ending = await waitForEnding(request, running, options);
      switch (ending.type) {
        case 'exit':
          return { status: 'completed', exitCode: ending.exitCode, output: running.output };
        case 'cancelled':
          await interrupt(running.process);
          print('\r\n\x1b[31mStopped\x1b[0m\r\n');
          return { status: 'cancelled', output: running.output };
        case 'port':
          return {
            status: 'running',
            processId: keepInBackground(request.command, running, ending.ports),
            output: running.output,
            ports: ending.ports,
          };
        case 'timeout':
          return { status: 'timed_out', processId: keepInBackground(request.command, running, []), output: running.output };
      }
    },
    async stopProcess(processId) {
      const found = background.get(processId);
      if (found) await interrupt(found.running.process);
    },
    directory: () => cwd,
    processes: () => [...background.values()].flatMap(({ info }) => (info.exitCode === null ? [info] : [])),
    control: createProcessControl(background),
    onChange(listener) {
      changeListeners.add(listener);
      return () => changeListeners.delete(listener);
    },
    onTranscript(listener) {
      transcriptListeners.add(listener);
      return () => transcriptListeners.delete(listener);
    },
  };
}

function createProcessControl(background: ReadonlyMap<string, BackgroundCommand>): ProcessControl {
  const found = (processId: string): BackgroundCommand => {
    const entry = background.get(processId);
    if (entry === undefined) throw new WorkspaceError('ENOENT', `There is no process ${processId}.`);
    return entry;
  };
  return {
    list: async () => [...background.values()].map(({ info }) => info),
    async log(processId) {
      const { running } = found(processId);
      return { text: running.output, dropped: running.dropped };
    },
    async write(processId, data) {
      await found(processId).running.process.write(data);
    },
    async interrupt(processId) {
      await found(processId).running.process.write('\x03');
    },
    async kill(processId) {
      found(processId).running.process.kill();
    },
  };
}

function scriptOf(command: string, directory: string, environmentFile: string, marker: string): string {
  return [
    `[ -f ${environmentFile} ] && . ${environmentFile}`,
    `cd ${quote(directory)} || exit 1`,
    `trap 'export -p > ${environmentFile}; printf "\\033]654;${marker}=%s\\007" "$PWD"' EXIT`,
    command,
  ].join('\n');
}

function displayPath(directory: string, root: string): string {
  return directory === root ? '~' : directory.startsWith(`${root}/`) ? `~${directory.slice(root.length)}` : directory;
}

/** Reads the output to its end, takes the marker with the directory out of it and hands on the rest. */
async function consume(
  process: RuntimeProcess,
  marker: string,
  onText: (text: string) => void,
  onDirectory: (directory: string) => void,
): Promise<void> {
  const begin = `\x1b]654;${marker}=`;
  let held = '';
  const reader = process.output.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    held = withoutMarkers(held + (value ?? ''), begin, onDirectory);
    // Hold back what may be the marker's beginning, cut by a chunk's border.
    const keep = done ? 0 : heldBackLength(held, begin);
    const text = held.slice(0, held.length - keep);
    held = held.slice(held.length - keep);
    if (text !== '') onText(text);
    if (done) return;
  }
}

/**
 * The command itself may print the marker (`trap -p` shows it): all it gains is a directory, which `cd` would give it too. It must
 * not gain that output is held back without end.
 */
function withoutMarkers(text: string, begin: string, onDirectory: (directory: string) => void): string {
  let rest = text;
  for (;;) {
    const at = rest.indexOf(begin);
    if (at === -1) return rest;
    const end = rest.indexOf('\x07', at);
    if (end === -1 && rest.length - at <= LONGEST_DIRECTORY) return rest;
    const directory = end === -1 ? '' : rest.slice(at + begin.length, end);
    if (directory.startsWith('/') && directory.length <= LONGEST_DIRECTORY && !/[\u0000-\u001f]/.test(directory)) onDirectory(directory);
    rest = rest.slice(0, at) + rest.slice(end === -1 ? at + begin.length : end + 1);
  }
}

function heldBackLength(text: string, begin: string): number {
  const at = text.indexOf(begin);
  if (at !== -1) return text.length - at;
  for (let length = Math.min(begin.length - 1, text.length); length > 0; length--) {
    if (text.endsWith(begin.slice(0, length))) return length;
  }
  return 0;
}

async function interrupt(process: RuntimeProcess): Promise<void> {
  await process.write('\x03').catch(() => undefined); // It may have ended in between.
  const hasEnded = await Promise.race([
    process.exit.then(() => true),
    new Promise<false>((resolve) => setTimeout(() => resolve(false), INTERRUPT_GRACE_MS)),
  ]);
  if (!hasEnded) process.kill();
}

type Ending =
  | { type: 'exit'; exitCode: number }
  | { type: 'cancelled' }
  | { type: 'timeout' }
  | { type: 'port'; ports: { port: number; url: string }[] };

function waitForEnding(request: CommandRequest, running: RunningCommand, options: AgentShellOptions): Promise<Ending> {
  return new Promise((resolve) => {
    const ports: { port: number; url: string }[] = [];
    const cleanups: (() => void)[] = [];
    const finish = (ending: Ending) => {
      for (const cleanup of cleanups) cleanup();
      resolve(ending);
    };
    const after = (milliseconds: number, ending: () => Ending) => {
      const timer = setTimeout(() => finish(ending()), milliseconds);
      cleanups.push(() => clearTimeout(timer));
    };
    const onAbort = () => finish({ type: 'cancelled' });
    request.signal.addEventListener('abort', onAbort);
    cleanups.push(() => request.signal.removeEventListener('abort', onAbort));
    cleanups.push(
      options.onEvent((event) => {
        if (event.type !== 'server-ready') return;
        ports.push({ port: event.port, url: event.url });
        if (ports.length === 1) after(PORT_GRACE_MS, () => ({ type: 'port', ports }));
      }),
    );
    after(request.timeoutMs, () => ({ type: 'timeout' }));
    void running.process.exit.then((exitCode) => {
      // The last output may still be on its way through the stream's queue.
      setTimeout(() => finish({ type: 'exit', exitCode }), 0);
    });
    if (request.signal.aborted) onAbort();
  });
}
