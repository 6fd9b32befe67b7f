/**
 * Expands braces in a word's source text before any other expansion, as in bash: `{a,b}`, `{1..5}`, `{a..e..2}`. Quotes, `${…}` and `$(…)`
 * are skipped.
 */
export function expandBraces(text: string): string[] {
  for (let index = 0; index < text.length; index += 1) {
    if (text[index] !== '{') {
      index = skipOpaque(text, index);
      continue;
    }
    const group = readGroup(text, index);
    if (group === null) continue;
    const before = text.slice(0, index);
    const tails = expandBraces(text.slice(group.end));
    return group.alternatives.flatMap((alternative) => tails.map((tail) => before + alternative + tail));
  }
  return [text];
}

/** Returns the last index of a quoted or dollar construct that starts at `index`, or `index` itself if there is none. */
function skipOpaque(text: string, index: number): number {
  const character = text[index];
  if (character === '\\') return index + 1;
  if (character === "'" || character === '`') {
    const close = text.indexOf(character, index + 1);
    return close === -1 ? text.length : close;
  }
  if (character === '"') return skipDoubleQuotes(text, index);
  if (character === '$' && (text[index + 1] === '{' || text[index + 1] === '(')) return skipBalanced(text, index + 1);
  return index;
}

function skipDoubleQuotes(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index += 1) {
    if (text[index] === '\\') index += 1;
    else if (text[index] === '"') return index;
  }
  return text.length;
}

function skipBalanced(text: string, start: number): number {
  const open = text[start] ?? '';
  const close = open === '{' ? '}' : ')';
  let depth = 0;
  for (let index = start; index < text.length; index += 1) {
    const character = text[index];
    if (character === open) depth += 1;
    else if (character === close) {
      depth -= 1;
      if (depth === 0) return index;
    } else index = skipOpaque(text, index);
  }
  return text.length;
}

interface BraceGroup {
  alternatives: string[];
  /** The index after the closing brace. */
  end: number;
}

function readGroup(text: string, start: number): BraceGroup | null {
  const items = [''];
  let depth = 0;
  for (let index = start + 1; index < text.length; index += 1) {
    const character = text[index] ?? '';
    if (character === '}' && depth === 0) return closeGroup(items, index + 1);
    if (character === ',' && depth === 0) {
      items.push('');
      continue;
    }
    if (character === '{') depth += 1;
    else if (character === '}') depth -= 1;
    const last = skipOpaque(text, index);
    items[items.length - 1] += text.slice(index, last + 1);
    index = last;
  }
  return null;
}

function closeGroup(items: string[], end: number): BraceGroup | null {
  const [only = ''] = items;
  if (items.length > 1) return { alternatives: items.flatMap(expandBraces), end };
  const sequence = readSequence(only);
  return sequence === null ? null : { alternatives: sequence, end };
}

/** A sequence with more elements is a mistake or an attack on memory. */
const SEQUENCE_LIMIT = 1_000_000;

function readSequence(text: string): string[] | null {
  const numbers = /^(-?\d+)\.\.(-?\d+)(?:\.\.(-?\d+))?$/.exec(text);
  if (numbers !== null) return numberSequence(numbers[1] ?? '', numbers[2] ?? '', numbers[3]);
  const letters = /^([A-Za-z])\.\.([A-Za-z])(?:\.\.(-?\d+))?$/.exec(text);
  if (letters === null) return null;
  const codes = steps((letters[1] ?? '').charCodeAt(0), (letters[2] ?? '').charCodeAt(0), Number(letters[3] ?? 1));
  return codes.map((code) => String.fromCharCode(code));
}

function numberSequence(from: string, to: string, step: string | undefined): string[] {
  const isPadded = [from, to].some((bound) => /^-?0\d/.test(bound));
  const width = isPadded ? Math.max(from.length, to.length) : 0;
  return steps(Number(from), Number(to), Number(step ?? 1)).map((number) => {
    const digits = String(Math.abs(number));
    return number < 0 ? `-${digits.padStart(width - 1, '0')}` : digits.padStart(width, '0');
  });
}

function steps(from: number, to: number, step: number): number[] {
  const width = Math.max(1, Math.abs(step));
  const numbers: number[] = [];
  if (from <= to) for (let value = from; value <= to && numbers.length < SEQUENCE_LIMIT; value += width) numbers.push(value);
  else for (let value = from; value >= to && numbers.length < SEQUENCE_LIMIT; value -= width) numbers.push(value);
  return numbers;
}
