/**
 * Whether a message was posted by the page in a frame, or by a frame in that page. One whose frame is gone has no source any more: it may be of
 * a frame that the page has made and removed, and counts as the page's.
 */
export function isOfFrame(source: MessageEventSource | null, frame: Pick<HTMLIFrameElement, 'contentWindow'>): boolean {
  if (source === null) return true;
  if (!('parent' in source)) return false;
  // `parent` can be read across origins; the outermost window is its own.
  for (let page: Window | null = source; page !== null; page = page.parent) {
    if (page === frame.contentWindow) return true;
    if (page === page.parent) return false;
  }
  return true;
}
