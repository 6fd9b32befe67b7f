import { errorMessage } from '../protocol/error-message.ts';
import { readProjectPath } from '../runtime/to-workspace-path.ts';
import { globMatcher, type PathMatcher } from './glob-pattern.ts';

/** A pattern between slashes with a non-glob character is a regular expression: `/\.test\.tsx?$/`. */
const EXPRESSION = /^\/(.*[\\^$(|+].*)\/(i?)$/;

/** Returns a matcher for paths that match `include` (all if null) but not `exclude`; an error sentence if a pattern is invalid. */
export function pathFilter(include: string | null, exclude: string | null): PathMatcher | string {
  const included = matcherOf(include);
  const excluded = matcherOf(exclude);
  if (typeof included === 'string') return `includePattern is not valid: ${included}`;
  if (typeof excluded === 'string') return `excludePattern is not valid: ${excluded}`;
  return (path) => (included?.(path) ?? true) && !(excluded?.(path) ?? false);
}

/**
 * Returns the problem with a glob, or null. A glob is a project path with wildcards: a path elsewhere or in another system's notation would
 * match nothing, or something unintended.
 */
function problemOfGlob(pattern: string): string | null {
  for (const glob of pattern.split(',').map((each) => each.trim())) {
    // A backslash may escape a wildcard; before anything else it is a Windows path separator.
    if (/\\(?![[\]{}?!])/.test(glob))
      return `\`${glob}\` has a backslash, and folders are divided by "/"; write \`${glob.replaceAll('\\', '/')}\``;
    const reading = /^[/~]|^[a-z][a-z0-9+.-]*:|(?:^|\/)\.\.(?:\/|$)/i.test(glob) ? readProjectPath(glob) : null;
    if (reading !== null && !reading.ok) return reading.why.replace(/\.$/, '');
    if (reading !== null) return `a glob is relative to the project's root; write \`${reading.path}\``;
  }
  return null;
}

/** Compiles a glob for project paths, not an expression; returns an error sentence if it is invalid. */
export function readGlob(pattern: string): PathMatcher | string {
  return problemOfGlob(pattern) ?? globMatcher(pattern);
}

/** Returns null if there is no pattern. */
function matcherOf(pattern: string | null): PathMatcher | string | null {
  if (pattern === null || pattern.trim() === '') return null;
  const match = EXPRESSION.exec(pattern.trim());
  if (match === null) return readGlob(pattern);
  const [, source = '', flags = ''] = match;
  // Nested repeats can run without end on maliciously chosen names.
  if (/[*+}][^()]*\)[*+{]/.test(source) || /\\[1-9k]/.test(source))
    return 'a repeat inside a repeat, or a back reference, cannot be used here';
  try {
    const expression = new RegExp(source, flags);
    return (path) => expression.test(path);
  } catch (error) {
    return errorMessage(error);
  }
}
