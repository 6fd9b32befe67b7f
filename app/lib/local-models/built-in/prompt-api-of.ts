import { fromOlderPromptApi, type OlderPromptApi } from './older-prompt-api.ts';
import type { PromptApi } from './prompt-api.ts';

/** The model that the browser itself has, or null. `scope`: what holds a page's globals. */
export function promptApiOf(scope: object): PromptApi | null {
  const current = member(scope, 'LanguageModel');
  // Its functions are all that is asked for here; what they answer is read one by one.
  if (hasFunctions(current, 'availability', 'create')) return current as unknown as PromptApi;
  const older = member(member(scope, 'ai'), 'languageModel');
  // As above.
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
