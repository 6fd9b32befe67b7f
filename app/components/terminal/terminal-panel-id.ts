/** What ties a terminal's panel to its tab. */
export function terminalPanelId(terminalId: string): string {
  return `terminal-panel-${terminalId}`;
}
