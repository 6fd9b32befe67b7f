import { chooseLocale } from '../i18n/choose-locale.ts';
import type { AppSettings } from '../protocol/settings.ts';
import { $isLanguageWaiting, $settings } from '../stores/settings.ts';

/** The page, as far as its language goes. */
export interface LanguagePage {
  /** As `<html lang>` has it. */
  shown: string;
  /** What the browser prefers, most wanted first. */
  accepted: readonly string[];
  /** It has been loaded again just now. */
  isReload: boolean;
  /** For the server, which writes the page. Returns whether it is kept. */
  keep(choice: AppSettings['language']): boolean;
  /** Whether something runs that loading the page would end. */
  isBusy(): boolean;
  load(): void;
}

/**
 * Keeps the page in the chosen language: the server writes it, so that it is loaded again after a choice. Whatever was not saved is kept
 * over that, as always; what runs is not ended for it.
 */
export function followLanguage(page: LanguagePage): () => void {
  const follow = ({ language }: AppSettings, mayLoad = true) => {
    if (!page.keep(language)) return;
    const isShown = page.shown.split('-')[0] === chooseLocale(language, page.accepted).spoken;
    if (isShown || page.isBusy()) $isLanguageWaiting.set(!isShown);
    else if (mayLoad) page.load();
  };
  // At the start only what the user chose and the browser has forgotten: of `system` the server may know less than the page, which would
  // be loaded for ever. So would one that comes from the offline copy, which is in the language of when it was made.
  if ($settings.get().language !== 'system') follow($settings.get(), !page.isReload);
  return $settings.listen((settings, before) => {
    if (settings.language !== before?.language) follow(settings);
  });
}
