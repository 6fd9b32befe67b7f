/**
 * `npm run markdown:fuzz -- [--count N] [--seed N] [--browser]`: tests deep, long and odd Markdown, by default 20,000 texts. Without
 * `--browser` each text only passes through the parser and the renderer; with it, through the built app in Chromium, as sessions that are
 * imported, drawn completely, and reopened after a reload. Prints each text that is unreadable, nested too deeply or too slow. The last
 * line is one JSON object with the figures. Exits with 1 if something was found.
 */
import { parseArgs } from 'node:util';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MarkdownBlock } from '../../app/components/chat/markdown/markdown-block.tsx';
import { ReadyWorkbench } from '../../app/components/page/workbench-context.tsx';
import { fakeActions } from '../../app/components/testing/fake-actions.ts';
import { startAppServer } from '../../tests/e2e/support/app-server.ts';
import { depthOfMarkup } from '../../tests/markdown-fuzz/depth-of-markup.ts';
import { lookAtSession } from '../../tests/markdown-fuzz/look-at-session.ts';
import { oddTexts, sessionOf } from '../../tests/markdown-fuzz/odd-session.ts';
import { launchChromium } from '../../tests/setup/launch-chromium.ts';

/** The maximum nesting of elements in one message; a browser's own limit is a few hundred more. */
const DEEPEST = 120;
/** The limit for one text on its own. CPU milliseconds. */
const SLOW = 3_000;
const LONGEST = { alone: 100_000, inChat: 40_000 };
const FIRST_PORT = 18_600;

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' },
    each: { type: 'string', default: '200' },
    browser: { type: 'boolean', default: false },
  },
});
const [count, seed, first, each] = [Number(values.count), Number(values.seed), Number(values.from), Number(values.each)];
const figures = { texts: 0, missing: 0, tooDeep: 0, slow: 0, died: 0, deepest: 0, slowest: 0, characters: 0, seconds: 0 };
const startedAt = Date.now();
const actions = fakeActions({});

function find(what: 'missing' | 'tooDeep' | 'slow' | 'died', where: string): void {
  figures[what] += 1;
  console.log(`${what}: seed ${seed}, ${where}`);
}

function drawAlone(index: number): void {
  for (const { text, words } of oddTexts(seed, index, 1, LONGEST.alone)) {
    const began = process.cpuUsage();
    const markup = renderToStaticMarkup(
      createElement(ReadyWorkbench, { actions, ...{ children: createElement(MarkdownBlock, { text }) } }),
    );
    const took = process.cpuUsage(began).user / 1_000;
    const depth = depthOfMarkup(markup);
    figures.characters += text.length;
    figures.deepest = Math.max(figures.deepest, depth);
    figures.slowest = Math.max(figures.slowest, Math.round(took));
    if (words.some((word) => !markup.includes(word))) find('missing', `text ${index}`);
    if (depth > DEEPEST) find('tooDeep', `text ${index}: ${depth}`);
    if (took > SLOW) find('slow', `text ${index}: ${Math.round(took)} ms for ${text.length} characters`);
  }
}

async function drawInChat(): Promise<void> {
  const server = await startAppServer({}, FIRST_PORT);
  const browser = await launchChromium();
  for (let from = first; from < first + count; from += each) {
    const texts = oddTexts(seed, from, Math.min(each, first + count - from), LONGEST.inChat);
    const words = texts.flatMap((text) => text.words);
    // A browser keeps everything that was imported, so each session has its own context.
    const context = await browser.newContext();
    const page = await context.newPage();
    try {
      const file = sessionOf(
        `Odd ${from}`,
        texts.map(({ text }) => text),
      );
      const looks = await lookAtSession(page, server.appOrigin, file, words);
      for (const { missing, deepest, drawing, isPlain } of looks) {
        figures.deepest = Math.max(figures.deepest, deepest);
        figures.slowest = Math.max(figures.slowest, drawing);
        for (const word of missing) find('missing', word);
        if (deepest > DEEPEST) find('tooDeep', `texts from ${from}: ${deepest}`);
        if (isPlain) find('died', `texts from ${from}: shown as text`);
      }
    } catch (error) {
      find('died', `texts from ${from}: ${String(error).split('\n')[0]}`);
    }
    await context.close();
    figures.texts += texts.length;
    figures.characters += texts.reduce((sum, { text }) => sum + text.length, 0);
    console.log(`${figures.texts} texts, ${Math.round((Date.now() - startedAt) / 1000)} s`);
  }
  await browser.close();
  await server.stop();
}

if (values.browser) await drawInChat();
else
  for (let index = first; index < first + count; index += 1) {
    drawAlone(index);
    figures.texts += 1;
  }
figures.seconds = Math.round((Date.now() - startedAt) / 1000);
console.log(JSON.stringify(figures));
process.exitCode = figures.missing + figures.tooDeep + figures.slow + figures.died === 0 ? 0 : 1;
