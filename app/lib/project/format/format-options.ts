import { parse as parseToml } from 'smol-toml';
import { z } from 'zod';
import { globMatcher } from '../../search/glob-pattern.ts';
import { parseYaml } from '../../yaml/parse-yaml.ts';
import { type FormatOptions, formatOptionsSchema, formatOverridesSchema, type SettingsFile } from './format-messages.ts';

const packageSchema = z.object({ prettier: z.unknown() });

const overridingSchema = z.object({ overrides: formatOverridesSchema.catch([]) });

/** Options from the nearest file that has any for this one. `unread` names a nearer one that could not be used. */
export async function formatOptionsOf(
  file: string,
  files: readonly SettingsFile[],
): Promise<{ options: FormatOptions; unread: string | null }> {
  for (const { path, text } of files) {
    if (text === null) return { options: {}, unread: path };
    const settings = await settingsIn(path, text);
    if (settings === undefined || settings === null) continue;
    // The value is the name of a package that contains the settings.
    if (typeof settings === 'string' && isPackage(path)) return { options: {}, unread: path };
    const options = formatOptionsSchema.safeParse(settings);
    if (!options.success) throw new Error(`${path} has no settings that prettier knows`);
    return { options: { ...options.data, ...overridesFor(file, path, settings) }, unread: null };
  }
  return { options: {}, unread: null };
}

/** Patterns are relative to the folder of the settings file. */
function overridesFor(file: string, settingsPath: string, settings: unknown): FormatOptions {
  const name = file.slice(settingsPath.lastIndexOf('/') + 1);
  const matches = (globs: string | readonly string[]) => [globs].flat().some((glob) => globMatcher(glob)(name));
  const overrides = overridingSchema.safeParse(settings).data?.overrides ?? [];
  const fitting = overrides.filter(({ files, excludeFiles }) => matches(files) && !matches(excludeFiles));
  return Object.assign({}, ...fitting.map(({ options }) => options));
}

async function settingsIn(path: string, text: string): Promise<unknown> {
  try {
    const value: unknown = path.endsWith('.toml') ? parseToml(text) : (jsonIn(text) ?? (await parseYaml(text)));
    return isPackage(path) ? packageSchema.safeParse(value).data?.prettier : value;
  } catch (error) {
    const [first = ''] = String(error instanceof Error ? error.message : error).split('\n');
    throw new Error(`${path} cannot be read: ${first.replace(/:$/, '')}`);
  }
}

/** Undefined if the text is not JSON. Most settings are JSON, which avoids loading the YAML parser. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isPackage(path: string): boolean {
  return /(?:^|\/)package\.(?:json|yaml)$/.test(path);
}
