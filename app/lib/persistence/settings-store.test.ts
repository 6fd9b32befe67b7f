import { describe, expect, test } from 'vitest';
import { DEFAULT_APP_SETTINGS } from '../protocol/settings.ts';
import { AGENT_SETTINGS_KEY, APP_SETTINGS_KEY } from '../protocol/storage-keys.ts';
import { createSettingsStore } from './settings-store.ts';

function memoryStorage(initial: Record<string, string> = {}): Storage {
  const values = new Map(Object.entries(initial));
  return {
    get length() {
      return values.size;
    },
    clear: () => values.clear(),
    getItem: (key) => values.get(key) ?? null,
    key: (index) => [...values.keys()][index] ?? null,
    removeItem: (key) => void values.delete(key),
    setItem: (key, value) => void values.set(key, value),
  };
}

describe('settings', () => {
  test('are the defaults when nothing was saved', () => {
    expect(createSettingsStore(memoryStorage(), new EventTarget()).load()).toEqual({ settings: DEFAULT_APP_SETTINGS, problems: [] });
  });

  test('come back as they were saved', () => {
    const store = createSettingsStore(memoryStorage(), new EventTarget());
    const settings = { ...DEFAULT_APP_SETTINGS, theme: 'light' as const, agent: { ...DEFAULT_APP_SETTINGS.agent, maxIterations: 7 } };
    store.save(settings);
    expect(store.load().settings).toEqual(settings);
  });

  test('replace only the broken field by its default and say which', () => {
    const storage = memoryStorage({ [AGENT_SETTINGS_KEY]: '{"maxIterations":9999,"autoApproveCommands":true}' });
    const { settings, problems } = createSettingsStore(storage, new EventTarget()).load();
    expect(settings.agent).toEqual({ ...DEFAULT_APP_SETTINGS.agent, autoApproveCommands: true });
    expect(problems).toEqual([expect.stringContaining('"maxIterations"')]);
  });

  test('that were kept before a group had one more are read, with the default of that one', () => {
    const storage = memoryStorage({ [APP_SETTINGS_KEY]: '{"attention":{"sound":true,"notification":true}}' });
    const { settings, problems } = createSettingsStore(storage, new EventTarget()).load();
    expect(settings.attention).toEqual({ ...DEFAULT_APP_SETTINGS.attention, sound: true, notification: true });
    expect(problems).toEqual([]);
  });

  test('survive text that is not JSON', () => {
    const { settings, problems } = createSettingsStore(memoryStorage({ [AGENT_SETTINGS_KEY]: '{oops' }), new EventTarget()).load();
    expect(settings).toEqual(DEFAULT_APP_SETTINGS);
    expect(problems).toHaveLength(1);
  });
});
