import { setLanguageSource } from './language.ts';

/** A text as a model reads it, where the same words are shown to the user in their language. */
export function inEnglish(text: () => string): string {
  const before = setLanguageSource(() => undefined);
  try {
    return text();
  } finally {
    setLanguageSource(before);
  }
}
