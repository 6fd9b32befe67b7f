/** Natural order: `item2` before `item10`, capitals next to small letters. */
const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
/** ASCII in the collator's order; a run of digits is prefixed with its length. */
const ORDER = '_-,;:!?.\'"()[]{}@*/\\&#%`^+<=>|~$0123456789abcdefghijklmnopqrstuvwxyz';
const FIRST_DIGIT = ORDER.indexOf('0');
const PLAIN = /^[!-~ ]*$/;

interface Named {
  name: string;
}

/**
 * Sorts by name, in place. The collator takes a second for 50 000 names; if all are plain ASCII, equivalent keys are computed once per
 * name.
 */
export function sortByName<Item extends Named>(items: Item[]): Item[] {
  if (!items.every(({ name }) => PLAIN.test(name)))
    return items.sort((a, b) => collator.compare(a.name, b.name) || compare(a.name, b.name));
  const keyed = items.map((item) => ({ item, key: keyOf(item.name) }));
  keyed.sort((a, b) => compare(a.key, b.key) || compare(a.item.name, b.item.name));
  for (const [index, { item }] of keyed.entries()) items[index] = item;
  return items;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function keyOf(name: string): string {
  let key = '';
  for (let at = 0; at < name.length; at++) {
    const order = orderAt(name, at);
    if (order < FIRST_DIGIT || order >= FIRST_DIGIT + 10) {
      key += String.fromCharCode(order + 1);
      continue;
    }
    let end = at;
    while (end < name.length && isDigit(name.charCodeAt(end))) end++;
    let first = at;
    while (first < end - 1 && name[first] === '0') first++;
    key += String.fromCharCode(FIRST_DIGIT + 1, end - first) + name.slice(first, end);
    at = end - 1;
  }
  return key;
}

/** A space sorts before everything else. */
function orderAt(name: string, at: number): number {
  const code = name.charCodeAt(at);
  return ORDER.indexOf(code >= 65 && code <= 90 ? String.fromCharCode(code + 32) : (name[at] ?? ''));
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}
