import { z } from 'zod';
import { t } from '../i18n/t.ts';
import { type AppSettings, agentModeSettingsSchema, appSettingsSchema, DEFAULT_APP_SETTINGS } from '../protocol/settings.ts';
import { AGENT_SETTINGS_KEY, APP_SETTINGS_KEY } from '../protocol/storage-keys.ts';

export interface LoadedSettings {
  settings: AppSettings;
  /** Invalid values that were replaced by defaults. */
  problems: string[];
}

export interface SettingsStore {
  load(): LoadedSettings;
  /** Throws a DOMException if the browser refuses (storage full or disabled). */
  save(settings: AppSettings): void;
  /** Settings saved by another tab. */
  onForeignChange(listener: (loaded: LoadedSettings) => void): () => void;
}

const partialAppSettingsSchema = appSettingsSchema.omit({ agent: true }).partial();
const partialAgentSettingsSchema = agentModeSettingsSchema.partial();

function readPart<Shape extends z.ZodObject>(storage: Storage, key: string, schema: Shape, problems: string[]): Partial<z.infer<Shape>> {
  const text = storage.getItem(key);
  if (text === null) return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    problems.push(t('The settings under {key} are not JSON; the defaults are in force.', { key }));
    return {};
  }
  const found: Record<string, unknown> = {};
  const fields = z.record(z.string(), z.unknown()).safeParse(value);
  if (!fields.success) problems.push(t('The settings under {key} are not an object; the defaults are in force.', { key }));
  // Field by field, so that one broken setting does not affect the others.
  for (const [name, field] of Object.entries(schema.shape)) {
    const given = fields.success && Object.hasOwn(fields.data, name) ? fields.data[name] : undefined;
    if (given === undefined) continue;
    const parsed = (field as z.ZodType).safeParse(given);
    if (parsed.success) found[name] = parsed.data;
    else problems.push(t('The setting "{name}" had a value that does not fit; its default is in force.', { name }));
  }
  return found as Partial<z.infer<Shape>>; // Every field was parsed by its own schema above.
}

/** `exactOptionalPropertyTypes`: a partial's undefined fields must not overwrite defaults. */
function withoutUndefined<T extends object>(value: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
}

export function createSettingsStore(storage: Storage, target: Pick<Window, 'addEventListener' | 'removeEventListener'>): SettingsStore {
  const load = (): LoadedSettings => {
    const problems: string[] = [];
    const app = readPart(storage, APP_SETTINGS_KEY, partialAppSettingsSchema, problems);
    const agent = readPart(storage, AGENT_SETTINGS_KEY, partialAgentSettingsSchema, problems);
    return {
      settings: { ...DEFAULT_APP_SETTINGS, ...withoutUndefined(app), agent: { ...DEFAULT_APP_SETTINGS.agent, ...withoutUndefined(agent) } },
      problems,
    };
  };
  return {
    load,
    save({ agent, ...app }) {
      storage.setItem(APP_SETTINGS_KEY, JSON.stringify(app));
      storage.setItem(AGENT_SETTINGS_KEY, JSON.stringify(agent));
    },
    onForeignChange(listener) {
      const onStorage = (event: StorageEvent) => {
        if (event.key === APP_SETTINGS_KEY || event.key === AGENT_SETTINGS_KEY) listener(load());
      };
      target.addEventListener('storage', onStorage);
      return () => target.removeEventListener('storage', onStorage);
    },
  };
}
