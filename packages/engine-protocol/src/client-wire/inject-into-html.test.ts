import { describe, expect, test } from 'vitest';
import { injectIntoHtml } from './inject-into-html.ts';

async function inject(html: string, size = 7): Promise<string> {
  const bytes = new TextEncoder().encode(html);
  const source = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size));
      controller.close();
    },
  });
  return new Response(source.pipeThrough(injectIntoHtml('[S]')) as ReadableStream<Uint8Array<ArrayBuffer>>).text();
}

describe('injectIntoHtml', () => {
  test.each([
    ['<!doctype html><html><head><title>é</title></head></html>', '<!doctype html><html><head>[S]<title>é</title></head></html>'],
    ['<HTML><HEAD lang="a>b">x', '<HTML><HEAD lang="a>b">[S]x'],
    ['<!DOCTYPE html>\n<title>a</title><header>h</header><p>x', '<!DOCTYPE html>\n[S]<title>a</title><header>h</header><p>x'],
    ['<html lang="en"><body>x</body></html>', '<html lang="en">[S]<body>x</body></html>'],
    ['plain', '[S]plain'],
    ['', '[S]'],
  ])('%j becomes %j, however it is cut', async (html, expected) => {
    for (const size of [1, 7, 1000]) expect(await inject(html, size)).toBe(expected);
  });

  test('a page that never shows its head is not held back for ever', async () => {
    const long = `<!doctype html>${'x'.repeat(100_000)}`;
    expect(await inject(long, 4096)).toBe(`<!doctype html>[S]${'x'.repeat(100_000)}`);
  });
});
