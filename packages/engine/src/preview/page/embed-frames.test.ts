// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { embedFrames } from './embed-frames.ts';

/** The page's document in the running test. */
let document: Document;

const VIDEO = 'https://video.example/embed/1';

/** Creates a page at a preview's URL; `said` collects its console output. */
function previewPage(hasCredentialless: boolean) {
  const said: string[] = [];
  class Frame extends HTMLIFrameElement {}
  if (hasCredentialless) Object.defineProperty(Frame.prototype, 'credentialless', { value: false });
  Object.defineProperty(Frame, Symbol.hasInstance, { value: (value: unknown) => value instanceof HTMLIFrameElement });
  const { MutationObserver, Element } = globalThis;
  const place = new URL('http://p3000-x.run.ide.localhost:8788/page');
  // A separate document, which loads nothing.
  document = new DOMParser().parseFromString('<body></body>', 'text/html');
  Object.defineProperty(document, 'baseURI', { value: place.href });
  const page = {
    document,
    location: place,
    HTMLIFrameElement: Frame,
    MutationObserver,
    Element,
    console: { error: (text: string) => said.push(text) },
  };
  // The members of a window that are used.
  return { page: page as unknown as Window & typeof globalThis, said };
}

const credentialless = () =>
  [...document.querySelectorAll('iframe')].map((frame) => [frame.getAttribute('src'), frame.hasAttribute('credentialless')]);
/** Waits for observers, which are called in their own task. */
const settled = () => new Promise((resolve) => setTimeout(resolve));

describe('frames of other sites', () => {
  it('are shown without the user’s cookies, however they come into the page', async () => {
    const { page } = previewPage(true);
    embedFrames(page);
    document.body.innerHTML = `<div><iframe src="${VIDEO}"></iframe></div><iframe></iframe>`;
    await settled();
    document.querySelectorAll('iframe')[1]?.setAttribute('src', '//maps.example/');
    await settled();
    expect(credentialless()).toEqual([
      [VIDEO, true],
      ['//maps.example/', true],
    ]);
  });

  it('are no frames of the preview, of its other programs, of text or of nothing', async () => {
    const { page } = previewPage(true);
    embedFrames(page);
    const own = [
      '/a',
      'http://p4000-x.run.ide.localhost:8788/',
      'http://localhost:4000/',
      'http://p3000-x.run.ide.localhost:4000/',
      'about:blank',
      'data:text/html,x',
    ];
    document.body.innerHTML = `${own.map((address) => `<iframe src="${address}"></iframe>`).join('')}<iframe srcdoc="x"></iframe>`;
    await settled();
    expect(credentialless().filter(([, isOpen]) => isOpen)).toEqual([]);
  });

  it('are explained once on the console of a browser that cannot show them', async () => {
    const { page, said } = previewPage(false);
    embedFrames(page);
    for (let count = 0; count < 2; count += 1) {
      document.body.innerHTML = `<iframe src="${VIDEO}"></iframe>`;
      await settled();
    }
    expect(said).toEqual([expect.stringMatching(/^https:\/\/video\.example\/embed\/1 is not shown here: .*Cross-Origin-Embedder-Policy/)]);
  });
});
