import { t } from '../../i18n/t.ts';
import { OutboundFailure, type OutboundOpened, type SendOutbound } from '../../outbound/open-outbound.ts';
import { errorMessage } from '../../protocol/error-message.ts';
import { OUTBOUND_LIMITS } from '../../protocol/outbound/outbound-envelope.ts';
import type { ImportSource } from '../import/import-source.ts';
import type { Repository, RepositoryPlace } from './repository-address.ts';

/** How a user gets a repository into the browser. */
export interface CloneActions {
  /** Downloads the repository's files as an archive and writes nothing. Never rejects. */
  fetchRepository(repository: Repository, signal: AbortSignal): Promise<FetchedRepository>;
}

export type FetchedRepository = { ok: true; source: ImportSource } | { ok: false; why: string };

/** Other hosts of the same provider to which a moved repository may redirect. */
const REDIRECTS: Readonly<Record<string, readonly string[]>> = {
  'codeload.github.com': ['github.com', 'codeload.github.com'],
  'gitlab.com': ['gitlab.com'],
};
const MOST_REDIRECTS = 3;
const MEGABYTE = 1024 * 1024;

type Answer =
  | { kind: 'archive'; file: Blob }
  | { kind: 'missing' }
  /** A full sentence. */
  | { kind: 'failed'; why: string };

/** `send` is null if this server relays no requests. The user's click is the consent, for this host and this archive only. */
export function createRepositoryFetcher(send: SendOutbound | null): CloneActions {
  return {
    async fetchRepository(repository, signal) {
      if (send === null)
        return {
          ok: false,
          why: t('This server passes no requests on to {host}. Download its zip in another tab and import that.', {
            host: repository.host,
          }),
        };
      for (const place of repository.candidates) {
        const answer = await askFor(place.archive, { repository, send, signal });
        if (answer.kind === 'archive') return { ok: true, source: sourceOf(repository, place, answer.file) };
        if (answer.kind === 'failed') return { ok: false, why: answer.why };
      }
      return { ok: false, why: missingText(repository) };
    },
  };
}

function sourceOf({ name }: Repository, { folder }: RepositoryPlace, file: Blob): ImportSource {
  const last = folder.split('/').at(-1) ?? '';
  return { type: 'zip', name: folder === '' ? name : last, file, ...(folder === '' ? {} : { folder }) };
}

function missingText({ title, candidates: [first] }: Repository): string {
  const branch = first?.branch ?? null;
  return branch === null
    ? t('There is no public repository {title}: it may be private, or spelled differently.', { title })
    : t('There is no public repository {title} with a branch {branch}: it may be private, or spelled differently.', { title, branch });
}

interface Errand {
  repository: Repository;
  send: SendOutbound;
  signal: AbortSignal;
}

async function askFor(address: string, errand: Errand): Promise<Answer> {
  const { repository, signal } = errand;
  let next = address;
  try {
    for (let hop = 0; hop <= MOST_REDIRECTS; hop += 1) {
      const answer = await askOnce(next, errand);
      if (answer.kind !== 'elsewhere') return answer;
      next = answer.to;
    }
    return { kind: 'failed', why: t('{host} leads from one address to the next for {title}.', repository) };
  } catch (error) {
    if (signal.aborted) return { kind: 'failed', why: t('It was cancelled.') };
    return { kind: 'failed', why: failureText(error, repository) };
  }
}

async function askOnce(address: string, errand: Errand): Promise<Answer | { kind: 'elsewhere'; to: string }> {
  const { repository, send, signal } = errand;
  const left = new AbortController();
  try {
    const asked = AbortSignal.any([signal, left.signal]);
    const opened = await send({ url: address, method: 'GET', headers: [['user-agent', 'devonz']] }, new Uint8Array(0), asked);
    const { status } = opened.head;
    if (status < 300 || status >= 400) return await answerOf(opened, errand);
    const to = redirectOf(opened, address);
    if (to === null || !(REDIRECTS[repository.host] ?? []).includes(to.hostname))
      return { kind: 'failed', why: t('{host} leads elsewhere for {title}. Download its zip in another tab and import that.', repository) };
    return { kind: 'elsewhere', to: to.href };
  } finally {
    // This cancels a body that nobody reads, and frees its slot among the requests that may run at once.
    left.abort();
  }
}

function redirectOf({ head }: OutboundOpened, from: string): URL | null {
  const location = headerOf(head.headers, 'location');
  if (location === null || !URL.canParse(location, from)) return null;
  const to = new URL(location, from);
  return to.protocol === 'https:' ? to : null;
}

async function answerOf(opened: OutboundOpened, { repository: { host, title } }: Errand): Promise<Answer> {
  const { status, headers } = opened.head;
  if (status === 404 || status === 401) return { kind: 'missing' };
  const isLimited =
    status === 429 || (status === 403 && (headerOf(headers, 'x-ratelimit-remaining') === '0' || headerOf(headers, 'retry-after') !== null));
  if (isLimited) return { kind: 'failed', why: limitedText(host, headers) };
  if (status !== 200)
    return {
      kind: 'failed',
      why: t('{host} answered with the status {status} for {title}. Try again, or: Download its zip in another tab and import that.', {
        host,
        status,
        title,
      }),
    };
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for (let part = await opened.read(); part !== null; part = await opened.read()) {
    bytes += part.byteLength;
    if (bytes > OUTBOUND_LIMITS.answerBody) return { kind: 'failed', why: tooLargeText(title) };
    parts.push(part);
  }
  return { kind: 'archive', file: new Blob(parts, { type: 'application/zip' }) };
}

function tooLargeText(title: string): string {
  return t(
    '{title} is larger than the {megabytes} MB that this server passes on. Name a smaller branch, or: Download its zip in another tab and import that.',
    { title, megabytes: OUTBOUND_LIMITS.answerBody / MEGABYTE },
  );
}

function limitedText(host: string, headers: readonly (readonly [string, string])[]): string {
  const seconds = Number(headerOf(headers, 'retry-after'));
  if (!Number.isFinite(seconds) || seconds <= 0)
    return t('{host} answers no more requests of this server for now. Download its zip in another tab and import that.', { host });
  return t(
    '{host} answers no more requests of this server for now (again in {minutes} min). Download its zip in another tab and import that.',
    {
      host,
      minutes: Math.ceil(seconds / 60),
    },
  );
}

function headerOf(headers: readonly (readonly [string, string])[], wanted: string): string | null {
  return headers.find(([name]) => name.toLowerCase() === wanted)?.[1] ?? null;
}

function failureText(error: unknown, { host, title }: Repository): string {
  if (error instanceof OutboundFailure && error.code !== 'ECONNRESET')
    return t('{host} could not be reached: {error}.', { host, error: errorMessage(error) });
  // If an answer is too large, the server cuts it off in the middle, which looks like a lost connection.
  return t(
    'The answer of {host} was broken off: the connection was lost, or {title} is larger than the {megabytes} MB that this server passes on. Try again, or: Download its zip in another tab and import that.',
    { host, title, megabytes: OUTBOUND_LIMITS.answerBody / MEGABYTE },
  );
}
