import { errorMessage } from '../protocol/error-message.ts';
import { readProjectPath } from '../runtime/to-workspace-path.ts';
import { globMatcher, type PathMatcher } from './glob-pattern.ts';

/** A pattern in slashes with a character that no glob has is a regular expression: `/\.test\.tsx?$/`. */
const EXPRESSION = /^\/(.*[\\^$(|+].*)\/(i?)$/;

/** Matches what fits `include` (all, when null) and not `exclude`; a sentence where a pattern is not valid. */
export function pathFilter(include: string | null, exclude: string | null): PathMatcher | string {
  const included = matcherOf(include);
  const excluded = matcherOf(exclude);
  if (typeof included === 'string') return `includePattern is not valid: ${included}`;
  if (typeof excluded === 'string') return `excludePattern is not valid: ${excluded}`;
  return (path) => (included?.(path) ?? true) && !(excluded?.(path) ?? false);
}

/**
 * A glob is a path of the project with wildcards: one of another place or in another system's way would match nothing, or something
 * else than was meant.
 */
function problemOfGlob(pattern: string): string | null {
  for (const glob of pattern.split(',').map((each) => each.trim())) {
    // An escaped wildcard is itself; a backslash before anything else divides folders on Windows.
    if (/\\(?![[\]{}?!])/.test(glob))
      return `\`${glob}\` has a backslash, and folders are divided by "/"; write \`${glob.replaceAll('\\', '/')}\``;
    const reading = /^[/~]|^[a-z][a-z0-9+.-]*:|(?:^|\/)\.\.(?:\/|$)/i.test(glob) ? readProjectPath(glob) : null;
    if (reading !== null && !reading.ok) return reading.why.replace(/\.$/, '');
    if (reading !== null) return `a glob is relative to the project's root; write \`${reading.path}\``;
  }
  return null;
}

/** A glob of paths of the project, and no expression; a sentence where it is not valid. */
export function readGlob(pattern: string): PathMatcher | string {
  return problemOfGlob(pattern) ?? globMatcher(pattern);
}

/** null: there is no pattern. */
function matcherOf(pattern: string | null): PathMatcher | string | null {
  if (pattern === null || pattern.trim() === '') return null;
  const match = EXPRESSION.exec(pattern.trim());
  if (match === null) return readGlob(pattern);
  const [, source = '', flags = ''] = match;
  // A repeat inside a repeat can take time without end, on names that somebody chose for it.
  if (/[*+}][^()]*\)[*+{]/.test(source) || /\\[1-9k]/.test(source))
    return 'a repeat inside a repeat, or a back reference, cannot be used here';
  try {
    const expression = new RegExp(source, flags);
    return (path) => expression.test(path);
  } catch (error) {
    return errorMessage(error);
  }
}
