import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { isImageName } from './container/container-command.ts';
import type { Place } from './open-machine.ts';
import { parseAllowedHost } from './sandbox/allowed-hosts.ts';
import { appOrigin } from './server/app-origin.ts';
import { OLLAMA_PORT } from './server/ollama/ollama-service.ts';

export interface ServeCommand {
  kind: 'serve';
  place: Place;
  /** The hosts that programs in a sandbox may reach; null without a sandbox. */
  sandbox: { hosts: string[] } | null;
  port: number;
  /** True if the user has named the port, which must then be that one. */
  isPortGiven: boolean;
  /** The port of Ollama on the machine. */
  ollamaPort: number;
  apps: string[];
  stays: boolean;
}

export type Command = ServeCommand | { kind: 'help' } | { kind: 'version' } | { kind: 'wrong'; message: string };

/** The default port, at which the app looks for a bridge. */
export const DEFAULT_PORT = 8798;
const DEFAULT_APPS = ['http://ide.localhost:8788', 'http://127.0.0.1:8788'];

export const USAGE = `Usage: devonz-bridge [folder] [options]

Opens a folder of this computer, of a server or in a container in Devonz: its files, programs, terminals and ports.

  folder                    default: the current one; with --ssh the user's home there
  --ssh USER@HOST[:PORT]    a server, or a name of ~/.ssh/config; nothing needs to be installed there
  --identity FILE           with --ssh: signs in with this private key, and with no other
  --container IMAGE         programs run in a new container of Docker or Podman, with the folder in it
  --sandbox                 programs may write to the folder alone, and reach no host (Linux, by bubblewrap)
  --allow HOST[:PORT]       with --sandbox: a host that they may reach by HTTP or HTTPS; *.HOST means those below it. May be given several times
  --app ORIGIN              a Devonz that may use it, such as https://devonz.example.com; may be given several times. The first one is opened.
                            Default: ${DEFAULT_APPS.join(' and ')}
  --port N                  default: ${DEFAULT_PORT}, or the next that is free; 0 takes any
  --ollama-port N           where Ollama listens on the machine, whose models the app then offers; default: ${OLLAMA_PORT}
  --stay                    keep on when the last page has gone
  --help, --version
`;

const OPTIONS = {
  ssh: { type: 'string' },
  identity: { type: 'string' },
  container: { type: 'string' },
  sandbox: { type: 'boolean', default: false },
  allow: { type: 'string', multiple: true },
  app: { type: 'string', multiple: true },
  port: { type: 'string' },
  'ollama-port': { type: 'string' },
  stay: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const;

export function readCommandLine(args: readonly string[]): Command {
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(args);
  } catch (error) {
    // Its first sentence names the option; the rest is about escaping dashes.
    return { kind: 'wrong', message: `${(error instanceof Error ? error.message : String(error)).split('. ')[0]}.` };
  }
  const { values, positionals } = parsed;
  if (values.help) return { kind: 'help' };
  if (values.version) return { kind: 'version' };
  const wrong = problemOf(parsed);
  if (wrong !== null) return { kind: 'wrong', message: wrong };
  const apps = (values.app ?? DEFAULT_APPS).flatMap((given) => appOrigin(given) ?? []);
  return {
    kind: 'serve',
    place: placeOf(values, positionals[0]),
    sandbox: values.sandbox ? { hosts: values.allow ?? [] } : null,
    port: portOf(values.port) ?? DEFAULT_PORT,
    isPortGiven: values.port !== undefined,
    ollamaPort: portOf(values['ollama-port']) ?? OLLAMA_PORT,
    apps,
    stays: values.stay,
  };
}

type Parsed = ReturnType<typeof parse>;

function parse(args: readonly string[]) {
  return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
}

function problemOf({ values, positionals }: Parsed): string | null {
  const extra = positionals[1];
  if (extra !== undefined) return `One folder can be opened, not also ${JSON.stringify(extra)}.`;
  const kinds = [values.ssh && '--ssh', values.container && '--container', values.sandbox && '--sandbox'].filter(Boolean);
  if (kinds.length > 1) return `${kinds.join(' and ')} cannot be used together.`;
  if (values.ssh === '') return '--ssh takes user@host, or a name of ~/.ssh/config.';
  if (values.identity !== undefined && values.ssh === undefined) return '--identity goes with --ssh.';
  if (values.identity === '') return '--identity takes the file of a private key.';
  if (values.container !== undefined && !isImageName(values.container)) {
    return `--container takes the name of an image, such as debian:12, not ${JSON.stringify(values.container)}.`;
  }
  if (values.allow !== undefined && !values.sandbox) return '--allow goes with --sandbox: nothing else keeps programs from the network.';
  const host = values.allow?.find((given) => parseAllowedHost(given) === null);
  if (host !== undefined) return `--allow takes a host and perhaps a port, such as registry.example.com, not ${JSON.stringify(host)}.`;
  for (const name of ['port', 'ollama-port'] as const) {
    const given = values[name];
    if (given !== undefined && portOf(given) === null) return `--${name} takes a number from 0 to 65535, not ${JSON.stringify(given)}.`;
  }
  const app = values.app?.find((given) => appOrigin(given) === null);
  if (app === undefined) return null;
  return `--app takes a scheme, a host and perhaps a port, such as https://devonz.example.com, not ${JSON.stringify(app)}.`;
}

function portOf(text: string | undefined): number | null {
  const port = text !== undefined && /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  return port <= 65_535 ? port : null;
}

function placeOf({ ssh, identity, container }: Parsed['values'], folder: string | undefined): Place {
  if (ssh !== undefined) {
    const key = identity === undefined ? null : identity.startsWith('~') ? identity : resolve(identity);
    return { kind: 'ssh', target: ssh, identity: key === null ? { type: 'usual' } : { type: 'key', path: key }, folder: folder ?? '' };
  }
  if (container !== undefined) return { kind: 'container', image: container, folder: folder ?? '.' };
  return { kind: 'local', folder: folder ?? '.', wall: null };
}
