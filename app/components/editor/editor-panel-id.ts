/** Returns the id of the panel that a file's tab controls. */
export function editorPanelId(path: string): string {
  return `editor-${path}`;
}
