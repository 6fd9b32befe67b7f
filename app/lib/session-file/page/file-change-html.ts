import { structuredPatch } from 'diff';
import { escapeHtml } from './escape-html.ts';

/** Limit in characters for one file; a longer log would not be readable. */
const LONGEST_TEXT = 200_000;
const LONGEST_DIFF_MS = 500;

/**
 * Returns a file's changed lines, or a sentence if they cannot be shown. `null` means that the file did not exist before, or no longer
 * exists.
 */
export function fileChangeHtml(before: Uint8Array | null, after: Uint8Array | null): string {
  const [from, to] = [textOf(before), textOf(after)];
  if (from === null || to === null) return '<p class="dim">Not shown: it is no text, too long, or no longer kept.</p>';
  const patch = structuredPatch('', '', from, to, '', '', { context: 3, timeout: LONGEST_DIFF_MS });
  if (patch === undefined) return '<p class="dim">Not shown: the two versions have too little in common.</p>';
  const hunks = patch.hunks.map(({ oldStart, newStart, lines }) => {
    const shown = lines.map((line) => `<span class="${lineClass(line)}">${escapeHtml(line)}</span>`).join('\n');
    return `<span class="dim">@@ ${oldStart}, ${newStart} @@</span>\n${shown}`;
  });
  return `<pre class="diff">${hunks.join('\n')}</pre>`;
}

/** Returns null if it cannot be shown. */
export function textOf(content: Uint8Array | null): string | null {
  if (content === null) return '';
  if (content.byteLength > LONGEST_TEXT || content.subarray(0, 8_000).includes(0)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    return null;
  }
}

function lineClass(line: string): string {
  return line.startsWith('+') ? 'added' : line.startsWith('-') ? 'removed' : 'same';
}
