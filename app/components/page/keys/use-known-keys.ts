import { useStore } from '@nanostores/react';
import { $settings } from '../../../lib/stores/settings.ts';
import { KNOWN_KEYS } from './known-keys.ts';

/** Returns the parts of a command's keys for display; empty if the user has removed them. */
export function useKnownKeys(id: keyof typeof KNOWN_KEYS): readonly string[] {
  const { shortcuts } = useStore($settings, { keys: ['shortcuts'] });
  return (shortcuts[id] ?? KNOWN_KEYS[id]).split('+').filter(Boolean);
}
