import { readFile } from 'node:fs/promises';
import { openLocalMachine } from './local/local-machine.ts';
import { randomLabel } from './random-label.ts';
import { type BridgeServer, startBridgeServer } from './server/bridge-server.ts';

export interface StartBridgeOptions {
  folder: string;
  apps: readonly string[];
  port: number;
  /** The folder with the compiled scripts of the pages. */
  scripts: URL;
  version: string;
  onClients(count: number): void;
  /** Default: a new one. */
  secrets?: { control: string; preview: string };
  graceMilliseconds?: number;
}

export interface RunningBridge extends Pick<BridgeServer, 'port' | 'names'> {
  folder: string;
  /** Opens the bridge once. */
  token: string;
  /** Why programs have no terminal, if they have none. */
  terminalReason: string | undefined;
  close(): Promise<void>;
}

/** Long enough for a computer that sleeps at lunch, and to look at what a crash has left. */
const GRACE_MILLISECONDS = 60 * 60 * 1000;

/** Serves a folder of this computer with this process's clock, random numbers and environment. */
export async function startBridge(options: StartBridgeOptions): Promise<RunningBridge> {
  const label = (): string => randomLabel((bytes) => crypto.getRandomValues(bytes));
  const machine = await openLocalMachine({
    folder: options.folder,
    platform: process.platform,
    environment: process.env,
    loadTerminals: () => import('@lydell/node-pty'),
    randomName: label,
    later,
  });
  const token = label();
  const script = (name: string): Promise<string> => readFile(new URL(name, options.scripts), 'utf8');
  try {
    const server = await startBridgeServer({
      machine,
      apps: options.apps,
      port: options.port,
      secrets: { ...(options.secrets ?? { control: label(), preview: label() }), token },
      version: options.version,
      scripts: { page: await script('headless-page.js'), errors: await script('errors-page.js') },
      graceMilliseconds: options.graceMilliseconds ?? GRACE_MILLISECONDS,
      randomId: label,
      later,
      onClients: options.onClients,
    });
    return {
      port: server.port,
      names: server.names,
      folder: machine.facts.folder,
      token,
      terminalReason: machine.facts.terminalReason,
      async close() {
        await server.close();
        await machine.close();
      },
    };
  } catch (error) {
    await machine.close();
    throw error;
  }
}

/** Timers do not keep the program running: its server does. */
function later(work: () => void, milliseconds: number): () => void {
  const timer = setTimeout(work, milliseconds);
  timer.unref();
  return () => clearTimeout(timer);
}
