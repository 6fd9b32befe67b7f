import { parseArgs } from 'node:util';
import { isWholeOrigin } from './engine-origins.ts';
import { isWellFormedHost } from './well-formed-host.mjs';

export interface ServeCommand {
  kind: 'serve';
  port: number;
  address: string;
  host: string;
  allowedOrigins: string[];
  /** The address of the npm registry. `null` means no registry; undefined means the one for which npm is configured. */
  registry: string | null | undefined;
}

export type Command = ServeCommand | { kind: 'help' } | { kind: 'version' } | { kind: 'wrong'; message: string };

export const DEFAULT_PORT = 8789;
export const DEFAULT_HOST = 'engine.localhost';

export const USAGE = `Usage: devonz-engine serve --allow-origin ORIGIN [options]

Hosts the Devonz engine for pages that are written for @webcontainer/api.

  --allow-origin ORIGIN  a page that may boot the engine, such as http://app.engine.localhost:5173; may be given several times
  --port N               default ${DEFAULT_PORT}; 0 takes one that is free
  --host NAME            name of the engine, default ${DEFAULT_HOST}; previews are at pPORT-LABEL.NAME.
                         Any name that is not below localhost needs TLS in front of this server
  --address ADDRESS      network address to listen on, default 127.0.0.1
  --registry URL         package registry for the container's npm; default: the one that npm is configured for
  --no-registry          none
  --help, --version
`;

const OPTIONS = {
  'allow-origin': { type: 'string', multiple: true },
  port: { type: 'string' },
  host: { type: 'string' },
  address: { type: 'string' },
  registry: { type: 'string' },
  'no-registry': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const;

export function readCommandLine(args: readonly string[]): Command {
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(args);
  } catch (error) {
    // Its first sentence names the option; the rest is about escaping dashes.
    return wrong((error instanceof Error ? error.message : String(error)).split('. ')[0] ?? '');
  }
  const { values, positionals } = parsed;
  if (values.help || args.length === 0) return { kind: 'help' };
  if (values.version) return { kind: 'version' };
  const [command, ...more] = positionals;
  if (command !== 'serve')
    return wrong(command === undefined ? 'Say what to do: serve.' : `There is no command ${JSON.stringify(command)}.`);
  if (more.length > 0) return wrong(`serve takes options only, not ${more.map((text) => JSON.stringify(text)).join(' ')}.`);
  return readServe(values);
}

function parse(args: readonly string[]) {
  return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
}

function readServe(values: ReturnType<typeof parse>['values']): Command {
  const { port: portText = String(DEFAULT_PORT), host = DEFAULT_HOST, address = '127.0.0.1', registry } = values;
  const port = /^\d{1,5}$/.test(portText) ? Number(portText) : Number.NaN;
  if (!(port <= 65_535)) return wrong(`--port takes a number from 0 to 65535, not ${JSON.stringify(portText)}.`);
  const name = host.toLowerCase();
  if (!isWellFormedHost(name) || name.includes(':')) {
    return wrong(`--host takes a name without a port, such as run.example.com, not ${JSON.stringify(host)}.`);
  }
  const allowedOrigins = (values['allow-origin'] ?? []).map((origin) => origin.replace(/\/$/, ''));
  if (allowedOrigins.length === 0) {
    return wrong('Name the page that may boot the engine: --allow-origin http://app.engine.localhost:5173. Without one, none may.');
  }
  const pattern = allowedOrigins.find((origin) => !isWholeOrigin(origin));
  if (pattern !== undefined) {
    return wrong(
      `--allow-origin takes a scheme, a host and perhaps a port, such as https://app.example.com, not ${JSON.stringify(pattern)}.`,
    );
  }
  if (registry !== undefined && values['no-registry']) return wrong('--registry and --no-registry exclude each other.');
  if (registry !== undefined && !/^https?:$/.test(URL.canParse(registry) ? new URL(registry).protocol : '')) {
    return wrong(`--registry takes an http or https address, not ${JSON.stringify(registry)}.`);
  }
  return { kind: 'serve', port, address, host: name, allowedOrigins, registry: values['no-registry'] ? null : registry };
}

function wrong(message: string): Command {
  return { kind: 'wrong', message };
}
