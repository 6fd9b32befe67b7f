import { z } from 'zod';
import type { WebSource } from '../protocol/web-search.ts';

const MOST_RESULTS = 20;
const LONGEST_EXCERPT = 600;
const LONGEST_TEXT = 20_000;

const text = z.string().catch('');
/** A result, with the field names that search endpoints use (SearXNG, Brave, Tavily, Google's JSON API). */
const resultSchema = z.object({
  title: text,
  url: text,
  link: text,
  href: text,
  content: text,
  description: text,
  snippet: text,
  body: text,
});
const list = z.array(resultSchema.catch({ title: '', url: '', link: '', href: '', content: '', description: '', snippet: '', body: '' }));
/** The places of the list in such a response. */
const answerSchema = z.union([
  list,
  z.object({ results: list }).transform(({ results }) => results),
  z.object({ web: z.object({ results: list }) }).transform(({ web }) => web.results),
  z.object({ items: list }).transform(({ items }) => items),
]);

/** Reads a search endpoint's response: results if it is JSON of a known format, otherwise its text. */
export function readSearchResults(answer: string): { text: string; sources: WebSource[] } {
  const results = resultsOf(answer);
  if (results === null) return { text: answer.slice(0, LONGEST_TEXT), sources: [] };
  const found = results
    .map((result) => ({
      title: result.title.slice(0, 300),
      url: result.url || result.link || result.href,
      excerpt: (result.content || result.description || result.snippet || result.body).slice(0, LONGEST_EXCERPT),
    }))
    .filter(({ url }) => /^https?:\/\//i.test(url) && url.length <= 4_000)
    .slice(0, MOST_RESULTS);
  const lines = found.map(({ title, url, excerpt }, index) => `${index + 1}. ${title}\n${url}\n${excerpt}`);
  return { text: lines.join('\n\n') || 'Nothing was found.', sources: found.map(({ title, url }) => ({ title, url })) };
}

function resultsOf(answer: string): z.infer<typeof list> | null {
  try {
    const parsed = answerSchema.safeParse(JSON.parse(answer));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
