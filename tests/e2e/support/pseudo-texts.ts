import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type { AppServer } from './app-server.ts';

/** Returns a catalogue text in the test language (app/server/i18n/pseudo-language.server.ts). */
export const marked = (text: string) => `⟦${text}⟧`;

/** Selects the test language from the next page on: each text from the catalogue is marked. */
export async function speakPseudo(page: Page, { appOrigin }: Pick<AppServer, 'appOrigin'>): Promise<void> {
  const keys = Object.keys(JSON.parse(readFileSync('app/lib/i18n/catalogue/en.json', 'utf8')));
  const texts = Object.fromEntries(keys.map((key) => [key, marked(key.replace(/^[^|{}]*\|/, ''))]));
  await page.context().addCookies([{ name: 'devonz-language', value: 'pseudo', url: appOrigin }]);
  await page.route('**/texts/pseudo.json', (route) => route.fulfill({ json: texts }));
}

/** Returns the visible texts and accessible names with words that are not from the catalogue. `data` lists the allowed ones. */
export async function unmarkedTexts(page: Page, data: readonly string[]): Promise<string[]> {
  const said = await page.evaluate(visibleTexts);
  return said.filter((text) => {
    // From the inside out, since a text may be a value in another.
    let rest = text;
    for (let before = ''; before !== rest; ) [before, rest] = [rest, rest.replace(/⟦[^⟦⟧]*⟧/g, ' ')];
    for (const each of data) rest = rest.replaceAll(each, ' ');
    return /\p{L}{2}/u.test(rest);
  });
}

/** Runs in the page. Skips code, terminal output and key names. */
function visibleTexts(): string[] {
  const DATA = 'code, pre, kbd, .mono, .cm-editor, .xterm, iframe, script, style, title, .keys, [data-data], [lang]:not(html)';
  const NAMES = ['aria-label', 'aria-description', 'aria-valuetext', 'title', 'placeholder', 'alt', 'data-tip'];
  const found: string[] = [];
  for (const element of document.querySelectorAll<HTMLElement>('body *')) {
    if (element.closest(DATA) || !element.checkVisibility()) continue;
    for (const name of NAMES) found.push(element.getAttribute(name) ?? '');
    // The text around an element's children is one text.
    const own = [...element.childNodes].map((node) => (node.nodeType === Node.TEXT_NODE ? (node.textContent ?? '') : '')).join('');
    found.push(own);
  }
  return [...new Set(found.map((text) => text.trim()).filter((text) => text !== ''))];
}
