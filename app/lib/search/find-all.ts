import type { FoundFile, FoundInProject, FoundMatch } from '../protocol/project-facts/found-in-project.ts';
import type { FindRequest } from '../runtime/types.ts';
import { expandReplacement } from './expand-replacement.ts';
import { pathFilter } from './path-filter.ts';

/** Characters of a line shown before and after a match, and of the match. */
const SHOWN_BEFORE = 40;
const SHOWN_AFTER = 120;
const SHOWN_MATCH = 200;

/**
 * Finds every match in the given texts, line by line, with its replacement. It accepts any expression, so use it only where it can be
 * aborted.
 */
export function findAll(texts: Iterable<{ path: string; text: string }>, request: FindRequest): FoundInProject {
  const found: FoundInProject = { files: [], total: 0, isCut: false, problem: null };
  const expression = compile(request);
  const isWanted = pathFilter(request.include, request.exclude);
  if (typeof isWanted === 'string') return { ...found, problem: isWanted.replace(/^(in|ex)cludePattern/, 'The pattern') };
  if (typeof expression === 'string') return { ...found, problem: expression };
  for (const { path, text } of texts) {
    if (!isWanted(path)) continue;
    expression.lastIndex = 0;
    if (!expression.test(text)) continue;
    const file = findInText(path, text, { expression, request, room: request.limit - found.total });
    if (file.matches.length > 0) found.files.push(file);
    found.total += file.matches.length;
    if (file.isCut) return { ...found, isCut: true };
  }
  return found;
}

interface TextSearch {
  expression: RegExp;
  request: FindRequest;
  /** Maximum number of matches. */
  room: number;
}

function findInText(path: string, text: string, { expression, request, room }: TextSearch): FoundFile & { isCut: boolean } {
  const matches: FoundMatch[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    expression.lastIndex = 0;
    for (let match = expression.exec(line); match !== null; match = expression.exec(line)) {
      const [whole] = match;
      if (whole === '') {
        expression.lastIndex++;
        continue;
      }
      if (matches.length === room) return { path, matches, isCut: true };
      matches.push(foundMatch(match, { line, number: index + 1, request }));
    }
  }
  return { path, matches, isCut: false };
}

function foundMatch(match: RegExpExecArray, { line, number, request }: { line: string; number: number; request: FindRequest }): FoundMatch {
  const [text] = match;
  const end = match.index + text.length;
  const { replacement, isExpression } = request;
  return {
    line: number,
    column: match.index,
    text,
    replacement: replacement === null ? null : isExpression ? expandReplacement(replacement, match) : replacement,
    before: line.slice(Math.max(0, match.index - SHOWN_BEFORE), match.index).trimStart(),
    shown: text.slice(0, SHOWN_MATCH),
    after: line.slice(end, end + SHOWN_AFTER),
  };
}

/** Returns an error sentence if the expression is invalid. */
function compile({ query, isExpression, matchCase, wholeWord }: FindRequest): RegExp | string {
  const source = isExpression ? query : query.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  const flags = matchCase ? 'gm' : 'gim';
  const inWords = wholeWord ? `(?<![\\p{L}\\p{N}_])(?:${source})(?![\\p{L}\\p{N}_])` : source;
  try {
    return new RegExp(inWords, `${flags}u`);
  } catch {
    // Retry without the `u` flag, because people escape characters unnecessarily.
  }
  try {
    return new RegExp(wholeWord ? `\\b(?:${source})\\b` : source, flags);
  } catch {
    return 'The query is not a valid regular expression.';
  }
}
