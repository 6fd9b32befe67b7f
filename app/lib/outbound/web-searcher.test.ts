import { describe, expect, test } from 'vitest';
import type { OutsidePage } from '../agent/contract/tool-ports.ts';
import { createWebSearcher } from './web-searcher.ts';

const signal = new AbortController().signal;

function create(given: { searchesWeb?: boolean; endpoint?: string; page?: OutsidePage; answer?: Response }) {
  const asked: string[] = [];
  const searcher = createWebSearcher({
    model: () => ({ id: 'google:gemini', searchesWeb: given.searchesWeb === true }),
    endpoint: () => given.endpoint ?? '',
    pages:
      given.page === undefined
        ? null
        : {
            read: async (address) => {
              asked.push(address);
              return given.page ?? { ok: false, why: 'unscripted' };
            },
          },
    request: async (input, init) => {
      asked.push(`${String(input)} ${String(init?.body)}`);
      if (given.answer === undefined) throw new TypeError('Failed to fetch');
      return given.answer;
    },
  });
  return { searcher, asked };
}

const page = (text: string): OutsidePage => ({ ok: true, url: 'https://s.example/', text, isCut: false });

test('a model whose provider searches is asked, whatever endpoint there is', async () => {
  const answer = { text: 'found', sources: [{ title: 't', url: 'https://a.example/' }], usage: { inputTokens: 1 } };
  const { searcher, asked } = create({
    searchesWeb: true,
    endpoint: 'https://s.example/?q=%s',
    page: page(''),
    answer: Response.json(answer),
  });
  expect(searcher.isAvailable()).toBe(true);
  expect(await searcher.search('a b', signal)).toEqual({
    ok: true,
    text: 'found',
    sources: answer.sources,
    asked: { modelId: 'google:gemini', usage: { inputTokens: 1 } },
  });
  expect(asked).toEqual(['/api/search {"modelId":"google:gemini","query":"a b"}']);
});

test('a refusal of the server is given in its words, and a server that is away in ours', async () => {
  const refusal = Response.json({ error: { code: 'rate_limited', message: 'Google is limiting requests: slow down.' } }, { status: 429 });
  expect(await create({ searchesWeb: true, answer: refusal }).searcher.search('x', signal)).toEqual({
    ok: false,
    why: 'Google is limiting requests: slow down',
  });
  expect(await create({ searchesWeb: true }).searcher.search('x', signal)).toMatchObject({
    ok: false,
    why: expect.stringMatching(/cannot be reached/),
  });
  expect(await create({ searchesWeb: true, answer: Response.json({ text: 1 }) }).searcher.search('x', signal)).toMatchObject({ ok: false });
});

describe('an endpoint', () => {
  const result = { title: 'Vite', url: 'https://vite.dev/', content: 'Next generation' };

  test.each([
    ['a list', [result]],
    ['SearXNG', { query: 'x', results: [result, { title: 'no address' }, { url: 'javascript:alert(1)' }] }],
    ['Brave', { web: { results: [{ title: 'Vite', url: 'https://vite.dev/', description: 'Next generation' }] } }],
    ['Google', { items: [{ title: 'Vite', link: 'https://vite.dev/', snippet: 'Next generation' }] }],
  ])('in the shape of %s gives its results', async (_name, body) => {
    const { searcher, asked } = create({ endpoint: 'https://s.example/?q=%s', page: page(JSON.stringify(body)) });
    expect(await searcher.search('vite & co', signal)).toEqual({
      ok: true,
      text: '1. Vite\nhttps://vite.dev/\nNext generation',
      sources: [{ title: 'Vite', url: 'https://vite.dev/' }],
    });
    expect(asked).toEqual(['https://s.example/?q=vite%20%26%20co']);
  });

  test.each(['# A page in Markdown', '{"other": 1}', 'null', '[1, 2]', '{"results": {}}'])(
    'whose answer is %s loses nothing',
    async (text) => {
      const found = await create({ endpoint: 'https://s.example/?q=%s', page: page(text) }).searcher.search('x', signal);
      expect(found).toMatchObject({ ok: true, sources: [] });
    },
  );

  test('that the user has denied is a failure in words; without one, or without a relay, nobody searches', async () => {
    const denied = create({ endpoint: 'https://s.example/?q=%s', page: { ok: false, why: 'the user has denied this host' } });
    expect(await denied.searcher.search('x', signal)).toEqual({
      ok: false,
      why: 'the search endpoint was not read: the user has denied this host',
    });
    for (const given of [{}, { endpoint: 'https://s.example/?q=%s' }, { page: page('') }]) {
      const { searcher } = create(given);
      expect(searcher.isAvailable()).toBe(false);
      expect(await searcher.search('x', signal)).toMatchObject({ ok: false });
    }
  });
});
