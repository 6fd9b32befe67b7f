import { PREVIEW_PATHS } from 'devonz-engine-protocol/preview-paths';
import type { UserPreviewScript } from '../bridge-frame-messages.ts';
import type { WorkerFacts } from '../emulated-workers.ts';

/**
 * Returns the elements inserted at the start of every previewed page's head. The engine's script is a file, not inline, so
 * that a page policy that allows `'self'` permits it.
 */
export function previewScriptTags(clientOrigins: string, userScript: UserPreviewScript | null, controller: WorkerFacts | null): string {
  // The page's own service worker, which controls it from the start.
  const worker = controller === null ? '' : ` data-controller="${escapeAttribute(JSON.stringify(controller))}"`;
  const own = `<script src="${PREVIEW_PATHS.previewScript}" data-client-origins="${escapeAttribute(clientOrigins)}"${worker}></script>`;
  if (!userScript) return own;
  const type = userScript.type ? ` type="${escapeAttribute(userScript.type)}"` : '';
  const flags = `${userScript.defer ? ' defer' : ''}${userScript.async ? ' async' : ''}`;
  // ASCII only and without an end tag, because the page's encoding is unknown here.
  const source = userScript.source
    .replace(/<\/script/gi, '<\\/script')
    .replace(/[\u0080-\uffff]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return `${own}<script${type}${flags}>${source}</script>`;
}

function escapeAttribute(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
