import { parseArgs } from 'node:util';
import { appOrigin } from './server/app-origin.ts';

export interface ServeCommand {
  kind: 'serve';
  folder: string;
  port: number;
  /** True if the user has named the port, which must then be that one. */
  isPortGiven: boolean;
  apps: string[];
  stays: boolean;
}

export type Command = ServeCommand | { kind: 'help' } | { kind: 'version' } | { kind: 'wrong'; message: string };

/** The app looks for a bridge there. */
export const DEFAULT_PORT = 8798;
const DEFAULT_APPS = ['http://ide.localhost:8788', 'http://127.0.0.1:8788'];

export const USAGE = `Usage: devonz-bridge [folder] [options]

Opens a folder of this computer in Devonz: its files, programs, terminals and ports.

  folder         default: the current one
  --app ORIGIN   a Devonz that may use it, such as https://devonz.example.com; may be given several times. The first one is opened.
                 Default: ${DEFAULT_APPS.join(' and ')}
  --port N       default: ${DEFAULT_PORT}, or the next that is free; 0 takes any
  --stay         keep on when the last page has gone
  --help, --version
`;

const OPTIONS = {
  app: { type: 'string', multiple: true },
  port: { type: 'string' },
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
  const [folder = '.', ...more] = positionals;
  if (more.length > 0) return { kind: 'wrong', message: `One folder can be opened, not also ${JSON.stringify(more[0])}.` };
  const port = values.port === undefined ? DEFAULT_PORT : /^\d{1,5}$/.test(values.port) ? Number(values.port) : Number.NaN;
  if (!(port <= 65_535)) return { kind: 'wrong', message: `--port takes a number from 0 to 65535, not ${JSON.stringify(values.port)}.` };
  const apps: string[] = [];
  for (const given of values.app ?? DEFAULT_APPS) {
    const origin = appOrigin(given);
    if (origin === null) {
      return {
        kind: 'wrong',
        message: `--app takes a scheme, a host and perhaps a port, such as https://devonz.example.com, not ${JSON.stringify(given)}.`,
      };
    }
    apps.push(origin);
  }
  return { kind: 'serve', folder, port, isPortGiven: values.port !== undefined, apps, stays: values.stay };
}

function parse(args: readonly string[]) {
  return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
}
