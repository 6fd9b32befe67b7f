import { t } from '../i18n/t.ts';
import { errorMessage } from '../protocol/error-message.ts';
import {
  $activeTerminal,
  $processes,
  $terminals,
  type BackgroundProcess,
  canRestart,
  type EndedProcess,
  type RunningCommand,
  type TerminalInfo,
} from '../stores/terminals.ts';
import { terminalNameProblem } from '../terminal/terminal-name-problem.ts';
import type { ProblemService } from './problems/problem-service.ts';
import type { RuntimeService } from './runtime-service.ts';
import type { AgentProcess, RuntimeProcess } from './types.ts';
import type { BootedRuntime } from './webcontainer.ts';

/** How much earlier output a view that opens later can show. In characters. */
const SCROLLBACK = 200_000;
const AGENT_TERMINAL = 'agent';
/** Id prefix of terminals whose shells ended with the page or the runtime. */
const ENDED = 'ended-';
/** How many such terminals are kept. */
const MOST_PASTS = 8;
/** Styles our own lines among a program's output. */
const [DIM, PLAIN, NEW_LINE] = ['\x1b[2m', '\x1b[0m', '\r\n'];
/**
 * Leaves the alternate screen, resets modes and shows the cursor. Not 1049, which would also restore the saved cursor position,
 * over existing text.
 */
const LEAVE_SCREEN = '\x1b[?1047l\x1b[!p\x1b[?25h';
const remark = (text: string) => `${NEW_LINE}${DIM}${text}${PLAIN}${NEW_LINE}`;
const ENDED_WITH: Readonly<Record<EndedProcess['endedWith'], () => string>> = {
  page: () => t('Ended with the page.'),
  runtime: () => t('Ended with the runtime.'),
};

/** Whether its last line is one of ours, in any language, that says how it ended. */
function saysHowItEnded(past: string): boolean {
  const last = past.split(NEW_LINE).at(-2) ?? '';
  return past.endsWith(NEW_LINE) && last.startsWith(DIM) && last.endsWith(PLAIN);
}

interface Terminal {
  past: string;
  size: { columns: number; rows: number };
  listeners: Set<(chunk: string) => void>;
  shell: Shell;
}

/** Text typed before the shell's prompt is buffered: otherwise the terminal would show it twice, once as typed and once as read. */
type Shell =
  | { status: 'starting'; typed: string; process: RuntimeProcess | null }
  | { status: 'running'; process: RuntimeProcess }
  /** A program that the user watches but cannot type into. */
  | { status: 'watched'; end(): void }
  | { status: 'ended' };

/** The interface that a terminal's view uses. */
export interface TerminalConnection {
  /** Delivers everything printed so far, then new output; returns the unsubscriber. */
  subscribe(listener: (chunk: string) => void): () => void;
  write(data: string): void;
  resize(size: { columns: number; rows: number }): void;
}

/** A terminal that shows the output of a program. */
export interface WatchedTerminal {
  print(text: string): void;
  /** The program has ended. */
  end(exitCode: number): void;
  close(): void;
}

/** The user's actions on terminals and the agent's commands. */
export interface TerminalActions {
  newTerminal(): Promise<void>;
  closeTerminal(terminalId: string): void;
  connectTerminal(terminalId: string): TerminalConnection | null;
  /** Starts a new shell in the terminal, even if the old one has ended; its output stays. Does nothing for the agent's terminal. */
  restartTerminal(terminalId: string): void;
  /** Ignores an invalid name (`terminalNameProblem`). */
  renameTerminal(terminalId: string, name: string): void;
  /** Clears its output, except for the line that is being typed. */
  clearTerminal(terminalId: string): void;
  stopProcess(processId: string): Promise<void>;
  /** Stops a command of the user that is not in the background. */
  stopCommand(id: RunningCommand['id']): void;
  /** Restarts programs that ended with the page or the runtime, as the user's commands in the agent's shell, each in its old directory. */
  startAgain(ended: readonly EndedProcess[]): Promise<void>;
  /** Types into a foreground or background command of the agent; `\r` is Enter, `\x03` is Ctrl-C. The input is not stored. */
  sendInput(processId: string, data: string): Promise<void>;
}

