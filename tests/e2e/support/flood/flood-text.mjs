/** Letters of a model's Markdown, including some of two, three and four bytes. */
const LETTERS = [...'abcdefghij klmnop\nqrst`*_#-"\\{}<>éß漢字😀'];

/**
 * Returns a text that is always the same for the same length.
 * @param {number} characters code points
 * @param {number} [from] where to begin
 */
export function floodText(characters, from = 0) {
  let text = '';
  for (let place = from; place < from + characters; place += 1) text += letterAt(place);
  return text;
}

/** @param {number} place */
function letterAt(place) {
  // A multiplicative hash: no period that could hide a fault in joining.
  const mixed = Math.imul(place + 1, 2_654_435_761) >>> 0;
  return LETTERS[(mixed >>> 8) % LETTERS.length] ?? '';
}
