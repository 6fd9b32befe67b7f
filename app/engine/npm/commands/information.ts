import { NpmError } from '../npm-error.ts';
import type { NpmSession } from '../npm-session.ts';
import { PackageJson } from '../package-json.ts';
import { platform } from '../platform.ts';
import { joinPath } from '../project-files.ts';
import type { Command } from './command.ts';

/** `npm prefix`, `npm root`, `npm bin`: folders of the project. */
export const prefixCommand: Command = async (session) => say(session, session.projectPath);
export const rootCommand: Command = async (session) => say(session, joinPath(session.projectPath, 'node_modules'));
export const binCommand: Command = async (session) => say(session, joinPath(session.projectPath, 'node_modules/.bin'));

/** `npm version`: the versions there are; changing the project's is left to `npm pkg set`. */
export const versionCommand: Command = async (session) => {
  const { manifest } = PackageJson.read(session.files, session.projectPath);
  const own = manifest.name === '' ? {} : { [manifest.name]: manifest.version };
  return say(session, JSON.stringify({ ...own, npm: platform.npmVersion, node: platform.nodeVersion }, null, 2));
};

/** `npm config get key`, `npm config list`. Nothing can be set: there is one registry, the sandbox's proxy. */
export const configCommand: Command = async (session) => {
  const [action, ...keys] = session.commandLine.positional;
  const settings = new Map([
    ['registry', `${session.context.origin}/registry/`],
    ['prefix', '/usr/local'],
    ['cache', '/home/.npm'],
    ['save-prefix', '^'],
    ['ignore-scripts', 'true'],
    ['user-agent', `npm/${platform.npmVersion} node/v${platform.nodeVersion} ${platform.os} ${platform.cpu}`],
    ['os', platform.os],
    ['cpu', platform.cpu],
  ]);
  switch (action) {
    case 'get':
      if (keys.length > 0)
        return say(session, keys.map((key) => (keys.length > 1 ? `${key}=` : '') + (settings.get(key) ?? 'undefined')).join('\n'));
      return say(session, [...settings].map(([key, value]) => `${key} = "${value}"`).join('\n'));
    case 'list':
    case 'ls':
    case undefined:
      return say(session, [...settings].map(([key, value]) => `${key} = "${value}"`).join('\n'));
    case 'set':
    case 'delete':
      session.output.warn('config is fixed in this engine; give options on the command line instead.');
      return 0;
    default:
      throw new NpmError('EUSAGE', ['npm config get [<key> ...]', 'npm config list']);
  }
};

/** Commands about accounts and advisories that need a registry that knows us. */
export function unavailableCommand(name: string, reason: string): Command {
  return async (session) => {
    session.output.error(`code EUNAVAILABLE\nnpm ${name} is not available here: ${reason}`);
    return 1;
  };
}

function say(session: NpmSession, text: string): number {
  session.output.print(text);
  return 0;
}
