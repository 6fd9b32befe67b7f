import { FRAME_POLICY } from 'devonz-engine-protocol/frame-policy';
import { LOOK_AT_PAGE } from 'devonz-engine-protocol/page-look';
import type { Clock } from '../agent/contract/ports.ts';
import type { PreviewLook, PreviewPages } from '../agent/contract/tool-ports.ts';
import { type PageLook, pageLookSchema } from '../protocol/project-facts/page-look.ts';
import { settledLook } from './settled-look.ts';

/** A server's page: where it is for the IDE. */
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

/** What a page of ours may send to the IDE's before it is taken out. */
const MOST_MESSAGES = 50;
/** How long a page has to answer. Milliseconds. */
const ANSWER_MS = 1_500;
const SIZE = { width: 1_280, height: 800 };

/** Asks the pages of the previews what they show, by the script that is first in each of them. */
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
      // Whether the user's own frame has loaded is not known; it answers then.
      if (shown !== null) return await settledLook({ ask: () => askPage(shown, origin), hasLoaded: () => false }, signal, clock);
      return await lookInOwnFrame(document, new URL(path ?? '/', preview.url).href, { origin, signal, clock });
    },
  };
}

/** The frame in which the user has a page of that server. */
function shownFrame(document: Document, origin: string): HTMLIFrameElement | null {
  const frames = [...document.querySelectorAll('iframe')];
  return frames.find((frame) => frame.title === 'Preview' && frame.src !== '' && new URL(frame.src).origin === origin) ?? null;
}

/** Asks a page that only the agent looks at; what it does besides ends with the look, and at once when it floods the IDE with messages. */
async function lookInOwnFrame(document: Document, address: string, asking: Asking): Promise<PreviewLook> {
  const frame = ownFrame(document, address);
  const flood = new AbortController();
  let hasLoaded = false;
  frame.addEventListener('load', () => {
    hasLoaded = true;
  });
  let messages = 0;
  const count = (event: MessageEvent) => {
    // Once the frame is removed neither has a window any more.
    if (event.source !== frame.contentWindow) return;
    // Nobody else is to take them for messages of the page that the user sees.
    event.stopImmediatePropagation();
    if (++messages <= MOST_MESSAGES) return;
    frame.remove();
    flood.abort();
  };
  document.defaultView?.addEventListener('message', count, true);
  try {
    const page = { ask: () => askPage(frame, asking.origin), hasLoaded: () => hasLoaded };
    const found = await settledLook(page, AbortSignal.any([asking.signal, flood.signal]), asking.clock);
    return flood.signal.aborted ? { ok: false, why: 'it sent messages without end and was taken out' } : found;
  } finally {
    frame.remove();
    await messagesHeard();
    document.defaultView?.removeEventListener('message', count, true);
  }
}

/** Resolves once the messages that wait already have been heard. */
function messagesHeard(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

/** A page of our own, laid out but not shown; nothing in it can take the focus. */
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

/** Null: no answer in time, or none that can be read. */
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
