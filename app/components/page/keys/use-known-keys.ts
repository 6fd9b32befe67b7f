import { useStore } from '@nanostores/react';
import { $settings } from '../../../lib/stores/settings.ts';
import { KNOWN_KEYS } from './known-keys.ts';

/** The keys of a command, one by one, as they are shown; empty: the user has taken them away. */
export function useKnownKeys(id: keyof typeof KNOWN_KEYS): readonly string[] {
  const { shortcuts } = useStore($settings, { keys: ['shortcuts'] });
  return (shortcuts[id] ?? KNOWN_KEYS[id]).split('+').filter(Boolean);
}