export interface TerminalService
  extends Pick<
    TerminalActions,
    'newTerminal' | 'closeTerminal' | 'restartTerminal' | 'connectTerminal' | 'renameTerminal' | 'clearTerminal'
  > {
  /** Connects the terminals to a booted runtime; returns a function that disconnects them. */
  attach(booted: BootedRuntime): () => void;
  /** Output of the terminals that a user may want to see again. */
  pasts(): { terminalId: string; name: string; past: string }[];
  /** Restores earlier terminals. */
  restoreEnded(ended: readonly { name: string; past: string }[], endedWith: EndedProcess['endedWith']): void;
  /** Called when a terminal prints. */
  onPrinted(listener: () => void): void;
  /** Shows a program that was started elsewhere. `onClose`: the user has closed the terminal and wants the program to end. */
  watch(name: string, onClose: () => void): WatchedTerminal;
}

/** The terminals with their output; updates the stores. */
function createTerminalRegistry() {
  const terminals = new Map<string, Terminal>();
  let tellPrinted: () => void = () => undefined;
  const print = (terminal: Terminal, chunk: string) => {
    tellPrinted();
    terminal.past = (terminal.past + chunk).slice(-SCROLLBACK);
    for (const listener of terminal.listeners) listener(chunk);
  };
  const setInfo = (terminalId: string, patch: Partial<TerminalInfo>) =>
    $terminals.set($terminals.get().map((info) => (info.terminalId === terminalId ? { ...info, ...patch } : info)));
  const add = (info: TerminalInfo): Terminal => {
    const terminal: Terminal = {
      past: '',
      size: { columns: 80, rows: 24 },
      listeners: new Set(),
      shell: { status: 'starting', typed: '', process: null },
    };
    terminals.set(info.terminalId, terminal);
    const others = $terminals.get().filter((known) => known.terminalId !== info.terminalId);
    // The agent's terminal is first in the list, but does not replace the one that the user opened before the runtime was ready.
    $terminals.set(info.isAgent ? [info, ...others] : [...others, info]);
    if (!info.isAgent || $activeTerminal.get() === null) $activeTerminal.set(info.terminalId);
    return terminal;
  };
  const remove = (terminalId: string) => {
    terminals.delete(terminalId);
    $terminals.set($terminals.get().filter((info) => info.terminalId !== terminalId));
    if ($activeTerminal.get() === terminalId) $activeTerminal.set($terminals.get().at(-1)?.terminalId ?? null);
  };
  const pasts = () => {
    const shown = $terminals.get().flatMap(({ terminalId, name, isAgent }) => {
      const past = terminals.get(terminalId)?.past ?? '';
      return past === '' ? [] : [{ terminalId, name: isAgent ? t('Agent, before') : name, past }];
    });
    // Only one of each name, so that the list does not grow with each reload. The agent's shell continues what it had printed before.
    const [agent, ...earlier] = shown.filter(({ name }) => name === t('Agent, before'));
    const joined = shown.map((each) =>
      each === agent ? { ...agent, past: [...earlier.map(({ past }) => past), agent.past].join('').slice(-SCROLLBACK) } : each,
    );
    return [...new Map(joined.reverse().map((each) => [each.name, each])).values()].slice(0, MOST_PASTS).reverse();
  };
  const restoreEnded: TerminalService['restoreEnded'] = (ended, endedWith) => {
    for (const { terminalId } of $terminals.get()) if (terminalId.startsWith(ENDED)) remove(terminalId);
    const active = $activeTerminal.get();
    for (const [index, { name, past }] of ended.entries()) {
      const terminal = add({ terminalId: `${ENDED}${index}`, name, isAgent: false, status: 'exited' });
      terminal.shell = { status: 'ended' };
      terminal.past = saysHowItEnded(past) ? past : past + remark(ENDED_WITH[endedWith]());
    }
    $activeTerminal.set(active);
  };
  const renameTerminal: TerminalService['renameTerminal'] = (terminalId, name) => {
    const info = $terminals.get().find((known) => known.terminalId === terminalId);
    if (info === undefined || info.isAgent || terminalNameProblem(name, terminalId, $terminals.get()) !== null) return;
    setInfo(terminalId, { name: name.trim() });
  };
  const clearTerminal: TerminalService['clearTerminal'] = (terminalId) => {
    const terminal = terminals.get(terminalId);
    if (!terminal) return;
    terminal.past = terminal.past.slice(terminal.past.lastIndexOf('\n') + 1);
    tellPrinted();
  };
  const onPrinted = (listener: () => void) => {
    tellPrinted = listener;
  };
  const get = (terminalId: string) => terminals.get(terminalId);
  return { get, print, setInfo, add, remove, pasts, restoreEnded, onPrinted, renameTerminal, clearTerminal };
}

