import type { OutsidePage, OutsidePages } from '../agent/contract/tool-ports.ts';
import { errorMessage } from '../protocol/error-message.ts';
import { reasonText } from '../protocol/texts/reason.ts';
import type { HostAnswer } from './host-questions.ts';
import { OutboundFailure, type OutboundOpened, type SendOutbound } from './open-outbound.ts';
import { readOutboundAddress } from './outbound-address.ts';

export const PAGE_LIMITS = { bytes: 2 * 1024 * 1024, redirects: 5, milliseconds: 20_000 } as const;

export interface PageReaderDependencies {
  /** Asks the user about a host; `away` if there is no runtime with a relay. */
  ask(host: string, signal: AbortSignal): Promise<HostAnswer | 'muted' | 'away'>;
  send: SendOutbound;
  ownHosts: readonly string[];
  pause(milliseconds: number): Promise<void>;
}

/** Texts for the model that complete a sentence about the page. */
const REFUSALS: Readonly<Record<Exclude<HostAnswer | 'muted' | 'away', 'allowed'>, string>> = {
  denied: 'the user has denied this host to this project. Do without it',
  'too-many': 'several hosts wait for the user’s answer already. Try again later',
  muted: 'the user is not asked about new hosts in this project. Do without it',
  withdrawn: 'it was called off',
  away: 'the project’s runtime is not there, or passes nothing on to other hosts',
};
const TEXT = /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml|yaml|toml|javascript|ecmascript|x-sh|sql))/;
const ASKED_FOR = 'text/markdown, text/html;q=0.9, text/plain;q=0.8, */*;q=0.5';

/** Reads pages through the server like programs' requests: the user must allow each host, including those of redirects. */
export function createPageReader(dependencies: PageReaderDependencies): OutsidePages {
  return {
    async read(address, signal) {
      let next = address;
      for (let hop = 0; hop <= PAGE_LIMITS.redirects; hop += 1) {
        const read = readOutboundAddress(next, dependencies.ownHosts);
        if (!read.ok) return { ok: false, why: reasonText(read.reason) };
        const answer = await dependencies.ask(read.host, signal);
        if (answer !== 'allowed') return { ok: false, why: REFUSALS[answer] };
        const got = await get(read.url, dependencies, signal);
        if (!('redirect' in got)) return got;
        if (!URL.canParse(got.redirect, read.url)) return { ok: false, why: 'it leads to an address that is none' };
        next = new URL(got.redirect, read.url).href;
      }
      return { ok: false, why: `it leads elsewhere more than ${PAGE_LIMITS.redirects} times` };
    },
  };
}

async function get(url: URL, { send, pause }: PageReaderDependencies, stop: AbortSignal): Promise<OutsidePage | { redirect: string }> {
  const abort = new AbortController();
  const end = () => abort.abort();
  stop.addEventListener('abort', end, { once: true });
  let isLate = false;
  void pause(PAGE_LIMITS.milliseconds).then(() => {
    isLate = true;
    end();
  });
  try {
    const request = { url: url.href, method: 'GET', headers: [['accept', ASKED_FOR] as [string, string]] };
    return await readPage(url, await send(request, new Uint8Array(0), abort.signal), () => isLate);
  } catch (error) {
    if (isLate) return { ok: false, why: `it took longer than ${PAGE_LIMITS.milliseconds / 1000} s` };
    return { ok: false, why: error instanceof OutboundFailure ? errorMessage(error) : 'its answer was broken off' };
  } finally {
    stop.removeEventListener('abort', end);
    // Stops loading a long page after the part that is read.
    end();
  }
}

async function readPage(url: URL, opened: OutboundOpened, isLate: () => boolean): Promise<OutsidePage | { redirect: string }> {
  const { status, headers } = opened.head;
  const header = (name: string) => headers.find(([key]) => key.toLowerCase() === name)?.[1] ?? '';
  const location = header('location');
  if (status >= 300 && status < 400 && location !== '') return { redirect: location };
  if (status >= 300) return { ok: false, why: `it answered with the status ${status}` };
  const contentType = header('content-type').toLowerCase();
  const isHtml = /html/.test(contentType);
  if (contentType !== '' && !isHtml && !TEXT.test(contentType)) return { ok: false, why: 'it is no text' };
  const { bytes, isCut } = await readBytes(opened);
  if (isLate()) throw new Error('late');
  const text = decoded(bytes, contentType);
  if (text.includes('\0')) return { ok: false, why: 'it is no text' };
  if (!isHtml) return { ok: true, url: url.href, text, isCut };
  const { htmlToMarkdown } = await import('./html-to-markdown.ts');
  return { ok: true, url: url.href, text: htmlToMarkdown(text, url.href), isCut };
}

async function readBytes(opened: OutboundOpened): Promise<{ bytes: Uint8Array; isCut: boolean }> {
  const bytes = new Uint8Array(PAGE_LIMITS.bytes);
  let length = 0;
  for (;;) {
    const chunk = await opened.read();
    if (chunk === null) return { bytes: bytes.subarray(0, length), isCut: false };
    const taken = chunk.subarray(0, bytes.byteLength - length);
    bytes.set(taken, length);
    length += taken.byteLength;
    if (taken.byteLength < chunk.byteLength) return { bytes, isCut: true };
  }
}

/** Decodes text by the charset that the host or the page names; as UTF-8 if browsers do not know it. */
function decoded(bytes: Uint8Array, contentType: string): string {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 2_048));
  const named = /charset=["']?([\w-]+)/.exec(contentType)?.[1] ?? /<meta[^>]{0,200}charset=["']?([\w-]+)/i.exec(start)?.[1];
  try {
    return new TextDecoder(named ?? 'utf-8').decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
