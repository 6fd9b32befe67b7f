import { afterEach, beforeEach, expect, test } from 'vitest';
import { DEFAULT_APP_SETTINGS } from '../protocol/default-settings.ts';
import type { AppSettings } from '../protocol/settings.ts';
import { $isLanguageWaiting, $settings } from '../stores/settings.ts';
import { followLanguage, type LanguagePage } from './follow-language.ts';

let stop = () => undefined as void;
const done: string[] = [];

beforeEach(() => {
  done.length = 0;
  $settings.set(DEFAULT_APP_SETTINGS);
  $isLanguageWaiting.set(false);
});
afterEach(() => stop());

function choose(language: AppSettings['language']): void {
  $settings.setKey('language', language);
}

function start(page: Partial<LanguagePage>): void {
  stop = followLanguage({
    shown: 'en-US',
    accepted: ['en-US', 'de'],
    isReload: false,
    keep: (choice) => done.push(`keep ${choice}`) > 0,
    isBusy: () => false,
    load: () => void done.push('load'),
    ...page,
  });
}

test('a language that is chosen is kept for the server, which writes the page again in it', () => {
  start({});
  choose('de');
  expect(done).toEqual(['keep de', 'load']);
});

test('what the page is in already does not load it again', () => {
  start({});
  choose('en');
  choose('system');
  expect(done).toEqual(['keep en', 'keep system']);
});

test('what runs is not ended: the page waits to be loaded by its user, and no longer once the choice is taken back', () => {
  start({ isBusy: () => true });
  choose('de');
  expect(done).toEqual(['keep de']);
  expect($isLanguageWaiting.get()).toBe(true);
  choose('system');
  expect($isLanguageWaiting.get()).toBe(false);
});

test('a choice that the browser has forgotten is kept again at the start', () => {
  choose('de');
  start({});
  expect(done).toEqual(['keep de', 'load']);
});

test('where nothing is kept, the page is not loaded for ever', () => {
  choose('de');
  start({ keep: () => false });
  expect(done).toEqual([]);
});

test('a page of the offline copy that stays in another language is not loaded for ever', () => {
  choose('de');
  start({ isReload: true });
  expect(done).toEqual(['keep de']);
});

test('without a choice the start leaves the page as the server wrote it, which may know less of the browser', () => {
  start({ shown: 'en', accepted: ['de'] });
  $settings.setKey('theme', 'light');
  expect(done).toEqual([]);
});
