import { Readable } from 'node:stream';
import { type ZipAttributes, zipSync } from 'fflate';
import { afterEach, expect, test } from 'vitest';
import { webCryptoHasher } from '../../../app/lib/agent/testing/test-session.ts';
import { createSendOutbound } from '../../../app/lib/outbound/open-outbound.ts';
import { createRepositoryFetcher } from '../../../app/lib/project/clone/fetch-repository.ts';
import { readRepositoryAddress } from '../../../app/lib/project/clone/repository-address.ts';
import { createImportReader, importProblemText } from '../../../app/lib/project/import/import-reader.ts';
import { contentsIn } from '../../../app/lib/project/testing/contents-in.ts';
import { answerOutboundRequest } from '../../../app/server/outbound/answer-outbound-request.server.ts';
import { createOutboundLimits } from '../../../app/server/outbound/outbound-limits.server.ts';
import { type PlayedAnswer, type RepositoryHost, startRepositoryHost } from './repository-host.ts';

const GITHUB = 'https://codeload.github.com/acme/shop/zip/HEAD';
const MEGABYTE = 1024 * 1024;
const bytes = (text: string) => new TextEncoder().encode(text);
const mode = (bits: number): ZipAttributes => ({ os: 3, attrs: bits * 65_536 });

let host: RepositoryHost | null = null;

afterEach(async () => {
  await host?.stop();
  host = null;
});

/** Clones from the address that a user enters to the files of the project, through the app's own server. */
async function clone(address: string, answers: Readonly<Record<string, PlayedAnswer>>) {
  host = await startRepositoryHost(answers);
  const network = { fetch: host.fetch, ownHosts: ['ide.localhost'] };
  const limits = createOutboundLimits(() => 0);
  const request: typeof fetch = async (path, init) =>
    answerOutboundRequest(new Request(`http://ide.localhost${String(path)}`, init), { network, limits, client: 'one' });
  const fetcher = createRepositoryFetcher(createSendOutbound(request, async () => undefined));
  const read = readRepositoryAddress(address);
  if (!read.ok) throw new Error(read.why);
  const fetched = await fetcher.fetchRepository(read.repository, new AbortController().signal);
  if (!fetched.ok) return { why: fetched.why, files: {}, leftOut: {} };
  const reader = createImportReader(fetched.source, webCryptoHasher);
  try {
    const plan = await reader.plan({ withIgnored: false });
    const files: Record<string, string> = {};
    await reader.read(async (batch) => {
      const stored = await contentsIn([batch]);
      for (const { path, hash } of batch.files) files[path] = new TextDecoder().decode(stored.get(hash));
    });
    return { why: plan.refusal, files, leftOut: Object.fromEntries(plan.leftOut.map(({ reason, examples }) => [reason, examples])) };
  } catch (error) {
    return { why: importProblemText(error), files: {}, leftOut: {} };
  }
}

const gives =
  (archive: Uint8Array, headers: Record<string, string> = {}): PlayedAnswer =>
  (_request, response) =>
    response.writeHead(200, { 'content-type': 'application/zip', ...headers }).end(archive);

const leadsTo =
  (location: string): PlayedAnswer =>
  (_request, response) =>
    response.writeHead(302, { location }).end();

const refuses =
  (status: number, headers: Record<string, string> = {}): PlayedAnswer =>
  (_request, response) =>
    response.writeHead(status, headers).end('{"message":"API rate limit exceeded"}');

const SHOP = zipSync({ 'shop-main/package.json': bytes('{"name":"shop"}'), 'shop-main/src/größe.ts': bytes('export {};') });
const SHOP_FILES = { 'package.json': '{"name":"shop"}', 'src/größe.ts': 'export {};' };

test('a public repository of GitHub and one of GitLab come with their files', async () => {
  expect(await clone('acme/shop', { [GITHUB]: gives(SHOP) })).toEqual({ why: null, files: SHOP_FILES, leftOut: {} });
  await host?.stop();
  const gitlab = 'https://gitlab.com/api/v4/projects/acme%2Ftools%2Fshop/repository/archive.zip?sha=main';
  expect((await clone('https://gitlab.com/acme/tools/shop/-/tree/main', { [gitlab]: gives(SHOP) })).files).toEqual(SHOP_FILES);
});

