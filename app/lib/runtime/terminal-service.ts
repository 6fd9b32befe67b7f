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

/** Characters of a terminal's past that a view which opens later still sees. */
const SCROLLBACK = 200_000;
const AGENT_TERMINAL = 'agent';
/** Of terminals whose shells ended with the page or the runtime. */
const ENDED = 'ended-';
/** Terminals of before that are kept. */
const MOST_PASTS = 8;
/** A line of ours among what a program prints. */
const [DIM, PLAIN, NEW_LINE] = ['\x1b[2m', '\x1b[0m', '\r\n'];
/** The main screen, an ordinary mode of everything, and a cursor. Not 1049, which also goes to where the cursor was saved, over what is there. */
const LEAVE_SCREEN = '\x1b[?1047l\x1b[!p\x1b[?25h';
const remark = (text: string) => `${NEW_LINE}${DIM}${text}${PLAIN}${NEW_LINE}`;
const ENDED_WITH: Readonly<Record<EndedProcess['endedWith'], () => string>> = {
  page: () => t('Ended with the page.'),
  runtime: () => t('Ended with the runtime.'),
};

/** Its last line is one of ours, in whatever language, and says that it ended. */
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

/** What is typed before the shell's prompt is there is kept for it: the terminal would show it twice, as it is typed and as it is read. */
type Shell =
  | { status: 'starting'; typed: string; process: RuntimeProcess | null }
  | { status: 'running'; process: RuntimeProcess }
  /** A program that the user looks at and does not type into. */
  | { status: 'watched'; end(): void }
  | { status: 'ended' };

/** What a view of a terminal needs to show and feed it. */
export interface TerminalConnection {
  /** Everything printed so far, then what comes; returns the unsubscriber. */
  subscribe(listener: (chunk: string) => void): () => void;
  write(data: string): void;
  resize(size: { columns: number; rows: number }): void;
}

/** A terminal that shows what a program prints. */
export interface WatchedTerminal {
  print(text: string): void;
  /** The program has ended. */
  end(exitCode: number): void;
  close(): void;
}

/** What a user can do with terminals and with the agent's commands. */
export interface TerminalActions {
  newTerminal(): Promise<void>;
  closeTerminal(terminalId: string): void;
  connectTerminal(terminalId: string): TerminalConnection | null;
  /** A new shell in the terminal's place, also in that of one that has ended; what was printed stays. The agent's is left alone. */
  restartTerminal(terminalId: string): void;
  /** A name that the terminal cannot have (`terminalNameProblem`) changes nothing. */
  renameTerminal(terminalId: string, name: string): void;
  /** Forgets what it has printed, up to the line that is being typed. */
  clearTerminal(terminalId: string): void;
  stopProcess(processId: string): Promise<void>;
  /** A command of the user, which has not gone into the background. */
  stopCommand(id: RunningCommand['id']): void;
  /** Runs again what ended with the page or the runtime, as commands of the user's own in the agent's shell, each where it was started. */
  startAgain(ended: readonly EndedProcess[]): Promise<void>;
  /** Types into a command of the agent's, in the fore- or the background; `\r` is Enter, `\x03` Ctrl-C. Nothing of it is kept. */
  sendInput(processId: string, data: string): Promise<void>;
}

export interface TerminalService
  extends Pick<
    TerminalActions,
    'newTerminal' | 'closeTerminal' | 'restartTerminal' | 'connectTerminal' | 'renameTerminal' | 'clearTerminal'
  > {
  /** Ties the terminals to a runtime that has booted; returns what unties them. */
  attach(booted: BootedRuntime): () => void;
  /** What the terminals have printed, of those that a user may want to see again. */
  pasts(): { terminalId: string; name: string; past: string }[];
  /** Shows terminals of before. */
  restoreEnded(ended: readonly { name: string; past: string }[], endedWith: EndedProcess['endedWith']): void;
  /** Called when a terminal prints. */
  onPrinted(listener: () => void): void;
  /** Shows a program that something else has started. `onClose`: the user has closed it, and wants the program ended. */
  watch(name: string, onClose: () => void): WatchedTerminal;
}

/** The terminals and what they have printed; the stores follow. */
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
    // The agent's comes first, and does not take the place of one that the user opened before the runtime was there.
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
    // Of each name the newest, and not without end over many reloads.
    return [...new Map(shown.reverse().map((each) => [each.name, each])).values()].slice(0, MOST_PASTS).reverse();
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
      // What a program had switched on, such as another screen, ends with it.
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
        // What ended before this runtime is shown on.
        for (const { terminalId } of $terminals.get()) if (!terminalId.startsWith(ENDED)) remove(terminalId);
      };
    },
  };
}

/** Runs a shell in a terminal that starts, until one of the two has ended. */
function shellRunner(runtime: RuntimeService, problems: ProblemService, { print, setInfo }: ReturnType<typeof createTerminalRegistry>) {
  const end = (terminalId: string, terminal: Terminal) => {
    terminal.shell = { status: 'ended' };
    setInfo(terminalId, { status: 'exited' });
  };
  return async (terminalId: string, terminal: Terminal) => {
    const starting = terminal.shell;
    try {
      const { runtime: booted } = await runtime.ready();
      const process = await booted.spawn({ command: 'jsh', args: ['--osc'], terminal: terminal.size });
      // Closed, or started again, meanwhile.
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

/** Users may have given a terminal the name that the next one would get. One that has ended is no other's namesake. */
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
  // Nobody has asked to look at it.
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
