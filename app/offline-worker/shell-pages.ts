import { NotWholeError } from 'devonz-engine-protocol/offline/offline-worker';
import { FORGET_PATH } from '../lib/forget/forget-address.ts';
import { VERSION_HEADER } from '../lib/offline/offline-address.ts';

/** The path that represents every chat: the server's page is the same for all chats and names none of them. */
const ANY_CHAT = '/chat/any';

/** The pages that open without a network, by the address under which they are stored. */
const KEPT_PAGES = ['/', ANY_CHAT, '/doctor', FORGET_PATH];

/** Returns the address of the stored page for this path, or null if there is none. */
export function keptPageFor(path: string): string | null {
  if (/^\/chat\/[\w-]{1,100}$/.test(path)) return ANY_CHAT;
  return KEPT_PAGES.includes(path) ? path : null;
}

/** Stores the complete pages. Rejects if one of them belongs to another build. */
export async function addShellPages(cache: Pick<Cache, 'put'>, version: string, fetchPage: typeof fetch): Promise<void> {
  for (const path of KEPT_PAGES) {
    const page = await fetchPage(path, { redirect: 'error', cache: 'no-store' }).catch(() => null);
    if (page?.status !== 200 || page.headers.get(VERSION_HEADER) !== version) throw new NotWholeError(path);
    await cache.put(path, page);
  }
}

/** Returns the stored page as a response, with a new nonce. */
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
