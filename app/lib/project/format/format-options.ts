import { parse } from 'yaml';
import { z } from 'zod';
import { type FormatOptions, formatOptionsSchema, type SettingsFile } from './format-messages.ts';

const packageSchema = z.object({ prettier: z.unknown() });

/** What the nearest file says that says anything; `unread` names one that would, and was not read. */
export function formatOptionsOf(files: readonly SettingsFile[]): { options: FormatOptions; unread: string | null } {
  for (const { path, text } of files) {
    if (text === null) return { options: {}, unread: path };
    const settings = settingsIn(path, text);
    if (settings === undefined || settings === null) continue;
    // The name of a package that has the settings.
    if (typeof settings === 'string' && isPackage(path)) return { options: {}, unread: path };
    const options = formatOptionsSchema.safeParse(settings);
    if (!options.success) throw new Error(`${path} has no settings that prettier knows`);
    return { options: options.data, unread: null };
  }
  return { options: {}, unread: null };
}

function settingsIn(path: string, text: string): unknown {
  try {
    // YAML has all of JSON in it.
    const value: unknown = parse(text, { maxAliasCount: 100, logLevel: 'error' });
    return isPackage(path) ? packageSchema.safeParse(value).data?.prettier : value;
  } catch (error) {
    const [first = ''] = String(error instanceof Error ? error.message : error).split('\n');
    throw new Error(`${path} cannot be read: ${first.replace(/:$/, '')}`);
  }
}

function isPackage(path: string): boolean {
  return /(?:^|\/)package\.(?:json|yaml)$/.test(path);
}
