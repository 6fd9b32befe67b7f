import { MOVE_PAGE, type PageDirection, WATCH_PAGE } from 'devonz-engine-protocol/page-activity';
import { PICK_ELEMENT } from 'devonz-engine-protocol/page-pick';

/** From now on the page in the frame says what it logs and where it is. It asks its own script, and no page of another origin hears it. */
export function watchPage(frame: HTMLIFrameElement, address: string): void {
  tell(frame, address, { type: WATCH_PAGE });
}

export function movePage(frame: HTMLIFrameElement, address: string, direction: PageDirection): void {
  tell(frame, address, { type: MOVE_PAGE, direction });
}

/** The page answers through the port, by which it is asked to stop as well. */
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
  // An address without an origin, such as `about:blank`, has no page of ours.
  if (origin !== 'null') frame.contentWindow?.postMessage(message, origin, ports);
}
