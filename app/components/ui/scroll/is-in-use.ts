/** Whether taking it off the page would take the focus or the selection with it. */
export function isInUse(block: Element): boolean {
  const selection = getSelection();
  return block.contains(document.activeElement) || (selection !== null && !selection.isCollapsed && selection.containsNode(block, true));
}
