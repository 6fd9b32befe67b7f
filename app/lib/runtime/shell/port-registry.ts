import type { RuntimeEvent } from '../types.ts';
import type { RunningCommand } from './running-command.ts';

/**
 * Finds out which command opened a port. The engine's kernel reports it in the command's output. Other hosts only report that a
 * port is open: then it belongs to the running command if nothing else of the agent runs, or if the command has printed its
 * number.
 */
export class PortRegistry {
  readonly #urls = new Map<number, string>();
  readonly #commands = new Set<RunningCommand>();
  /** Open ports that no command has claimed. */
  readonly #open = new Set<number>();

  urlOf(port: number): string | null {
    return this.#urls.get(port) ?? null;
  }

  add(command: RunningCommand): void {
    this.#commands.add(command);
    // Ports that were open before belong to other commands.
    this.#open.clear();
    const stop = command.onChange(() => this.#claim(command));
    void command.ended.then(() => {
      stop();
      this.#commands.delete(command);
    });
  }

  onEvent(event: RuntimeEvent): void {
    if (event.type === 'port-closed') {
      this.#urls.delete(event.port);
      this.#open.delete(event.port);
      for (const command of this.#commands) command.removePort(event.port);
    }
    if (event.type !== 'server-ready') return;
    this.#urls.set(event.port, event.url);
    this.#open.add(event.port);
    for (const command of this.#commands) {
      if (command.hasPort(event.port)) command.addPort(event.port);
      else this.#claim(command);
    }
  }

  #claim(command: RunningCommand): void {
    if (command.hasNotes) return;
    for (const port of this.#open) {
      if (command.hasPort(port)) continue;
      const isNamed = new RegExp(`[^\\d]${port}(?!\\d)`).test(command.output().text);
      if (this.#commands.size > 1 && !isNamed) continue;
      this.#open.delete(port);
      command.addPort(port);
    }
  }
}
