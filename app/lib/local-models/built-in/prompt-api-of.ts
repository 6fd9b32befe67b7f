import { fromOlderPromptApi, type OlderPromptApi } from './older-prompt-api.ts';
import type { PromptApi } from './prompt-api.ts';

/** Returns the browser's own model, or null. `scope` is the page's global object. */
export function promptApiOf(scope: object): PromptApi | null {
  const current = member(scope, 'LanguageModel');
  // Only its functions are checked here; their results are validated where they are used.
  if (hasFunctions(current, 'availability', 'create')) return current as unknown as PromptApi;
  const older = member(member(scope, 'ai'), 'languageModel');
  // Only its functions are checked, as above.
  if (hasFunctions(older, 'create')) return fromOlderPromptApi(older as unknown as OlderPromptApi);
  return null;
}

function member(owner: unknown, name: string): unknown {
  if ((typeof owner !== 'object' && typeof owner !== 'function') || owner === null) return undefined;
  return Reflect.get(owner, name);
}

function hasFunctions(value: unknown, ...names: string[]): boolean {
  return names.every((name) => typeof member(value, name) === 'function');
}
