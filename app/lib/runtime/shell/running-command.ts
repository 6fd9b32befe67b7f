import type { OutputStream } from 'devonz-engine-protocol/terminal-note';
import { stripEscapeCodes } from '../terminal-text.ts';
import type { AgentProcess, InputWanted, ProcessLog, RefusedFile, RuntimeProcess } from '../types.ts';
import { InputWatch } from './input-watch.ts';
import { KeptOutput, type KeptText, lineEndsIn } from './kept-output.ts';
import type { ShellHost } from './shell-host.ts';
import { ShellOutputReader, type ShellSignal } from './shell-output-reader.ts';

export interface RunningCommandOptions {
  processId: string;
  command: string;
  startedAt: number;
  process: RuntimeProcess;
  marker: string;
  notesKey: string | null;
  /** Its console does not echo typed input. */
  isPlain: boolean;
  startDirectory: string;
  grace: Pick<ShellHost, 'interruptGrace' | 'killGrace'>;
  onText(text: string): void;
  /** Called when its visible state has changed. */
  onChange(): void;
  urlOf(port: number): string | null;
}

/** How long the end of the output is awaited after the exit. Hosts that keep the order send it before. */
const OUTPUT_GRACE_MS = 250;
/** Keys that print nothing, such as Ctrl-C. */
const KEYS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

/** One command of the agent's shell from start to end: its output, its ports, and whether it waits for input. */
export class RunningCommand {
  readonly #options: RunningCommandOptions;
  readonly #kept = new KeptOutput();
  readonly #input: InputWatch;
  readonly #listeners = new Set<() => void>();
  readonly #ports = new Set<number>();
  /** The host reports each file once, up to a limit. */
  readonly #refused: RefusedFile[] = [];
  #exitCode: number | null = null;
  /** Whether the host reports which program owns a port and which one reads from the terminal. */
  hasNotes = false;
  #stream: OutputStream = 'stdout';
  hasBegun = false;
  /** The connection to its machine was interrupted while it ran. */
  wasAway = false;
  /** The script has ended, but programs that it started with `&` have not. */
  hasJobsLeft = false;
  /** The directory at the end of the script; its exported variables are then saved. */
  directory: string | null = null;
  /** Resolves with the exit code once all output was received. */
  readonly ended: Promise<number>;

  constructor(options: RunningCommandOptions) {
    this.#options = options;
    this.#input = new InputWatch(() => this.#changed());
    this.ended = this.#end(this.#consume());
  }

  /** Called at every change: meaningful output, ports, input, the end. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  info(): AgentProcess {
    const { processId, command, startDirectory: directory, startedAt } = this.#options;
    return { processId, command, directory, startedAt, ports: this.ports(), exitCode: this.#exitCode, waitsFor: this.waitsFor() };
  }

  waitsFor(): InputWanted | null {
    const { wanted } = this.#input;
    const { processId } = this.#options;
    return wanted === null ? null : { processId, prompt: wanted.prompt, ...(wanted.isHidden ? { isHidden: true } : {}) };
  }

  isReading(): boolean {
    return this.#input.isReading;
  }

  /** The ports whose address is known. */
  ports(): { port: number; url: string }[] {
    return [...this.#ports].flatMap((port) => {
      const url = this.#options.urlOf(port);
      return url === null ? [] : [{ port, url }];
    });
  }

  hasPort(port: number): boolean {
    return this.#ports.has(port);
  }

  addPort(port: number): void {
    this.#ports.add(port);
    this.#changed();
  }

  removePort(port: number): void {
    if (this.#ports.delete(port)) this.#changed();
  }

  refused(): readonly RefusedFile[] {
    return this.#refused;
  }

  output(): KeptText {
    return this.#kept.get();
  }

  log(): ProcessLog {
    const { text, omitted } = this.#kept.get();
    if (omitted === null) return { text: stripEscapeCodes(text), dropped: 0, droppedLines: 0 };
    return {
      text: stripEscapeCodes(text.slice(omitted.at)),
      head: stripEscapeCodes(text.slice(0, omitted.at)),
      dropped: omitted.at + omitted.characters,
      droppedLines: lineEndsIn(text.slice(0, omitted.at)) + omitted.lines,
    };
  }

  async write(data: string): Promise<void> {
    const { wanted } = this.#input;
    if (this.#options.isPlain && wanted?.isHidden === false) this.#show(data);
    this.#input.onInput();
    await this.#options.process.write(data);
  }

  kill(): void {
    this.#options.process.kill();
  }

  /** Sends Ctrl-C; if that is ignored, kills it. */
  async stop(): Promise<void> {
    const { process, grace } = this.#options;
    const isOverWithin = (milliseconds: number) => {
      const wait = new Promise<false>((resolve) => setTimeout(() => resolve(false), milliseconds));
      return Promise.race([process.exit.then(() => true), wait]);
    };
    process.write('\x03').catch(() => undefined); // It may have ended in between.
    if (await isOverWithin(grace.interruptGrace)) return;
    process.kill();
    // The engine treats a second kill as SIGKILL.
    if (!(await isOverWithin(grace.killGrace))) process.kill();
  }

  async #end(consumed: Promise<void>): Promise<number> {
    const exitCode = await this.#options.process.exit;
    await Promise.race([consumed, new Promise((resolve) => setTimeout(resolve, OUTPUT_GRACE_MS))]);
    this.#exitCode = exitCode;
    this.#ports.clear();
    this.#input.close();
    this.#changed();
    return exitCode;
  }

  async #consume(): Promise<void> {
    const { process, marker, notesKey } = this.#options;
    const shellOutput = new ShellOutputReader(marker, notesKey);
    const reader = process.output.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      for (const signal of done ? shellOutput.end() : shellOutput.push(value)) this.#take(signal);
      if (done) return;
    }
  }

  #take(signal: ShellSignal): void {
    switch (signal.type) {
      case 'text':
        this.#kept.add(signal.text, this.#stream);
        this.#input.onText(signal.text);
        this.#options.onText(signal.text);
        // If the host does not report who owns a port, the output gives a hint.
        if (!this.hasNotes) this.#tell();
        return;
      case 'begun':
        this.hasBegun = true;
        this.#changed();
        return;
      case 'directory':
        this.directory = signal.directory;
        return;
      case 'jobs-left':
        this.hasJobsLeft = true;
        this.#changed();
        return;
      case 'on':
        this.hasNotes = true;
        this.#input.onReading('none');
        return;
      case 'streams':
        this.hasNotes = true;
        return;
      case 'reading':
        this.#input.onReading(signal.state);
        return;
      case 'stream':
        this.#stream = signal.stream;
        return;
      case 'port':
        this.addPort(signal.port);
        return;
      case 'refused':
        this.#refused.push({ access: signal.access, path: signal.path });
        return;
    }
  }

  /** Echoes the answer, as a terminal would: otherwise the next output would continue the question's line. */
  #show(typed: string): void {
    const shown = typed.replace(/\r\n?|\n/g, '\r\n').replace(KEYS, '');
    this.#kept.add(shown);
    this.#options.onText(shown);
  }

  #changed(): void {
    this.#tell();
    this.#options.onChange();
  }

  #tell(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}
