import type { HookWhen } from '../../../lib/protocol/settings.ts';

const WHEN: Record<HookWhen, string> = { 'after-change': 'after changes', 'before-done': 'before done' };

/** What cards and lists call a hook of the project. */
export function hookTitle(when: HookWhen): string {
  return `Hook, ${WHEN[when]}`;
}
