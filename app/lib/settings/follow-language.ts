import { chooseLocale } from '../i18n/choose-locale.ts';
import type { AppSettings } from '../protocol/settings.ts';
import { $isLanguageWaiting, $settings } from '../stores/settings.ts';

/** The parts of the page that concern its language. */
export interface LanguagePage {
  /** The value of `<html lang>`. */
  shown: string;
  /** The browser's preferred languages, best first. */
  accepted: readonly string[];
  /** Whether this page load is a reload. */
  isReload: boolean;
  /** Stores the choice for the server, which renders the page. Returns whether it was stored. */
  keep(choice: AppSettings['language']): boolean;
  /** Whether something is running that a reload would stop. */
  isBusy(): boolean;
  load(): void;
}

/**
 * Keeps the page in the chosen language. The server renders the page, so a new choice reloads it. Unsaved work survives the reload as
 * usual, and nothing that is running is stopped for it.
 */
export function followLanguage(page: LanguagePage): () => void {
  const follow = ({ language }: AppSettings, mayLoad = true) => {
    if (!page.keep(language)) return;
    const isShown = page.shown.split('-')[0] === chooseLocale(language, page.accepted).spoken;
    if (isShown || page.isBusy()) $isLanguageWaiting.set(!isShown);
    else if (mayLoad) page.load();
  };
  // At startup, only a language that the user chose and the browser forgot is followed: for `system`, the server may know less than the
  // page, which would reload forever. So would a page from the offline copy, which has the language of the time it was made.
  if ($settings.get().language !== 'system') follow($settings.get(), !page.isReload);
  return $settings.listen((settings, before) => {
    if (settings.language !== before?.language) follow(settings);
  });
}
