import { MOVE_PAGE, type PageDirection, WATCH_PAGE } from 'devonz-engine-protocol/page-activity';
import { PICK_ELEMENT } from 'devonz-engine-protocol/page-pick';

/**
 * Makes the page in the frame report its logs and its location. The request is for the preview script only: the target origin keeps it from
 * pages of other origins.
 */
export function watchPage(frame: HTMLIFrameElement, address: string): void {
  tell(frame, address, { type: WATCH_PAGE });
}

export function movePage(frame: HTMLIFrameElement, address: string, direction: PageDirection): void {
  tell(frame, address, { type: MOVE_PAGE, direction });
}

/** The page answers through the port, which is also used to stop it. */
export function pickFromPage(frame: HTMLIFrameElement, address: string, port: MessagePort): void {
  tell(frame, address, { type: PICK_ELEMENT }, [port]);
}

function tell(
  frame: HTMLIFrameElement,
  address: string,
  message: { type: string; direction?: PageDirection },
  ports: MessagePort[] = [],
): void {
  const { origin } = new URL(address);
  // An address without an origin, such as `about:blank`, is not one of our pages.
  if (origin !== 'null') frame.contentWindow?.postMessage(message, origin, ports);
}