export function createTerminalService(runtime: RuntimeService, problems: ProblemService): TerminalService {
  const registry = createTerminalRegistry();
  const { get, print, setInfo, add, remove, ...kept } = registry;
  let count = 0;
  const run = shellRunner(runtime, problems, registry);
  return {
    async newTerminal() {
      do count++;
      while (isTaken(terminalName(count)));
      const terminalId = `terminal-${count}`;
      const terminal = add({ terminalId, name: terminalName(count), isAgent: false, status: 'starting' });
      void run(terminalId, terminal);
    },
    restartTerminal(terminalId) {
      const info = $terminals.get().find((known) => known.terminalId === terminalId);
      const before = get(terminalId);
      if (info === undefined || before === undefined || !canRestart(info)) return;
      if (before.shell.status === 'starting' || before.shell.status === 'running') before.shell.process?.kill();
      before.shell = { status: 'starting', typed: '', process: null };
      // Modes that the program had switched on, such as the alternate screen, are reset.
      print(before, `${LEAVE_SCREEN}${remark(t('The shell starts again.'))}`);
      setInfo(terminalId, { status: 'starting' });
      void run(terminalId, before);
    },
    closeTerminal(terminalId) {
      if (terminalId === AGENT_TERMINAL) return;
      const terminal = get(terminalId);
      if (!terminal) return;
      if (terminal.shell.status === 'watched') terminal.shell.end();
      else if (terminal.shell.status !== 'ended') terminal.shell.process?.kill();
      terminal.shell = { status: 'ended' };
      remove(terminalId);
    },
    ...kept,
    watch: (name, onClose) => watchProgram(registry, name, onClose),
    connectTerminal(terminalId): TerminalConnection | null {
      const terminal = get(terminalId);
      return terminal ? connectionTo(terminal) : null;
    },
    attach({ shell }) {
      const agent = add({ terminalId: AGENT_TERMINAL, name: t('Agent'), isAgent: true, status: 'running' });
      const stopTranscript = shell.onTranscript((chunk) => {
        print(agent, chunk);
        problems.scanOutput(chunk, 'agent');
      });
      const stopProcesses = shell.onChange(() => $processes.set(shell.processes().map(shownProcess)));
      return () => {
        stopTranscript();
        stopProcesses();
        $processes.set([]);
        // Terminals that ended before this runtime stay visible.
        for (const { terminalId } of $terminals.get()) if (!terminalId.startsWith(ENDED)) remove(terminalId);
      };
    },
  };
}

