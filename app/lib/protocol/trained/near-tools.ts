import { editDistance } from '../texts/edit-distance.ts';
import { TOOL_PREFIX } from '../tool-names.ts';
import { bareName, TRAINED_NAMES } from './trained-names.ts';

const MOST_NAMED = 2;
/** From 0 to 1: a name is near if more than half of its words, or half with the first, or two thirds of its letters, are the same. */
const NEAR_WORDS = 0.5;
const NEAR_LETTERS = 2 / 3;
/** The second tool is named too if it is about as near as the first. */
const AS_NEAR = 0.8;
/** No tool has a name as long as this. */
const LONGEST_NAME = 100;

/** The tools that a name which none of them has may mean, the nearest first; none if no name resembles it. */
export function nearTools(name: string, offered: readonly string[]): string[] {
  if (name.length > LONGEST_NAME) return [];
  const ranked = offered
    .map((tool) => ({ tool, near: Math.max(...namesOf(tool).map((known) => nearness(name, known))) }))
    .filter(({ near }) => near > 0)
    .toSorted((a, b) => b.near - a.near);
  const most = ranked[0]?.near ?? 0;
  return ranked
    .filter(({ near }) => near >= most * AS_NEAR)
    .slice(0, MOST_NAMED)
    .map(({ tool }) => tool);
}

function namesOf(tool: string): string[] {
  const { tool: names = '', actions = {}, near = '' } = TRAINED_NAMES[tool] ?? {};
  return [tool, ...[names, ...Object.values(actions), near].join(' ').split(' ')].filter((known) => known !== '');
}

function nearness(name: string, known: string): number {
  const [a, b] = [wordsOf(name), wordsOf(known)];
  const same = a.filter((word) => b.includes(word)).length;
  const byWords = a.length + b.length === 0 ? 0 : (2 * same) / (a.length + b.length);
  const isNear = byWords > NEAR_WORDS || (byWords === NEAR_WORDS && a[0] === b[0]);
  const [bare, knownBare] = [bareName(withoutPrefix(name)), bareName(withoutPrefix(known))];
  const byLetters = 1 - editDistance(bare, knownBare) / Math.max(bare.length, knownBare.length, 1);
  return Math.max(isNear ? byWords : 0, byLetters >= NEAR_LETTERS ? byLetters : 0);
}

/** The words of `readFile`, `read-file` and `devonz_read_file` are the same. */
function wordsOf(name: string): string[] {
  const words = withoutPrefix(name)
    .replace(/([a-z])(?=[A-Z])/g, '$1_')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  return [...new Set(words.filter((word) => word !== ''))];
}

function withoutPrefix(name: string): string {
  return name.startsWith(TOOL_PREFIX) ? name.slice(TOOL_PREFIX.length) : name;
}
