import type { SpawnOptions, WebContainerProcess } from '@webcontainer/api';
import * as client from '@webcontainer/api';

// The oldest clients have no `reloadPreview`.
const { WebContainer, reloadPreview } = client;

/** The page's globals for tests, in addition to the genuine client's. */
export interface PageGlobals {
  WebContainer: typeof client.WebContainer;
  reloadPreview: typeof client.reloadPreview;
  /** Returns the page's only container, booted on first use. */
  booted(): Promise<client.WebContainer>;
  /** Runs a program to its end. */
  runToEnd(command: string, args?: string[], options?: SpawnOptions): Promise<{ exitCode: number; output: string }>;
  /** Returns everything that a program prints until it ends. */
  outputOf(child: WebContainerProcess): Promise<string>;
  /** Returns the message of an operation's error; rejects if the operation succeeds. */
  messageOf(operation: Promise<unknown>): Promise<string>;
  /** Resolves as soon as `look` returns something other than undefined, null or false. */
  until<T>(look: () => T | Promise<T>): Promise<T>;
}

const POLL_MILLISECONDS = 20;

let container: Promise<client.WebContainer> | null = null;

async function booted(): Promise<client.WebContainer> {
  container ??= WebContainer.boot({ workdirName: 'project', coep: 'require-corp', forwardPreviewErrors: true });
  return container;
}

async function runToEnd(command: string, args: string[] = [], options: SpawnOptions = {}): Promise<{ exitCode: number; output: string }> {
  const child = await (await booted()).spawn(command, args, options);
  const shown = outputOf(child);
  return { exitCode: await child.exit, output: await shown };
}

async function outputOf(child: WebContainerProcess): Promise<string> {
  let output = '';
  await child.output.pipeTo(
    new WritableStream({
      write(text) {
        output += text;
      },
    }),
  );
  await child.exit;
  return output;
}

async function messageOf(operation: Promise<unknown>): Promise<string> {
  const outcome = await operation.then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  if (outcome === null) throw new Error('The operation succeeded.');
  return outcome;
}

async function until<T>(look: () => T | Promise<T>): Promise<T> {
  for (;;) {
    const seen = await look();
    if (seen !== undefined && seen !== null && seen !== false) return seen;
    await new Promise((resolve) => setTimeout(resolve, POLL_MILLISECONDS));
  }
}

const globals: PageGlobals = { WebContainer, reloadPreview, booted, runToEnd, outputOf, messageOf, until };
Object.assign(globalThis, globals);
