import { editNpmrc, scopeRegistries } from '../npm-config.ts';
import { NpmError } from '../npm-error.ts';
import type { NpmSession } from '../npm-session.ts';
import { platform } from '../platform.ts';
import { joinPath } from '../project-files.ts';
import type { Command } from './command.ts';

/**
 * Implements `npm config get|set|delete|list`. Settings are stored in `.npmrc` of the home folder, or with `--location=project` of the
 * project.
 */
export const configCommand: Command = async (session) => {
  const { output } = session;
  const [action, ...keys] = session.commandLine.positional;
  const settings = allSettings(session);
  switch (action) {
    case 'get':
      if (keys.length === 0) output.print(list(settings));
      else output.print(keys.map((key) => (keys.length > 1 ? `${key}=` : '') + (settings.get(key) ?? 'undefined')).join('\n'));
      return 0;
    case 'list':
    case 'ls':
    case undefined:
      output.print(session.commandLine.isSet('json') ? JSON.stringify(Object.fromEntries(settings), null, 2) : list(settings));
      return 0;
    case 'set':
      for (const [key, value] of pairsOf(keys)) change(session, key, value);
      return 0;
    case 'delete':
    case 'rm':
      for (const key of keys) change(session, key, null);
      return 0;
    default:
      throw new NpmError('EUSAGE', [
        'npm config get [<key> ...]',
        'npm config set <key>=<value> ...',
        'npm config delete <key> ...',
        'npm config list',
      ]);
  }
};

function allSettings(session: NpmSession): Map<string, string> {
  const settings = new Map<string, string>([
    ['registry', `${session.context.origin}/registry/`],
    ['prefix', '/usr/local'],
    ['cache', session.cacheFolder],
    ['save-prefix', '^'],
    ['ignore-scripts', 'false'],
    ['user-agent', `npm/${platform.npmVersion} node/v${platform.nodeVersion} ${platform.os} ${platform.cpu}`],
    ['os', platform.os],
    ['cpu', platform.cpu],
  ]);
  for (const [key, values] of session.commandLine.settings) {
    // Credentials are not listed, because they are meant for the registry only; here they are not even sent to it.
    if (key.startsWith('//') || key.startsWith('_') || key === 'registry') continue;
    settings.set(key, values.join(','));
  }
  return settings;
}

function list(settings: ReadonlyMap<string, string>): string {
  return [...settings].map(([key, value]) => `${key} = "${value}"`).join('\n');
}

/** Parses `a=1 b=2`, or npm's old form `a 1`. */
function pairsOf(words: readonly string[]): [string, string][] {
  const [first, second] = words;
  if (first !== undefined && second !== undefined && words.length === 2 && !first.includes('=')) return [[first, second]];
  return words.map((word) => {
    const equals = word.indexOf('=');
    return equals === -1 ? [word, 'true'] : [word.slice(0, equals), word.slice(equals + 1)];
  });
}

function change(session: NpmSession, key: string, value: string | null): void {
  const { files, commandLine, context, projectPath, output } = session;
  if (value !== null && (key === 'registry' || scopeRegistries(new Map([[key, [value]]])).size > 0)) {
    output.warn('config The sandbox reaches only the registry its deployer has chosen; another one is not asked.');
  }
  const folder = commandLine.value('location') === 'project' ? projectPath : (context.env.HOME ?? '/home');
  const path = joinPath(folder, '.npmrc');
  files.writeText(path, editNpmrc(files.readText(path) ?? '', key, value));
}
