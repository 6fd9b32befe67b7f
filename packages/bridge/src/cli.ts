import { readFile } from 'node:fs/promises';
import { readCommandLine, type ServeCommand, USAGE } from './command-line.ts';
import { LastClient } from './last-client.ts';
import { type RunningBridge, startBridge } from './start-bridge.ts';

/** How long the bridge waits for another page when the last one has gone. */
const GRACE_MILLISECONDS = 30_000;
const MOST_PORTS = 20;

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
    case 'serve':
      return serve(command).catch((error: unknown) => {
        process.stderr.write(`devonz-bridge: ${whyNotStarted(error, command)}\n`);
        process.exitCode = 1;
      });
  }
}

async function serve(command: ServeCommand): Promise<void> {
  let bridge: RunningBridge | null = null;
  const end = (why: string): void => {
    process.stdout.write(`${why}\n`);
    void bridge?.close();
  };
  const lastClient = new LastClient({
    later(work, milliseconds) {
      const timer = setTimeout(work, milliseconds);
      return () => clearTimeout(timer);
    },
    graceMilliseconds: GRACE_MILLISECONDS,
    onEnd: () => end('The last page has gone. Start again with --stay to keep on.'),
  });
  const onClients = (count: number): void => {
    if (!command.stays) lastClient.count(count);
  };
  bridge = await startOnFreePort(command, onClients);
  const { port, token, folder, terminalReason } = bridge;
  process.stdout.write(`Devonz bridge: ${folder}
${command.apps[0]}/#bridge=http://127.0.0.1:${port}&token=${token}
Open this address: it works once, in a browser on this computer. Ctrl+C ends the bridge and what was started by it.
`);
  if (terminalReason !== undefined) process.stdout.write(`${terminalReason}\n`);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => end('Ended.'));
}

async function startOnFreePort(command: ServeCommand, onClients: (count: number) => void): Promise<RunningBridge> {
  const { folder, apps, isPortGiven } = command;
  const last = isPortGiven || command.port === 0 ? command.port : command.port + MOST_PORTS;
  for (let port = command.port; ; port += 1) {
    try {
      return await startBridge({ folder, apps, port, onClients, scripts: new URL('./pages/', import.meta.url), version: await version() });
    } catch (error) {
      if (codeOf(error) !== 'EADDRINUSE' || port >= last) throw error;
    }
  }
}

function whyNotStarted(error: unknown, { port, folder }: ServeCommand): string {
  switch (codeOf(error)) {
    case 'EADDRINUSE':
      return `Port ${port} is taken. Give another by --port, or --port 0 for any.`;
    case 'EACCES':
      return `This user may not open ${folder}, or not listen on port ${port}. Give a port above 1023 by --port.`;
    case 'ENOENT':
      return `There is no folder ${folder}. Name one that exists: devonz-bridge FOLDER.`;
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
