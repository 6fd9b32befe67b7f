import { setLanguageSource, type Texts } from './language.ts';

/** Reads what the page's language says before anything of the page is shown a second time. English has it with the code. */
export async function startLanguage({ lang, dataset }: HTMLElement): Promise<void> {
  const address = dataset['texts'];
  if (!address) return;
  // Without them the page is said in English: worse than in the user's language, better than none.
  const texts = await fetch(address)
    .then((answer) => answer.json<Texts>())
    .catch(() => ({}));
  setLanguageSource(() => ({ locale: lang, texts, address }));
}
