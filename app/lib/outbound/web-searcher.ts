import type { OutsidePages, WebFindings, WebSearch } from '../agent/contract/tool-ports.ts';
import { apiErrorSchema } from '../protocol/chat-request.ts';
import { OWN_REQUEST_HEADER } from '../protocol/own-request.ts';
import { LONGEST_QUERY, WEB_SEARCH_PATH, webSearchAnswerSchema } from '../protocol/web-search.ts';
import { readSearchResults } from './read-search-results.ts';

export interface WebSearcherDependencies {
  /** Returns the model in use, and whether its provider offers web search. */
  model(): { id: string; searchesWeb: boolean };
  /** Returns the endpoint that the user has set, with `%s` for the query; empty if there is none. */
  endpoint(): string;
  /** `null` if no requests are forwarded to other hosts. */
  pages: OutsidePages | null;
  request: typeof fetch;
}

/** Searches with the provider of the model in use, or else with the user's endpoint. */
export function createWebSearcher(dependencies: WebSearcherDependencies): WebSearch {
  const { model, endpoint, pages } = dependencies;
  return {
    isAvailable: () => model().searchesWeb || (pages !== null && endpoint() !== ''),
    search(query, signal) {
      const words = query.slice(0, LONGEST_QUERY);
      const { id, searchesWeb } = model();
      if (searchesWeb) return searchByProvider(id, words, dependencies.request, signal);
      if (pages === null || endpoint() === '') return Promise.resolve({ ok: false, why: 'neither the model nor an endpoint searches' });
      return searchByEndpoint(endpoint(), words, pages, signal);
    },
  };
}

async function searchByProvider(modelId: string, query: string, request: typeof fetch, signal: AbortSignal): Promise<WebFindings> {
  let response: Response;
  try {
    response = await request(WEB_SEARCH_PATH, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [OWN_REQUEST_HEADER]: '1' },
      body: JSON.stringify({ modelId, query }),
      cache: 'no-store',
      signal,
    });
  } catch (error) {
    if (signal.aborted) throw error;
    return { ok: false, why: 'the server of this page cannot be reached' };
  }
  const body: unknown = await response.json().catch(() => null);
  if (!response.ok) {
    const refusal = apiErrorSchema.safeParse(body);
    return { ok: false, why: refusal.success ? refusal.data.error.message.replace(/\.$/, '') : `the server answered ${response.status}` };
  }
  const answer = webSearchAnswerSchema.safeParse(body);
  if (!answer.success) return { ok: false, why: 'the server’s answer was not one' };
  const { text, sources, usage } = answer.data;
  return { ok: true, text, sources, asked: { modelId, usage } };
}

async function searchByEndpoint(endpoint: string, query: string, pages: OutsidePages, signal: AbortSignal): Promise<WebFindings> {
  const page = await pages.read(endpoint.replaceAll('%s', encodeURIComponent(query)), signal);
  return page.ok ? { ok: true, ...readSearchResults(page.text) } : { ok: false, why: `the search endpoint was not read: ${page.why}` };
}
