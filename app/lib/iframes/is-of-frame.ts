/**
 * Whether a message was posted by the page in a frame, or by a frame in that page. A message has no source if its frame is gone; it counts
 * as the page's, which may have created and removed that frame.
 */
export function isOfFrame(source: MessageEventSource | null, frame: Pick<HTMLIFrameElement, 'contentWindow'>): boolean {
  if (source === null) return true;
  if (!('parent' in source)) return false;
  // `parent` can be read across origins; an outermost window is its own parent.
  for (let page: Window | null = source; page !== null; page = page.parent) {
    if (page === frame.contentWindow) return true;
    if (page === page.parent) return false;
  }
  return true;
}