/** Runs a shell in a terminal until either of them ends. */
function shellRunner(runtime: RuntimeService, problems: ProblemService, { print, setInfo }: ReturnType<typeof createTerminalRegistry>) {
  const end = (terminalId: string, terminal: Terminal) => {
    terminal.shell = { status: 'ended' };
    setInfo(terminalId, { status: 'exited' });
  };
  return async (terminalId: string, terminal: Terminal) => {
    const starting = terminal.shell;
    try {
      const { runtime: booted } = await runtime.ready();
      const [command = 'sh', ...args] = booted.shell;
      const process = await booted.spawn({ command, args, terminal: terminal.size });
      // The terminal was closed or restarted in the meantime.
      if (terminal.shell !== starting || starting.status !== 'starting') return process.kill();
      starting.process = process;
      const isCurrent = () => terminal.shell.status !== 'ended' && 'process' in terminal.shell && terminal.shell.process === process;
      setInfo(terminalId, { status: 'running' });
      process.resize(terminal.size);
      void process.exit.then((code) => {
        if (!isCurrent()) return;
        print(terminal, remark(t('The shell ended with exit code {code}.', { code: String(code) })));
        end(terminalId, terminal);
      });
      for await (const chunk of readAll(process.output)) {
        if (!isCurrent()) return;
        print(terminal, chunk);
        problems.scanOutput(chunk, 'user');
        if (terminal.shell.status === 'starting') {
          const { typed } = terminal.shell;
          terminal.shell = { status: 'running', process };
          if (typed !== '') type(process, typed);
        }
      }
    } catch (error) {
      if (terminal.shell !== starting) return;
      print(terminal, `\x1b[31m${t('The terminal could not start: {error}', { error: errorMessage(error) })}\x1b[0m\r\n`);
      end(terminalId, terminal);
    }
  };
}

/** Skips a number that a user has given as a name. Ended terminals do not count. */
function terminalName(number: number): string {
  return t('Terminal {number}', { number: String(number) });
}

function isTaken(name: string): boolean {
  return $terminals.get().some((info) => info.name === name && info.status !== 'exited');
}

function watchProgram(
  { get, print, setInfo, add, remove }: ReturnType<typeof createTerminalRegistry>,
  name: string,
  onClose: () => void,
): WatchedTerminal {
  const terminalId = `watched-${name}`;
  const active = $activeTerminal.get();
  const terminal = add({ terminalId, name, isAgent: false, isWatched: true, status: 'running' });
  // It must not become active without the user's action.
  if (active !== null) $activeTerminal.set(active);
  terminal.shell = { status: 'watched', end: onClose };
  const isThere = () => get(terminalId) === terminal;
  return {
    print: (text) => print(terminal, text.replace(/\r?\n/g, '\r\n')),
    end(exitCode) {
      if (!isThere()) return;
      print(terminal, remark(t('It ended with exit code {code}.', { code: String(exitCode) })));
      terminal.shell = { status: 'ended' };
      setInfo(terminalId, { status: 'exited' });
    },
    close() {
      if (isThere()) remove(terminalId);
    },
  };
}

function shownProcess({ processId, command, directory = '', startedAt, ports, waitsFor }: AgentProcess): BackgroundProcess {
  return { processId, command, directory, startedAt, port: ports[0]?.port ?? null, waitsFor };
}

function connectionTo(terminal: Terminal): TerminalConnection {
  return {
    subscribe(listener) {
      if (terminal.past !== '') listener(terminal.past);
      terminal.listeners.add(listener);
      return () => terminal.listeners.delete(listener);
    },
    write(data) {
      if (terminal.shell.status === 'starting') terminal.shell.typed += data;
      else if (terminal.shell.status === 'running') type(terminal.shell.process, data);
    },
    resize(size) {
      terminal.size = size;
      if (terminal.shell.status === 'starting' || terminal.shell.status === 'running') terminal.shell.process?.resize(size);
    },
  };
}

function type(process: RuntimeProcess, data: string): void {
  void process.write(data).catch(() => undefined); // The shell has ended; its last line says so.
}

async function* readAll(stream: ReadableStream<string>): AsyncGenerator<string> {
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}
