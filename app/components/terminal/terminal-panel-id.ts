/** Returns the id of a terminal's panel, which its tab refers to. */
export function terminalPanelId(terminalId: string): string {
  return `terminal-panel-${terminalId}`;
}
