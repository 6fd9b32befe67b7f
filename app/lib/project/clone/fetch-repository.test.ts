import { expect, test } from 'vitest';
import { OutboundFailure, type SendOutbound } from '../../outbound/open-outbound.ts';
import { createRepositoryFetcher } from './fetch-repository.ts';
import { type Repository, readRepositoryAddress } from './repository-address.ts';

interface PlayedAnswer {
  status: number;
  headers?: [string, string][];
  body?: (Uint8Array<ArrayBuffer> | Error)[];
}

/** A relay that returns these answers of hosts, by address; other addresses fail. */
function relay(answers: Record<string, PlayedAnswer | OutboundFailure>) {
  const asked: string[] = [];
  const send: SendOutbound = async ({ url }, _body, signal) => {
    signal.throwIfAborted();
    asked.push(url);
    const answer = answers[url];
    if (answer === undefined) throw new Error(`nobody plays ${url}`);
    if (answer instanceof OutboundFailure) throw answer;
    const parts = [...(answer.body ?? [])];
    return {
      head: { status: answer.status, reason: '', headers: answer.headers ?? [] },
      async read() {
        const part = parts.shift() ?? null;
        if (part instanceof Error) throw part;
        return part;
      },
    };
  };
  return { asked, fetcher: createRepositoryFetcher(send) };
}

function repository(address: string): Repository {
  const read = readRepositoryAddress(address);
  if (!read.ok) throw new Error(read.why);
  return read.repository;
}

const bytes = (text: string) => new TextEncoder().encode(text);
const HEAD = 'https://codeload.github.com/a/shop/zip/HEAD';
const going = () => new AbortController().signal;

async function whyNot(answer: PlayedAnswer | OutboundFailure): Promise<string> {
  const fetched = await relay({ [HEAD]: answer }).fetcher.fetchRepository(repository('a/shop'), going());
  return fetched.ok ? 'it was fetched' : fetched.why;
}

test('a repository comes as a zip that is called after it', async () => {
  const { fetcher } = relay({ [HEAD]: { status: 200, body: [bytes('PK'), bytes('zip')] } });
  const fetched = await fetcher.fetchRepository(repository('a/shop'), going());
  if (!fetched.ok || fetched.source.type !== 'zip') throw new Error('It is no zip.');
  expect([fetched.source.name, await fetched.source.file.text(), 'folder' in fetched.source]).toEqual(['shop', 'PKzip', false]);
});

test('where a branch ends and the folder begins is found out by asking', async () => {
  const { fetcher, asked } = relay({
    'https://codeload.github.com/a/shop/zip/fix': { status: 404 },
    'https://codeload.github.com/a/shop/zip/fix/cart': { status: 200, body: [bytes('zip')] },
  });
  const fetched = await fetcher.fetchRepository(repository('https://github.com/a/shop/tree/fix/cart/apps/web'), going());
  expect(fetched).toMatchObject({ ok: true, source: { name: 'web', folder: 'apps/web' } });
  expect(asked).toHaveLength(2);
});

test('a repository that has moved is followed within its host, and nowhere else', async () => {
  const moved = 'https://github.com/b/shop/archive/HEAD.zip';
  const { fetcher } = relay({
    [HEAD]: { status: 301, headers: [['Location', moved]] },
    [moved]: { status: 200, body: [bytes('zip')] },
  });
  expect((await fetcher.fetchRepository(repository('a/shop'), going())).ok).toBe(true);
  const elsewhere = 'codeload.github.com leads elsewhere for a/shop. Download its zip in another tab and import that.';
  expect(await whyNot({ status: 302, headers: [['location', 'https://evil.example/x.zip']] })).toBe(elsewhere);
  expect(await whyNot({ status: 302, headers: [['location', 'http://github.com/x.zip']] })).toBe(elsewhere);
  expect(await whyNot({ status: 302, headers: [['location', HEAD]] })).toMatch(/leads from one address to the next/);
});

test('what keeps a repository from coming is said in words, with what to do', async () => {
  expect(await whyNot({ status: 404 })).toBe('There is no public repository a/shop: it may be private, or spelled differently.');
  expect(await whyNot({ status: 429, headers: [['retry-after', '90']] })).toBe(
    'codeload.github.com answers no more requests of this server for now (again in 2 min). Download its zip in another tab and import that.',
  );
  expect(await whyNot({ status: 503 })).toMatch(/^codeload\.github\.com answered with the status 503 for a\/shop\./);
  expect(await whyNot(new OutboundFailure('ECONNRESET', 'its answer is larger than the 100 MB that this server passes on'))).toMatch(
    /^The answer of codeload\.github\.com was broken off: .* larger than the 100 MB/,
  );
  expect(await whyNot({ status: 200, body: [bytes('PK'), new Error('cut')] })).toMatch(/was broken off: .* Try again/);
  expect(await whyNot(new OutboundFailure('ETIMEDOUT', 'it did not answer within 100 s'))).toBe(
    'codeload.github.com could not be reached: it did not answer within 100 s.',
  );
});

test('a server without a relay says so, and how the files come in all the same', async () => {
  expect(await createRepositoryFetcher(null).fetchRepository(repository('a/shop'), going())).toEqual({
    ok: false,
    why: 'This server passes no requests on to codeload.github.com. Download its zip in another tab and import that.',
  });
});

test('what is cancelled asks for nothing more', async () => {
  const { fetcher, asked } = relay({});
  const stop = new AbortController();
  stop.abort();
  expect(await fetcher.fetchRepository(repository('a/shop'), stop.signal)).toEqual({ ok: false, why: 'It was cancelled.' });
  expect(asked).toEqual([]);
});
