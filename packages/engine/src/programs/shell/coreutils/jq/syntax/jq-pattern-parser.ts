import type { JqNode, JqPattern } from './jq-syntax.ts';
import type { TokenCursor } from './jq-token-cursor.ts';

type ObjectPattern = Extract<JqPattern, { type: 'object' }>;

/** Parses the pattern after `as`: `$name`, `[…]`, `{…}`. */
export function parsePattern(cursor: TokenCursor, objectKey: () => JqNode): JqPattern {
  if (cursor.peek()?.type === 'variable') return { type: 'name', name: cursor.variable() };
  if (cursor.take('[')) {
    const elements = [parsePattern(cursor, objectKey)];
    while (cursor.take(',')) elements.push(parsePattern(cursor, objectKey));
    cursor.expect(']');
    return { type: 'array', elements };
  }
  cursor.expect('{');
  const entries: ObjectPattern['entries'] = [];
  do entries.push(parseEntry(cursor, objectKey));
  while (cursor.take(','));
  cursor.expect('}');
  return { type: 'object', entries };
}

function parseEntry(cursor: TokenCursor, objectKey: () => JqNode): ObjectPattern['entries'][number] {
  if (cursor.peek()?.type === 'variable') {
    const name = cursor.variable();
    const key: JqNode = { type: 'literal', value: name };
    return { key, bound: name, value: cursor.take(':') ? parsePattern(cursor, objectKey) : null };
  }
  const key = objectKey();
  cursor.expect(':');
  return { key, bound: null, value: parsePattern(cursor, objectKey) };
}
