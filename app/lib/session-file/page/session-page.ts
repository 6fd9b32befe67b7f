import type { Hasher } from '../../agent/contract/ports.ts';
import type { Session } from '../session-file-schema.ts';
import { escapeHtml } from './escape-html.ts';
import { momentsOf } from './page-moments.ts';
import { PAGE_SCRIPT } from './page-script.ts';
import { PAGE_STYLE } from './page-style.ts';

/**
 * Returns the session as one readable page, moment by moment. It makes no requests: it opens offline, and nothing in the session is
 * executed.
 */
export async function sessionPage(session: Session, hasher: Hasher): Promise<string> {
  const { title, withoutSecretsOf } = session.header;
  const moments = momentsOf(session);
  const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${await base64Hash(PAGE_SCRIPT, hasher)}'; base-uri 'none'; form-action 'none'`;
  const articles = moments.map(
    ({ at, kind, html }, index) =>
      `<article class="${kind}" data-moment="${index + 1}"><time datetime="${new Date(at).toISOString()}">${timeOf(at)}</time>${html}</article>`,
  );
  const without = withoutSecretsOf.length === 0 ? '' : ` Without the contents of ${escapeHtml(withoutSecretsOf.join(', '))}.`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(title)}</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
<header><h1>${escapeHtml(title)}</h1><span class="dim">A recorded session of Devonz: ${moments.length} moments.${without}</span></header>
<nav id="controls" aria-label="Replay" hidden><div>
<button id="play" type="button">Play</button>
<input id="position" type="range" min="0" max="${moments.length}" aria-label="Position in the session">
<span id="place" class="dim"></span>
</div></nav>
<main>
${articles.join('\n')}
</main>
<script>${PAGE_SCRIPT}</script>
</body>
</html>
`;
}

/** In UTC, because the time zone of the recording is unknown, so that all readers see the same time. */
function timeOf(at: number): string {
  return new Date(at).toISOString().slice(0, 19).replace('T', ' ');
}

async function base64Hash(text: string, hasher: Hasher): Promise<string> {
  const digits = await hasher.hash(new TextEncoder().encode(text));
  const bytes = (digits.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));
  return btoa(String.fromCharCode(...bytes));
}
