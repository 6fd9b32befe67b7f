/** Whether the text contains all the letters in order, possibly with others between them. */
export function hasInOrder(text: string, letters: string): boolean {
  let at = -1;
  for (const letter of letters) {
    at = text.indexOf(letter, at + 1);
    if (at === -1) return false;
  }
  return true;
}
