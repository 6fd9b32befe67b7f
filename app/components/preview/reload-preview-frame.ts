/** Milliseconds in which the preview script must confirm the reload. */
const CONFIRMATION_MS = 300;

/**
 * Asks the page to reload itself, so that it keeps its path, with the message of `@webcontainer/api`'s `reloadPreview`. If it does not
 * answer (it hangs, or has no preview script), the frame is loaded again at `address`.
 */
export function reloadPreviewFrame(frame: HTMLIFrameElement, address: string): void {
  const channel = new MessageChannel();
  const timer = setTimeout(() => {
    channel.port1.close();
    frame.src = address;
  }, CONFIRMATION_MS);
  channel.port1.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (typeof data !== 'object' || data === null || !('type' in data) || data.type !== 'LOCALSERVICE_WINDOW_RELOADED') return;
    clearTimeout(timer);
    channel.port1.close();
  };
  const message = { type: 'LOCALSERVICE_RELOAD_WINDOW', callback: channel.port2 };
  frame.contentWindow?.postMessage(message, new URL(address).origin, [channel.port2]);
}
