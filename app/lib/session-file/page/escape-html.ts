const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text as text, between tags and in quoted attributes alike. What a page cannot hold becomes the sign for it. */
export function escapeHtml(text: string): string {
  return text
    .replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ud800-\udfff]/gu, '\ufffd');
}
