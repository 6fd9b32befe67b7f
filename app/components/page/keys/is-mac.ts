/** Where Cmd is what Ctrl is elsewhere. */
export function isMac(): boolean {
  return /^(?:mac|iphone|ipad)/i.test(navigator.platform);
}
