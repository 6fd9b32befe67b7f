export interface FormattedWord {
  text: string;
  /** The number of blanks after it, unless it is the last of a line. */
  space: number;
  isParenthesis: boolean;
  isPunctuated: boolean;
  isPeriod: boolean;
  /** Ends a sentence. */
  isFinal: boolean;
}

export function wordOf(text: string): FormattedWord {
  return {
    text,
    space: 1,
    isParenthesis: /^[(['`"]/.test(text),
    isPunctuated: /[!-/:-@[-`{-~]$/.test(text),
    isPeriod: /[.?!][)\]'"]*$/.test(text),
    isFinal: false,
  };
}

interface Measures {
  width: number;
  goal: number;
  firstIndent: number;
  otherIndent: number;
}

/** The cost of a break, with GNU's numbers; the cheapest way to break a paragraph is used. */
const squared = (amount: number) => amount * amount;
const shortCost = (missing: number) => squared(missing * 10);
const raggedCost = (difference: number) => shortCost(difference) / 2;
const LINE_COST = squared(70);
const SENTENCE_BONUS = squared(50);
const NO_BREAK_COST = squared(600);
const PARENTHESIS_BONUS = squared(40);
const PUNCTUATION_BONUS = squared(40);
const widowCost = (length: number) => Math.floor(squared(200) / (length + 2));
const orphanCost = (length: number) => Math.floor(squared(150) / (length + 2));

/** Returns the word range of each line. */
export function breakLines(words: readonly FormattedWord[], measures: Measures): { from: number; to: number }[] {
  const { width, goal, firstIndent, otherIndent } = measures;
  const count = words.length;
  const costs = new Float64Array(count + 1);
  const breaks = new Uint32Array(count + 1);
  const lengths = new Float64Array(count + 1);
  const lineCost = (next: number, length: number) => {
    if (next === count) return 0;
    const ragged = breaks[next] === count ? 0 : raggedCost(length - (lengths[next] ?? 0));
    return shortCost(goal - length) + ragged;
  };
  for (let start = count - 1; start >= 0; start -= 1) {
    let best = Number.POSITIVE_INFINITY;
    let length = (start === 0 ? firstIndent : otherIndent) + (words[start]?.text.length ?? 0);
    let next = start;
    do {
      next += 1;
      const cost = lineCost(next, length) + (costs[next] ?? 0);
      if (cost < best) {
        best = cost;
        breaks[start] = next;
        lengths[start] = length;
      }
      if (next === count) break;
      length += (words[next - 1]?.space ?? 0) + (words[next]?.text.length ?? 0);
    } while (length < width);
    costs[start] = best + startCost(words, start);
  }
  const lines: { from: number; to: number }[] = [];
  for (let from = 0; from < count; from = breaks[from] ?? count) lines.push({ from, to: breaks[from] ?? count });
  return lines;
}

/** Returns the cost of beginning a line with this word. */
function startCost(words: readonly FormattedWord[], index: number): number {
  const word = words[index];
  const former = words[index - 1];
  let cost = LINE_COST;
  if (former !== undefined) {
    if (former.isPeriod) cost += former.isFinal ? -SENTENCE_BONUS : NO_BREAK_COST;
    else if (former.isPunctuated) cost -= PUNCTUATION_BONUS;
    else if (words[index - 2]?.isFinal === true) cost += widowCost(former.text.length);
  }
  if (word?.isParenthesis === true) return cost - PARENTHESIS_BONUS;
  return word?.isFinal === true ? cost + orphanCost(word.text.length) : cost;
}
