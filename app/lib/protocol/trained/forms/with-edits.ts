import { TOOL_NAMES } from '../../tool-names.ts';
import { bareName, itemFields } from '../trained-names.ts';
import { asEdits } from '../unified-diff.ts';
import { asNumber, type Fields, isObject, withoutFields } from './fields.ts';
import { blocksIn } from './search-blocks.ts';
import { meantItem } from './with-list-items.ts';

const LIST = 'edits';

/** A single replacement or insertion, given next to the path. */
export function withLooseEdit(fields: Fields, readings: string[]): Fields {
  const known = itemFields(TOOL_NAMES.editFile, LIST);
  const names = Object.keys(fields).filter((name) => name !== LIST && known.has(bareName(name)));
  if (fields[LIST] !== undefined || names.length === 0) return fields;
  const edit = meantItem(TOOL_NAMES.editFile, LIST, Object.fromEntries(names.map((name) => [name, fields[name] ?? null])));
  if (edit === null || typeof edit.replace !== 'string') return fields;
  if (typeof edit.find !== 'string' && asNumber(edit.afterLine) === null) return fields;
  readings.push(`${names.join(', ')} → ${LIST}`);
  return { ...withoutFields(fields, names), [LIST]: [edit] };
}

/** A unified diff of the file, or blocks of a search and its replacement. */
export function withDiff(fields: Fields, readings: string[]): Fields {
  const names = ['diff', 'patch', 'unified_diff'].filter((name) => typeof fields[name] === 'string');
  const [name] = names;
  const diff = name === undefined ? undefined : fields[name];
  const isOnly = fields[LIST] === undefined && names.length === 1;
  const edits = isOnly && typeof diff === 'string' ? (asEdits(diff) ?? blocksIn(diff)) : null;
  if (edits === null) return fields;
  readings.push(`${names.join(', ')} → ${LIST}`);
  return { ...withoutFields(fields, names), [LIST]: edits };
}

/** An insertion after a line searches nothing. */
export function withInsertions(fields: Fields): Fields {
  const edits = fields[LIST];
  if (!Array.isArray(edits)) return fields;
  const read = edits.map((edit) => {
    if (!isObject(edit)) return edit;
    const all = edit.all === 'true' ? true : edit.all === 'false' ? false : edit.all;
    const afterLine = asNumber(edit.afterLine) ?? edit.afterLine;
    return {
      ...(typeof afterLine === 'number' ? { find: '' } : {}),
      ...edit,
      ...(all === undefined ? {} : { all }),
      ...(afterLine === undefined ? {} : { afterLine }),
    };
  });
  return { ...fields, [LIST]: read };
}
