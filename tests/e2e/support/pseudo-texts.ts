import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type { AppServer } from './app-server.ts';

/** How a text of the catalogue looks in the language for tests (app/server/i18n/pseudo-language.server.ts). */
export const marked = (text: string) => `⟦${text}⟧`;

/** The language for tests, from the next page on: each text that comes from the catalogue has marks around it. */
export async function speakPseudo(page: Page, { appOrigin }: Pick<AppServer, 'appOrigin'>): Promise<void> {
  const keys = Object.keys(JSON.parse(readFileSync('app/lib/i18n/catalogue/en.json', 'utf8')));
  const texts = Object.fromEntries(keys.map((key) => [key, marked(key.replace(/^[^|{}]*\|/, ''))]));
  await page.context().addCookies([{ name: 'devonz-language', value: 'pseudo', url: appOrigin }]);
  await page.route('**/texts/pseudo.json', (route) => route.fulfill({ json: texts }));
}

/** Visible texts and accessible names with words that came from elsewhere than the catalogue. `data`: what may, as it is. */
export async function unmarkedTexts(page: Page, data: readonly string[]): Promise<string[]> {
  const said = await page.evaluate(visibleTexts);
  return said.filter((text) => {
    // From the inside out, since a text may be a value of another.
    let rest = text;
    for (let before = ''; before !== rest; ) [before, rest] = [rest, rest.replace(/⟦[^⟦⟧]*⟧/g, ' ')];
    for (const each of data) rest = rest.replaceAll(each, ' ');
    return /\p{L}{2}/u.test(rest);
  });
}

/** Runs in the page. Not what is code, what the terminal prints and what the keys are called. */
function visibleTexts(): string[] {
  const DATA = 'code, pre, kbd, .mono, .cm-editor, .xterm, iframe, script, style, title, .keys, [data-data], [lang]:not(html)';
  const NAMES = ['aria-label', 'aria-description', 'aria-valuetext', 'title', 'placeholder', 'alt', 'data-tip'];
  const found: string[] = [];
  for (const element of document.querySelectorAll<HTMLElement>('body *')) {
    if (element.closest(DATA) || !element.checkVisibility()) continue;
    for (const name of NAMES) found.push(element.getAttribute(name) ?? '');
    // The text around an element's children is one.
    const own = [...element.childNodes].map((node) => (node.nodeType === Node.TEXT_NODE ? (node.textContent ?? '') : '')).join('');
    found.push(own);
  }
  return [...new Set(found.map((text) => text.trim()).filter((text) => text !== ''))];
}
