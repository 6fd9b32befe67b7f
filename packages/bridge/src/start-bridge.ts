import { readFile } from 'node:fs/promises';
import type { Machine } from './machine/machine.ts';
import { randomLabel } from './random-label.ts';
import { type BridgeServer, startBridgeServer } from './server/bridge-server.ts';
import type { LoopbackListeners } from './server/loopback-listeners.ts';
import { OLLAMA_PORT } from './server/ollama/ollama-service.ts';

export interface StartBridgeOptions {
  machine: Machine;
  apps: readonly string[];
  /** The port to listen on; `listeners` are sockets that already listen there. */
  port: number;
  listeners?: LoopbackListeners;
  /** The port of Ollama on the machine; its default port if absent. */
  ollamaPort?: number;
  /** The folder with the compiled scripts of the pages. */
  scripts: URL;
  version: string;
  onClients(count: number): void;
}

export interface RunningBridge extends Pick<BridgeServer, 'port'> {
  /** The login and the folder, as in `user@host:/folder`, or the folder alone. */
  title: string;
  /** Opens the bridge once. */
  token: string;
  /** The reason why programs have no terminal, if they have none. */
  terminalReason: string | undefined;
  close(): Promise<void>;
}

/** Long enough for a computer that sleeps over lunch, and for reading the last output after a crash. */
const GRACE_MILLISECONDS = 60 * 60 * 1000;

/** Serves an open machine with this process's clock and random numbers. A failure leaves the machine open. */
export async function startBridge({ machine, scripts, ...options }: StartBridgeOptions): Promise<RunningBridge> {
  const token = newLabel();
  const script = (name: string): Promise<string> => readFile(new URL(name, scripts), 'utf8');
  const server = await startBridgeServer({
    ollamaPort: OLLAMA_PORT,
    ...options,
    machine,
    secrets: { control: newLabel(), preview: newLabel(), token },
    scripts: { page: await script('headless-page.js'), errors: await script('errors-page.js') },
    graceMilliseconds: GRACE_MILLISECONDS,
    randomId: newLabel,
    later,
  });
  const { facts } = machine;
  return {
    port: server.port,
    title: facts.kind === 'local' ? facts.folder : `${facts.host}:${facts.folder}`,
    token,
    terminalReason: facts.terminalReason,
    async close() {
      await server.close();
      await machine.close();
    },
  };
}

/** Returns an unguessable name. */
export function newLabel(): string {
  return randomLabel((bytes) => crypto.getRandomValues(bytes));
}

/** Timers do not keep the program running: its server does. */
export function later(work: () => void, milliseconds: number): () => void {
  const timer = setTimeout(work, milliseconds);
  timer.unref();
  return () => clearTimeout(timer);
}
