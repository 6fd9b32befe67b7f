/** Whether Cmd replaces Ctrl on this platform. */
export function isMac(): boolean {
  return /^(?:mac|iphone|ipad)/i.test(navigator.platform);
}
