import { NotWholeError } from 'devonz-engine-protocol/offline/offline-worker';
import { FORGET_PATH } from '../lib/forget/forget-address.ts';
import { VERSION_HEADER } from '../lib/offline/offline-address.ts';

/** Stands for every chat: the server's page is the same for each, and names none. */
const ANY_CHAT = '/chat/any';

/** The pages that open without a network, by the address they are kept under. */
const KEPT_PAGES = ['/', ANY_CHAT, '/doctor', FORGET_PATH];

/** The kept page that stands for this path; null: none does. */
export function keptPageFor(path: string): string | null {
  if (/^\/chat\/[\w-]{1,100}$/.test(path)) return ANY_CHAT;
  return KEPT_PAGES.includes(path) ? path : null;
}

/** Keeps the pages, whole. Rejects when one of them is not this build's own. */
export async function addShellPages(cache: Pick<Cache, 'put'>, version: string, fetchPage: typeof fetch): Promise<void> {
  for (const path of KEPT_PAGES) {
    const page = await fetchPage(path, { redirect: 'error', cache: 'no-store' }).catch(() => null);
    if (page?.status !== 200 || page.headers.get(VERSION_HEADER) !== version) throw new NotWholeError(path);
    await cache.put(path, page);
  }
}

/** The kept page as an answer, with a nonce that no page has had. */
export async function shellResponse(kept: Response, createNonce: () => string): Promise<Response> {
  const headers = new Headers(kept.headers);
  const policy = headers.get('content-security-policy') ?? '';
  const nonce = /'nonce-([\w+/=-]+)'/.exec(policy)?.[1];
  const source = await kept.text();
  if (nonce === undefined) return new Response(source, { headers });
  const fresh = createNonce();
  headers.set('content-security-policy', policy.replaceAll(nonce, fresh));
  return new Response(source.replaceAll(nonce, fresh), { headers });
}
