import { PREVIEW_PATHS } from 'devonz-engine-protocol/preview-paths';
import type { UserPreviewScript } from '../bridge-frame-messages.ts';
import type { WorkerFacts } from '../emulated-workers.ts';

/** The elements put first into every previewed page's head. Ours is a file, not inline: a page whose own policy allows `'self'` keeps it. */
export function previewScriptTags(clientOrigins: string, userScript: UserPreviewScript | null, controller: WorkerFacts | null): string {
  // The page's own service worker, whose it is from the beginning.
  const worker = controller === null ? '' : ` data-controller="${escapeAttribute(JSON.stringify(controller))}"`;
  const own = `<script src="${PREVIEW_PATHS.previewScript}" data-client-origins="${escapeAttribute(clientOrigins)}"${worker}></script>`;
  if (!userScript) return own;
  const type = userScript.type ? ` type="${escapeAttribute(userScript.type)}"` : '';
  const flags = `${userScript.defer ? ' defer' : ''}${userScript.async ? ' async' : ''}`;
  // ASCII only, and no end tag inside: the page's encoding is not known here.
  const source = userScript.source
    .replace(/<\/script/gi, '<\\/script')
    .replace(/[\u0080-\uffff]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return `${own}<script${type}${flags}>${source}</script>`;
}

function escapeAttribute(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
