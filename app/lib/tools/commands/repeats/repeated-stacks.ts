import { isForeignFrame, type LineRange } from '../quiet-lines.ts';

const NOT_OK = /^\s*not ok \d+\s*(?:- )?(.*)$/;
const STACK = /^(\s+)stack: \|-?$/;
const AT = /^\s+at: (.*)$/;
const BLOCK_END = /^\s+\.{3}$/;
const FRAME = /^\s+at /;
const PLACE = /[^\s()]+:\d+:\d+/;

/**
 * Finds the stacks in TAP failures that say nothing but what `at:` and the name of the check say above them, each with the end of its
 * failure.
 */
export function repeatedStacks(lines: readonly string[]): LineRange[] {
  const found: LineRange[] = [];
  let name = '';
  let place: string | undefined;
  for (const [from, line] of lines.entries()) {
    const check = NOT_OK.exec(line);
    if (check !== null) [name, place] = [check[1]?.trim() ?? '', undefined];
    place = PLACE.exec(AT.exec(line)?.[1] ?? '')?.[0] ?? place;
    const indent = STACK.exec(line)?.[1];
    if (indent === undefined || place === undefined) continue;
    const to = stackEnd(lines, from, indent);
    if (repeats(lines.slice(from + 1, to), name, place)) found.push({ from, to: BLOCK_END.test(lines[to] ?? '') ? to + 1 : to });
  }
  return found;
}

function stackEnd(lines: readonly string[], from: number, indent: string): number {
  const end = lines.findIndex((line, at) => at > from && !(line.startsWith(`${indent} `) || line.trim() === ''));
  return end === -1 ? lines.length : end;
}

function repeats(stack: readonly string[], name: string, place: string): boolean {
  return stack.every((line) => {
    const text = line.trim();
    if (text === '' || isForeignFrame(line)) return true;
    return FRAME.test(line) ? PLACE.exec(line)?.[0] === place : text.replace(/^\w*Error: /, '') === name;
  });
}
