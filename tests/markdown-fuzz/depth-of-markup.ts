/** Returns how deeply elements are nested. */
export function depthOfMarkup(markup: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [tag] of markup.matchAll(/<\/?[a-z][^>]*>/g)) {
    if (tag.startsWith('</')) depth -= 1;
    else if (!/^<(?:br|hr|input)\b/.test(tag)) depth += 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}
