const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes text for use between tags and in quoted attributes. Invalid characters become the replacement character. */
export function escapeHtml(text: string): string {
  return text
    .replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ud800-\udfff]/gu, '\ufffd');
}
