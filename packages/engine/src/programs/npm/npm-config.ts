import { NpmError } from './npm-error.ts';
import { joinPath, type ProjectFiles } from './project-files.ts';

/** Variables that npm itself sets for scripts; they describe a run, not the user's settings. */
const ownVariables = new Set([
  'prefix',
  'local-prefix',
  'global-prefix',
  'user-agent',
  'node-gyp',
  'npm-version',
  'noproxy',
  'cache',
  'globalconfig',
  'userconfig',
  'init-module',
]);

/**
 * Returns the settings of `.npmrc` files and `npm_config_` variables, by option. The project's file overrides the user's; variables
 * override both.
 */
export function readConfig(
  files: ProjectFiles,
  folders: { project: string; home: string },
  env: Record<string, string>,
): Map<string, string[]> {
  const config = new Map<string, string[]>();
  for (const folder of new Set([folders.home, folders.project])) {
    const text = files.readSettings(joinPath(folder, '.npmrc'));
    if (text !== null) for (const [key, values] of parseNpmrc(text, env)) config.set(key, values);
  }
  for (const [variable, value] of Object.entries(env)) {
    const key = /^npm_config_(.+)$/i.exec(variable)?.[1]?.toLowerCase().replaceAll('_', '-');
    if (key !== undefined && value !== '' && !ownVariables.has(key)) config.set(key, [value]);
  }
  return config;
}

/** Parses `key=value` lines; `key[]=value` appends, a bare key is true, `${NAME}` is expanded from the environment. */
export function parseNpmrc(text: string, env: Record<string, string>): Map<string, string[]> {
  const config = new Map<string, string[]>();
  for (const line of text.split(/\r?\n/)) {
    const trimmed = line.trim();
    if (trimmed === '' || trimmed.startsWith(';') || trimmed.startsWith('#') || trimmed.startsWith('[')) continue;
    const equals = trimmed.indexOf('=');
    const written = (equals === -1 ? trimmed : trimmed.slice(0, equals)).trim();
    const isList = written.endsWith('[]');
    const key = isList ? written.slice(0, -2) : written;
    const raw = equals === -1 ? 'true' : trimmed.slice(equals + 1).trim();
    const value = raw.replace(/^(["'])(.*)\1$/, '$2').replace(/\$\{([^}?]+)\??\}/g, (whole, name: string) => env[name] ?? whole);
    config.set(key, isList ? [...(config.get(key) ?? []), value] : [value]);
  }
  return config;
}

/** Sets `key=value` in a file, or removes it if the value is null; everything else stays. */
export function editNpmrc(text: string, key: string, value: string | null): string {
  const lines = text === '' ? [] : text.replace(/\n$/, '').split('\n');
  const others = lines.filter((line) => line.split('=')[0]?.trim() !== key);
  const all = value === null ? others : [...others, `${key}=${value}`];
  return all.length === 0 ? '' : `${all.join('\n')}\n`;
}

/** Returns the registry that `.npmrc` sets for each scope; the sandbox's proxy supports only one registry. */
export function scopeRegistries(config: ReadonlyMap<string, readonly string[]>): Map<string, string> {
  const registries = new Map<string, string>();
  for (const [key, values] of config) {
    const scope = /^(@[^:]+):registry$/.exec(key)?.[1];
    if (scope !== undefined) registries.set(scope, values.at(-1) ?? '');
  }
  return registries;
}

/** A package of that name on the only available registry could belong to anyone, so it must not replace the intended one. */
export function refusedScope(name: string, scope: string, registry: string): NpmError {
  return new NpmError('EREGISTRY', [
    `.npmrc says that packages of ${scope} come from ${registry}.`,
    `The sandbox reaches only the registry its deployer has chosen, so ${name} is not fetched:`,
    'a package of that name from there might not be the one you mean.',
    `Remove the line \`${scope}:registry=…\` if it is, or put the package into the project and use file:.`,
  ]);
}
