import { setLanguageSource, type Texts } from './language.ts';

/** Loads the texts of the page's language before the page is hydrated. English texts are part of the code. */
export async function startLanguage({ lang, dataset }: HTMLElement): Promise<void> {
  const address = dataset['texts'];
  if (!address) return;
  // If they cannot be loaded, the page is shown in English.
  const texts = await fetch(address)
    .then((answer) => answer.json<Texts>())
    .catch(() => ({}));
  setLanguageSource(() => ({ locale: lang, texts, address }));
}
