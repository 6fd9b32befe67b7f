import { readFile } from 'node:fs/promises';
import { readCommandLine, type ServeCommand, USAGE } from './command-line.ts';
import { startEngineServer } from './engine-server.ts';
import { OtherLoopbackTakenError } from './listen-on-loopbacks.mjs';
import { npmRegistry } from './npm-registry.mjs';

/** Exit codes: 0 success, 1 the server could not start, 2 the command line is invalid. */
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
      process.stderr.write(`devonz-engine: ${command.message}\n\n${USAGE}`);
      process.exitCode = 2;
      return;
    case 'serve':
      return serve(command).catch((error: unknown) => {
        process.stderr.write(`devonz-engine: ${whyNotStarted(error, command)}\n`);
        process.exitCode = 1;
      });
  }
}

async function serve({ kind: _kind, registry: named, ...options }: ServeCommand): Promise<void> {
  const registry = named === undefined ? await npmRegistry() : named;
  const server = await startEngineServer({
    ...options,
    registry,
    settingNames: { allowedOrigins: '--allow-origin', registry: '--registry' },
  });
  const origin = options.host.endsWith('.localhost') ? `http://${options.host}:${server.port}` : `https://${options.host}`;
  process.stdout.write(`Devonz engine: ${origin}/
Listening on ${options.address}, port ${server.port}, for pages of ${options.allowedOrigins.join(', ')}.
Before WebContainer.boot(): globalThis.WEBCONTAINER_API_IFRAME_URL = '${origin}/';
`);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void server.close());
}

function whyNotStarted(error: unknown, { port, address }: ServeCommand): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (error instanceof OtherLoopbackTakenError) return error.message;
  if (code === 'EADDRINUSE') return `Port ${port} is taken. Give another by --port, or --port 0 for any.`;
  if (code === 'EACCES') return `This user may not listen on port ${port}. Give one above 1023 by --port.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `This machine has no network address ${address} (--address).`;
  return error instanceof Error ? error.message : String(error);
}

async function version(): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'));
  return typeof manifest === 'object' && manifest !== null && 'version' in manifest ? String(manifest.version) : 'unknown';
}

await run(process.argv.slice(2));