test('one that was renamed is followed to where its archives are, and to no other host', async () => {
  const renamed = 'https://github.com/acme/store/archive/HEAD.zip';
  const archive = 'https://codeload.github.com/acme/store/zip/HEAD';
  const moved = { [GITHUB]: leadsTo(renamed), [renamed]: leadsTo(archive), [archive]: gives(SHOP) };
  expect((await clone('acme/shop', moved)).files).toEqual(SHOP_FILES);
  expect(host?.asked).toEqual([GITHUB, renamed, archive]);
  for (const elsewhere of ['https://evil.example/shop.zip', 'https://169.254.169.254/latest', 'http://codeload.github.com/shop.zip']) {
    await host?.stop();
    expect((await clone('acme/shop', { [GITHUB]: leadsTo(elsewhere) })).why).toMatch(
      /^codeload\.github\.com leads elsewhere for acme\/shop\./,
    );
    expect(host?.asked).toEqual([GITHUB]);
  }
});

test('one that is not there, or is private, is said to be so', async () => {
  expect((await clone('acme/shop', {})).why).toBe('There is no public repository acme/shop: it may be private, or spelled differently.');
  await host?.stop();
  const gitlab = 'https://gitlab.com/api/v4/projects/acme%2Fshop/repository/archive.zip';
  expect((await clone('https://gitlab.com/acme/shop', { [gitlab]: refuses(401) })).why).toMatch(
    /^There is no public repository acme\/shop/,
  );
});

test.each([
  ['by the hour', 403, { 'x-ratelimit-remaining': '0', 'retry-after': '600' }, ' (again in 10 min)'],
  ['by the minute', 403, { 'retry-after': '60' }, ' (again in 1 min)'],
  ['by its newer status', 429, {}, ''],
])('a limit %s of the host is named, with what to do', async (_title, status, headers, wait) => {
  expect((await clone('acme/shop', { [GITHUB]: refuses(status, headers) })).why).toBe(
    `codeload.github.com answers no more requests of this server for now${wait}. Download its zip in another tab and import that.`,
  );
});

test('one that is too large is refused, at once where the host says so', async () => {
  const said: PlayedAnswer = (_request, response) =>
    response.writeHead(200, { 'content-length': String(200 * MEGABYTE) }).write(new Uint8Array(1_000));
  expect((await clone('acme/shop', { [GITHUB]: said })).why).toMatch(/larger than the 100 MB/);
  await host?.stop();
  const endless: PlayedAnswer = (_request, response) =>
    Readable.from(Array.from({ length: 101 }, () => new Uint8Array(MEGABYTE)))
      .pipe(response)
      .on('error', () => undefined);
  expect((await clone('acme/shop', { [GITHUB]: endless })).why).toMatch(/larger than the 100 MB/);
});

test('one whose connection is cut in the middle brings nothing in', async () => {
  const cut: PlayedAnswer = (_request, response) => {
    response.writeHead(200, { 'content-length': String(SHOP.byteLength) });
    response.write(SHOP.subarray(0, 40), () => response.destroy());
  };
  const { why, files } = await clone('acme/shop', { [GITHUB]: cut });
  expect([why, files]).toEqual([expect.stringMatching(/was broken off: .* Try again/), {}]);
});

test('an archive that ends too early, and one that is a tarball, are said to be no zip', async () => {
  const gzip = new Uint8Array([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, ...new Uint8Array(60)]);
  for (const archive of [SHOP.subarray(0, SHOP.byteLength - 30), gzip]) {
    expect((await clone('acme/shop', { [GITHUB]: gives(archive) })).why).toBe('The archive is damaged, or is not a zip file.');
    await host?.stop();
  }
});

test('paths that lead out of the project, links out of it and repositories in it stay outside', async () => {
  const hostile = zipSync({
    'shop-main/ok.ts': bytes('ok'),
    'shop-main/../../etc/passwd': bytes('root'),
    'shop-main/..\\..\\run.bat': bytes('bat'),
    '/etc/cron.d/job': bytes('job'),
    'C:/Windows/run.bat': bytes('bat'),
    'shop-main/.git/hooks/post-checkout': bytes('hook'),
    'shop-main/secrets': [bytes('../../../.ssh/id_rsa'), mode(0o120777)],
    'shop-main/__proto__/polluted': bytes('p'),
  });
  const { files, leftOut } = await clone('acme/shop', { [GITHUB]: gives(hostile) });
  expect(Object.keys(files).every((path) => path.endsWith('ok.ts') || path.endsWith('polluted'))).toBe(true);
  expect(Object.values(files)).toContain('ok');
  expect(Object.keys(leftOut).sort()).toEqual(['git', 'name', 'outside']);
});
