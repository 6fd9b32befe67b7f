import { setLanguageSource } from './language.ts';

/** Returns a text in English for the model, which the user sees in their language. */
export function inEnglish(text: () => string): string {
  const before = setLanguageSource(() => undefined);
  try {
    return text();
  } finally {
    setLanguageSource(before);
  }
}
