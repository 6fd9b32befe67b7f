import { WebSocket } from 'ws';
import { createInstance } from '../page/create-instance.ts';
import type { RunRequest } from '../page/page-processes.ts';
import type { OpenPageSocket } from '../page/page-socket.ts';

/** The part of an instance that tests call in the genuine client's place. */
export interface PageInstance {
  fs(): {
    readFile(path: string, options?: string): Promise<Uint8Array | string>;
    readdir(path: string): Promise<unknown[]>;
    writeFile(path: string, data: string | Uint8Array): Promise<void>;
    watch(
      path: string,
      options: { recursive?: boolean; encoding?: string },
      callback: (event: string, name: string) => void,
    ): Promise<{ close(): void }>;
  };
  runtimeInfo(): { path: string; cwd: string };
  run(
    request: RunRequest,
    stdout?: OutputCallback,
    stderr?: OutputCallback,
    output?: OutputCallback,
  ): Promise<{ write(data: string): void; kill(): void; onExit: Promise<number> }>;
  loadFiles(bytes: Uint8Array, options?: { mountPoints?: string }): Promise<void>;
  on(event: string, listener: (...values: never[]) => void): () => void;
  teardown(): void;
}

export type OutputCallback = (data: Uint8Array | null) => void;

/** The page's side without a browser: what crosses its channel to the client is called directly. */
export async function openInstance({ port, origin }: { port: () => number; origin: () => string }): Promise<PageInstance> {
  const openSocket: OpenPageSocket = (listener) => {
    const from = origin();
    const socket = new WebSocket(`ws://127.0.0.1:${port()}/session`, { headers: { host: new URL(from).host }, origin: from });
    socket.on('open', () => listener.onOpen());
    socket.on('message', (data, isBinary) => {
      // The default `binaryType` gives one buffer for each message.
      const bytes = data as Buffer;
      if (isBinary) listener.onBytes(new Uint8Array(bytes));
      else listener.onText(bytes.toString('utf8'));
    });
    // `close` follows.
    socket.on('error', () => undefined);
    socket.on('close', (code, reason) => listener.onClose(code, reason.toString('utf8')));
    return { send: (data) => socket.readyState === WebSocket.OPEN && socket.send(data), close: () => socket.terminate() };
  };
  const instance = await createInstance({
    openSocket,
    previewOrigin: 'http://p*-preview.localhost',
    forwardPreviewErrors: false,
    later(work, milliseconds) {
      const timer = setTimeout(work, milliseconds);
      return () => clearTimeout(timer);
    },
    onTeardown: () => undefined,
  });
  // The client's side has no types of its own for the wire.
  return instance as PageInstance;
}

/** Runs a program to its end. Returns its exit code and what each callback was given. */
export async function runToEnd(instance: PageInstance, request: RunRequest) {
  const texts = { stdout: '', stderr: '', output: '' };
  const into = (name: keyof typeof texts): OutputCallback => {
    const decoder = new TextDecoder();
    return (data) => {
      texts[name] += data === null ? '' : decoder.decode(data, { stream: true });
    };
  };
  const process = await instance.run(request, into('stdout'), into('stderr'), into('output'));
  return { exitCode: await process.onExit, ...texts };
}
