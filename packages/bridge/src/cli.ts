import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { readCommandLine, type ServeCommand, USAGE } from './command-line.ts';
import { LastClient } from './last-client.ts';
import { openMachine, type Place } from './open-machine.ts';
import { type InsideSandbox, openProxyInside, receiveInside } from './sandbox/inside-sandbox.ts';
import { OtherLoopbackTakenError, openLoopbackListeners } from './server/loopback-listeners.ts';
import type { SshQuestions } from './ssh/ssh-questions.ts';
import { later, newLabel, type RunningBridge, startBridge } from './start-bridge.ts';

/** How long the bridge waits for another page when the last one has gone. */
const GRACE_MILLISECONDS = 30_000;
const MOST_PORTS = 20;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Exit codes: 0 success, 1 the bridge could not start, 2 the command line is invalid. */
async function run(args: readonly string[]): Promise<void> {
  const command = readCommandLine(args);
  switch (command.kind) {
    case 'help':
      process.stdout.write(USAGE);
      return;
    case 'version':
      process.stdout.write(`${await version()}\n`);
      return;
    case 'wrong':
      process.stderr.write(`devonz-bridge: ${command.message}\n\n${USAGE}`);
      process.exitCode = 2;
      return;
    case 'serve': {
      const inside = await receiveInside(process.env);
      const work = command.sandbox !== null && inside === null ? serveInSandbox(command, args) : serve(command, inside);
      return work.catch((error: unknown) => {
        process.stderr.write(`devonz-bridge: ${whyNotStarted(error, command)}\n`);
        process.exitCode = 1;
      });
    }
  }
}

async function serve(command: ServeCommand, inside: InsideSandbox | null): Promise<void> {
  let bridge: RunningBridge | null = null;
  const end = (why: string): void => {
    process.stdout.write(`${why}\n`);
    void bridge?.close();
  };
  const lastClient = new LastClient({
    // These timers do not keep the program running: it ends when its server is closed.
    later,
    graceMilliseconds: GRACE_MILLISECONDS,
    onEnd: () => end('The last page has gone. Start again with --stay to keep on.'),
  });
  const onClients = (count: number): void => {
    if (!command.stays) lastClient.count(count);
  };
  if (inside !== null) Object.assign(process.env, await openProxyInside(inside));
  bridge = await start(command, inside, onClients);
  const { port, token, title, terminalReason } = bridge;
  process.stdout.write(`Devonz bridge: ${title}
${command.apps[0]}/#bridge=http://127.0.0.1:${port}&token=${token}
Open this address: it works once, in a browser on this computer. Ctrl+C ends the bridge and what was started by it.
`);
  if (terminalReason !== undefined) process.stdout.write(`${terminalReason}\n`);
  for (const signal of SIGNALS) process.once(signal, () => end('Ended.'));
}

async function start(command: ServeCommand, inside: InsideSandbox | null, onClients: (count: number) => void): Promise<RunningBridge> {
  const { place, apps, ollamaPort } = command;
  const say = (sentence: string): void => void process.stdout.write(`${sentence}\n`);
  const walled: Place = inside !== null && place.kind === 'local' ? { ...place, wall: 'bubblewrap' } : place;
  const machine = await openMachine(walled, { environment: process.env, randomName: newLabel, later, say, askForSsh: askInTerminal });
  const common = { machine, apps, ollamaPort, onClients, scripts: new URL('./pages/', import.meta.url), version: await version() };
  const serving =
    inside === null
      ? onFreePort(command, (port) => startBridge({ ...common, port }))
      : startBridge({ ...common, port: inside.port, listeners: inside.listeners });
  return serving.catch(async (error: unknown) => {
    await machine.close();
    throw error;
  });
}

async function askInTerminal(): Promise<SshQuestions> {
  const { terminalQuestions } = await import('./ssh/terminal-questions.ts');
  return terminalQuestions({ input: process.stdin, output: process.stderr });
}

/** The sandbox ends when this program ends, and this program ends when the sandbox does. */
async function serveInSandbox(command: ServeCommand, args: readonly string[]): Promise<void> {
  const { runInSandbox } = await import('./sandbox/run-in-sandbox.ts');
  const child = await runInSandbox({
    folder: command.place.folder,
    hosts: command.sandbox?.hosts ?? [],
    program: { script: fileURLToPath(import.meta.url), folder: fileURLToPath(new URL('..', import.meta.url)), args },
    environment: process.env,
    platform: process.platform,
    listen: () => onFreePort(command, openLoopbackListeners),
  });
  for (const signal of SIGNALS) process.once(signal, () => child.kill('SIGKILL'));
  child.once('exit', (code) => {
    process.exitCode = code ?? 0;
  });
}

/** Returns the port that the user has named, or the first free one. */
async function onFreePort<Result>(command: ServeCommand, open: (port: number) => Promise<Result>): Promise<Result> {
  const last = command.isPortGiven || command.port === 0 ? command.port : command.port + MOST_PORTS;
  for (let port = command.port; ; port += 1) {
    try {
      return await open(port);
    } catch (error) {
      if (codeOf(error) !== 'EADDRINUSE' || port >= last) throw error;
    }
  }
}

function whyNotStarted(error: unknown, { port, place }: ServeCommand): string {
  if (error instanceof OtherLoopbackTakenError) return error.message;
  switch (codeOf(error)) {
    case 'EADDRINUSE':
      return `Port ${port} is taken. Give another by --port, or --port 0 for any.`;
    case 'EACCES':
      return `This user may not open ${place.folder}, or not listen on port ${port}. Give a port above 1023 by --port.`;
    case 'ENOENT':
      return `There is no folder ${place.folder}. Name one that exists: devonz-bridge FOLDER.`;
    default:
      return error instanceof Error ? error.message : String(error);
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

async function version(): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'));
  return typeof manifest === 'object' && manifest !== null && 'version' in manifest ? String(manifest.version) : 'unknown';
}

await run(process.argv.slice(2));
