import { MOVE_PAGE, type PageDirection, WATCH_PAGE } from 'devonz-engine-protocol/page-activity';

/** From now on the page in the frame says what it logs and where it is. It asks its own script, and no page of another origin hears it. */
export function watchPage(frame: HTMLIFrameElement, address: string): void {
  tell(frame, address, { type: WATCH_PAGE });
}

export function movePage(frame: HTMLIFrameElement, address: string, direction: PageDirection): void {
  tell(frame, address, { type: MOVE_PAGE, direction });
}

function tell(frame: HTMLIFrameElement, address: string, message: { type: string; direction?: PageDirection }): void {
  const { origin } = new URL(address);
  // An address without an origin, such as `about:blank`, has no page of ours.
  if (origin !== 'null') frame.contentWindow?.postMessage(message, origin);
}
