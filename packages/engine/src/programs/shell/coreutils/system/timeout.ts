import { signalNumbers } from '../../../../abi/signals.ts';
import type { SignalName } from '../../../../abi/system-calls.ts';
import { signalNamed } from '../../text/signals.ts';
import type { Command, CommandContext, ProcessObserver } from '../command.ts';
import { CommandError } from '../command.ts';
import { parseOptions } from '../parse-options.ts';
import { duration } from './duration.ts';

/** The exit codes of GNU timeout on a timeout, and if the command cannot start. */
const TIMED_OUT = 124;
const FAILED = 125;
/** The largest delay of a browser timer (24 days). */
const MAX_TIMER = 2 ** 31 - 1;

interface Settings {
  limit: number;
  signal: SignalName;
  killAfter: number | null;
  keepsStatus: boolean;
  /** Only the command itself is ended, not the processes it started. */
  isForeground: boolean;
  isVerbose: boolean;
  command: string[];
}

const hint = "\nTry 'timeout --help' for more information.";

function interval(text: string): number {
  const milliseconds = duration(text);
  if (milliseconds === null) throw new CommandError(`invalid time interval '${text}'${hint}`, FAILED);
  return milliseconds;
}

function readSettings(context: CommandContext): Settings {
  const { flags, operands, value } = parseOptions(context, {
    flags: 'vpf',
    values: 'sk',
    long: { signal: 's', 'kill-after': 'k', verbose: 'v', 'preserve-status': 'p', foreground: 'f' },
    isStopping: true,
    exitCode: FAILED,
  });
  const [limit, ...command] = operands;
  const name = value('s') ?? 'TERM';
  const signal = signalNamed(name);
  if (signal === undefined || signal === null) throw new CommandError(`${name}: invalid signal${hint}`, FAILED);
  const killAfter = value('k') === null ? null : interval(value('k') ?? '');
  if (limit === undefined || command.length === 0) throw new CommandError(`missing operand${hint}`, FAILED);
  const settings = { keepsStatus: flags.has('p'), isForeground: flags.has('f'), isVerbose: flags.has('v'), command };
  return { ...settings, limit: interval(limit), signal, killAfter };
}

/** The processes of the command, and those they started. */
class RunningProcesses implements ProcessObserver {
  readonly #running = new Set<number>();
  /** A signal that arrived before the command was resolved: any process that starts receives it. */
  #pending: SignalName | null = null;

  constructor(private readonly system: CommandContext['system']) {}

  get isEmpty(): boolean {
    return this.#running.size === 0;
  }

  onStart(pid: number): void {
    this.#running.add(pid);
    if (this.#pending !== null) this.#kill(pid, this.#pending);
  }

  onExit(pid: number): void {
    this.#running.delete(pid);
  }

  /** Sends a signal as to a process group: processes that moved to their own group are excluded. */
  signal(name: SignalName, isForeground: boolean): void {
    this.#pending = name;
    const list = this.system.sync('listProcesses');
    const wanted = new Set(this.#running);
    const groupOf = new Map(list.map(({ pid, group }) => [pid, group]));
    // Parents come before their children.
    if (!isForeground)
      for (const { pid, parentPid, group } of list) if (wanted.has(parentPid) && groupOf.get(parentPid) === group) wanted.add(pid);
    for (const pid of wanted) this.#kill(pid, name);
  }

  #kill(pid: number, name: SignalName): void {
    try {
      this.system.sync('kill', pid, name);
    } catch {
      // The process has ended in the meantime.
    }
  }
}

/** Implements `timeout`: runs a command, and ends it and the processes it started when the time is up. */
export const timeout: Command = async (context) => {
  const { limit, signal, killAfter, keepsStatus, isForeground, isVerbose, command } = readSettings(context);
  const controller = new AbortController();
  const onAbort = () => controller.abort(context.signal.reason);
  context.signal.addEventListener('abort', onAbort);
  const processes = new RunningProcesses(context.system);
  /** The signal that ended a command running inside this worker. */
  let endedBy: SignalName | null = null;
  let isUp = false;
  const end = (name: SignalName): void => {
    if (isVerbose) void context.stderr.writeLine(`timeout: sending signal ${name.slice(3)} to command '${command[0] ?? ''}'`);
    if (processes.isEmpty) endedBy = name;
    processes.signal(name, isForeground);
    controller.abort(new Error('timed out'));
  };
  const timers: ReturnType<typeof setTimeout>[] = [];
  const after = (milliseconds: number, action: () => void) => {
    if (milliseconds > 0 && milliseconds <= MAX_TIMER) timers.push(setTimeout(action, milliseconds));
  };
  const finish = () => {
    isUp = true;
    end(signal);
    if (killAfter !== null) after(killAfter, () => end('SIGKILL'));
  };
  after(limit, finish);
  const stopListening = context.onTermination((name) => {
    end(name);
    if (killAfter !== null) after(killAfter, () => end('SIGKILL'));
  });
  try {
    const ran = await context.run(command, { signal: controller.signal, observer: processes });
    const exitCode = endedBy === null ? ran : codeOf(endedBy);
    // A command that only SIGKILL could end has its own exit code, as in GNU timeout.
    return isUp && !keepsStatus && exitCode !== codeOf('SIGKILL') ? TIMED_OUT : exitCode;
  } finally {
    for (const timer of timers) clearTimeout(timer);
    stopListening();
    context.signal.removeEventListener('abort', onAbort);
  }
};

function codeOf(signal: SignalName): number {
  return 128 + (signalNumbers.get(signal) ?? 0);
}
