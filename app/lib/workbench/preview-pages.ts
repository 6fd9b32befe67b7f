import { FRAME_POLICY } from 'devonz-engine-protocol/frame-policy';
import { LOOK_AT_PAGE } from 'devonz-engine-protocol/page-look';
import type { Clock } from '../agent/contract/ports.ts';
import type { PreviewLook, PreviewPages } from '../agent/contract/tool-ports.ts';
import { guardHiddenFrame } from '../iframes/guard-hidden-frame.ts';
import { type PageLook, pageLookSchema } from '../protocol/project-facts/page-look.ts';
import { settledLook } from './settled-look.ts';

/** A server's page, with its address in the IDE. */
export interface ShownPreview {
  port: number;
  url: string;
}

export interface PreviewPagesOptions {
  document: Document;
  previews(): readonly ShownPreview[];
  activePort(): number | null;
  clock: Pick<Clock, 'now' | 'sleep'>;
}

interface Asking {
  origin: string;
  signal: AbortSignal;
  clock: Pick<Clock, 'now' | 'sleep'>;
}

/** Milliseconds to wait for a page's answer. */
const ANSWER_MS = 1_500;
const SIZE = { width: 1_280, height: 800 };

/** Asks the previewed pages for their content, with the preview script that runs first in each page. */
export function createPreviewPages({ document, previews, activePort, clock }: PreviewPagesOptions): PreviewPages {
  return {
    ports() {
      const ports = previews().map(({ port }) => port);
      const active = activePort();
      return active !== null && ports.includes(active) ? [active, ...ports.filter((port) => port !== active)] : ports;
    },
    async look(port, path, signal) {
      const preview = previews().find((each) => each.port === port);
      if (preview === undefined) return { ok: false, why: 'its server has ended' };
      const origin = new URL(preview.url).origin;
      const shown = path === null ? shownFrame(document, origin) : null;
      // It is not known whether the user's own frame has loaded; if it has, it answers.
      if (shown !== null) return await settledLook({ ask: () => askPage(shown, origin), hasLoaded: () => false }, signal, clock);
      return await lookInOwnFrame(document, new URL(path ?? '/', preview.url).href, { origin, signal, clock });
    },
  };
}

/** Returns the frame in which the user sees a page of that server. */
function shownFrame(document: Document, origin: string): HTMLIFrameElement | null {
  const frames = [...document.querySelectorAll('iframe')];
  return frames.find((frame) => frame.title === 'Preview' && frame.src !== '' && new URL(frame.src).origin === origin) ?? null;
}

/** Opens and asks a page that only the agent sees. The page is removed afterwards, or at once if it floods the IDE with messages. */
async function lookInOwnFrame(document: Document, address: string, { origin, signal, clock }: Asking): Promise<PreviewLook> {
  const frame = ownFrame(document, address);
  const guard = guardHiddenFrame({ page: document.defaultView ?? window, frame, clock });
  let hasLoaded = false;
  frame.addEventListener('load', () => {
    hasLoaded = true;
  });
  try {
    const page = { ask: () => askPage(frame, origin), hasLoaded: () => hasLoaded };
    const found = await settledLook(page, AbortSignal.any([signal, guard.flood]), clock);
    return guard.flood.aborted ? { ok: false, why: 'it sent messages without end and was taken out' } : found;
  } finally {
    const ended = guard.end();
    // A flood's last messages may take longer than the agent should wait.
    if (!guard.flood.aborted) await ended;
  }
}

/** Creates a frame that has a layout but is invisible, and whose content cannot take the focus. */
function ownFrame(document: Document, address: string): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.title = 'Preview that the agent looks at';
  frame.src = address;
  frame.allow = FRAME_POLICY.preview.allow;
  frame.setAttribute('sandbox', FRAME_POLICY.preview.sandbox);
  frame.setAttribute('aria-hidden', 'true');
  frame.tabIndex = -1;
  frame.inert = true;
  Object.assign(frame.style, { position: 'fixed', left: '-10000px', top: '0', border: '0' });
  frame.style.width = `${SIZE.width}px`;
  frame.style.height = `${SIZE.height}px`;
  document.body.appendChild(frame);
  return frame;
}

/** Returns null if there is no valid answer in time. */
function askPage(frame: HTMLIFrameElement, origin: string): Promise<PageLook | null> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const finish = (look: PageLook | null) => {
      clearTimeout(timer);
      port1.close();
      resolve(look);
    };
    const timer = setTimeout(() => finish(null), ANSWER_MS);
    port1.onmessage = ({ data }: MessageEvent<unknown>) => finish(pageLookSchema.safeParse(data).data ?? null);
    frame.contentWindow?.postMessage({ type: LOOK_AT_PAGE }, origin, [port2]);
  });
}
