import { cutAfter } from '../../models/provider-fetch.ts';

/** How many bytes of a refusal are read, since it may be a whole page, and how many characters of each text in it are kept. */
const MOST_BYTES = 64 * 1024;
const MOST_CHARACTERS = 500;
/** Where the APIs of model servers have their sentence for people. */
const SENTENCES = new Set(['error', 'message', 'detail', 'msg']);
/** Characters that direct a terminal or a line of text, or are not seen: control characters, directions, joiners, tags. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}\p{Cs}]+/gu;
/** A proxy that has waited, by its status; a server that says so itself, by its words. */
const TIME_OUTS = new Set([408, 504, 522, 524]);
const LOADING =
  /(?<!error |failed |failure )\bloading (?:the )?model\b|\bmodel (?:is )?(?:still )?(?:being )?load(?:ing|ed)\b|timed out waiting for (?:the )?(?:llama )?(?:runner|server)/i;

const LOADING_WORDS =
  'The model is probably still being loaded, which takes minutes for a large one. Try it again in a moment, or choose a smaller one.';

/**
 * Returns a model server's refusal as it may be shown: attributed, without characters that are not seen, each text cut. The status and the names
 * and codes in it stay, from which the kind of failure is known.
 */
export async function toldRefusal(response: Response): Promise<Response> {
  const text = await bodyText(response);
  const isLoading = TIME_OUTS.has(response.status) || (response.status >= 500 && LOADING.test(text));
  const given = parsed(text);
  const isReport = typeof given === 'object' && given !== null && !Array.isArray(given);
  const report = isReport ? toldReport(given, isLoading) : { error: { message: told(isPage(response, text) ? '' : text, isLoading) } };
  const headers = new Headers({ 'content-type': 'application/json' });
  for (const name of ['retry-after', 'retry-after-ms']) {
    const value = response.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  return new Response(JSON.stringify(report), { status: response.status, headers });
}

/** The refusal in place of an answer that did not come although the server is there. */
export function unansweredRefusal(): Response {
  return Response.json({ error: { message: LOADING_WORDS } }, { status: 504 });
}

async function bodyText(response: Response): Promise<string> {
  try {
    return await new Response(response.body?.pipeThrough(cutAfter(MOST_BYTES)) ?? null).text();
  } catch {
    return '';
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** A proxy's page says nothing that its status does not. */
function isPage(response: Response, text: string): boolean {
  return /\bhtml\b/i.test(response.headers.get('content-type') ?? '') || /^\s*<(?:!doctype|html)\b/i.test(text);
}

function toldReport(report: object, isLoading: boolean): Record<string, unknown> {
  const fields = Object.entries(report).map(([name, value]): [string, unknown] => {
    if (typeof value === 'string') return [name, SENTENCES.has(name) ? told(value, isLoading) : plain(value)];
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return [name, toldReport(value, isLoading)];
    return [name, typeof value === 'number' || typeof value === 'boolean' ? value : null];
  });
  return Object.fromEntries(fields);
}

function told(words: string, isLoading: boolean): string {
  const kept = plain(words);
  const quoted = kept === '' ? '' : `The server answered: “${kept}”`;
  return [...(isLoading ? [LOADING_WORDS] : []), ...(quoted === '' ? [] : [quoted])].join(' ') || 'The server gave no reason.';
}

function plain(text: string): string {
  const seen = text.replace(UNSEEN, ' ').replace(/ {2,}/g, ' ').trim();
  const letters = [...seen.slice(0, 2 * MOST_CHARACTERS + 2)];
  return letters.length > MOST_CHARACTERS ? `${letters.slice(0, MOST_CHARACTERS).join('')}…` : seen;
}
