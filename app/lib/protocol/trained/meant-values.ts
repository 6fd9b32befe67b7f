import type { z } from 'zod';
import { isJsonValue, type JsonValue } from '../json-value.ts';
import { TOOL_NAMES } from '../tool-names.ts';
import { bareName, EDIT_FIELDS } from './trained-names.ts';
import { asEdits, asPatch } from './unified-diff.ts';

export type Fields = Readonly<Record<string, JsonValue>>;
type Shape = Readonly<Record<string, z.ZodType>>;
/** The maximum nesting depth of arguments. */
const DEEPEST = 64;

type Reading = (fields: Fields, readings: string[]) => Fields;

/** Converts values for which one tool uses another format than other products. */
const FORMS: Readonly<Record<string, readonly Reading[]>> = {
  [TOOL_NAMES.readFile]: [withViewRange, withOffset],
  [TOOL_NAMES.editFile]: [withLooseEdit, withDiff, withMeantEdits],
  [TOOL_NAMES.applyPatch]: [withPatch],
  [TOOL_NAMES.runCommand]: [withWords],
};

/** Other products' fields that one of these forms converts, by tool. All are texts, except for the numbers. */
const FORM_FIELDS: Readonly<Record<string, string>> = {
  [TOOL_NAMES.readFile]: 'view_range offset limit',
  [TOOL_NAMES.editFile]: 'diff patch unified_diff old_string old_str old_text new_string new_str new_text replace_all',
};

/** Returns true for a field that the tool does not have, but that is converted to one of its fields. */
export function isFormField(toolName: string, name: string): boolean {
  return FORM_FIELDS[toolName]?.split(' ').some((each) => bareName(each) === bareName(name)) === true;
}

/** Returns the fields in the tool's format, if they can be read in exactly one way. */
export function withMeantValues(toolName: string, input: Fields, shape: Shape, readings: string[]): Fields {
  let fields = input;
  for (const form of FORMS[toolName] ?? []) fields = form(fields, readings);
  const read = Object.entries(fields).flatMap(([name, value]): [string, JsonValue][] => {
    const schema = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (schema === undefined || schema.safeParse(value).success) return [[name, value]];
    // Some endpoints make models fill in every field, with null for the unused ones.
    if (value === null && schema.safeParse(undefined).success) {
      readings.push(`${name}: null left out`);
      return [];
    }
    const inside = typeof value === 'string' ? valueInText(value) : undefined;
    if (inside === undefined || !schema.safeParse(inside).success) return [[name, value]];
    readings.push(`${name}: from text`);
    return [[name, inside]];
  });
  return Object.fromEntries(read);
}

function valueInText(text: string): JsonValue | undefined {
  if (!/^\s*(?:[[{]|-?\d+\s*$|true\s*$|false\s*$)/.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isJsonValue(value, DEEPEST) ? value : undefined;
  } catch {
    return undefined;
  }
}

function withoutFields(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}

function asNumber(value: JsonValue | undefined): number | null {
  const number = typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : null;
}

const hasRange = (fields: Fields) => fields.startLine !== undefined || fields.endLine !== undefined;

/** `view_range: [1, -1]` means up to the last line. */
function withViewRange(fields: Fields, readings: string[]): Fields {
  const range = typeof fields.view_range === 'string' ? valueInText(fields.view_range) : fields.view_range;
  if (!Array.isArray(range) || range.length !== 2 || hasRange(fields)) return fields;
  const [first, last] = range.map(asNumber);
  if (first == null || last == null || first < 1) return fields;
  readings.push('view_range → startLine, endLine');
  return { ...withoutFields(fields, ['view_range']), startLine: first, ...(last === -1 ? {} : { endLine: last }) };
}

/** Some products count lines from 0 and some from 1: the range includes the lines of both readings. */
function withOffset(fields: Fields, readings: string[]): Fields {
  if (hasRange(fields) || (fields.offset == null && fields.limit == null)) return fields;
  const offset = fields.offset == null ? 0 : asNumber(fields.offset);
  const limit = fields.limit == null ? undefined : asNumber(fields.limit);
  if (offset === null || limit === null || offset < 0 || (limit !== undefined && limit < 1)) return fields;
  readings.push('offset, limit → startLine, endLine');
  const endLine = limit === undefined ? {} : { endLine: offset + limit };
  return { ...withoutFields(fields, ['offset', 'limit']), startLine: Math.max(1, offset), ...endLine };
}

/** A single replacement, given next to the path. */
function withLooseEdit(fields: Fields, readings: string[]): Fields {
  const names = Object.keys(fields).filter((name) => name !== 'edits' && EDIT_FIELDS.has(bareName(name)));
  if (fields.edits !== undefined || names.length === 0) return fields;
  const edit = meantEdit(Object.fromEntries(names.map((name) => [name, fields[name] ?? null])));
  if (edit === null || typeof edit.find !== 'string' || typeof edit.replace !== 'string') return fields;
  readings.push(`${names.join(', ')} → edits`);
  return { ...withoutFields(fields, names), edits: [edit] };
}

function withDiff(fields: Fields, readings: string[]): Fields {
  const names = ['diff', 'patch', 'unified_diff'].filter((name) => typeof fields[name] === 'string');
  const [name] = names;
  const diff = name === undefined ? undefined : fields[name];
  const edits = fields.edits === undefined && names.length === 1 && typeof diff === 'string' ? asEdits(diff) : null;
  if (edits === null) return fields;
  readings.push(`${names.join(', ')} → edits`);
  return { ...withoutFields(fields, names), edits };
}

function withMeantEdits(fields: Fields, readings: string[]): Fields {
  const given = typeof fields.edits === 'string' ? valueInText(fields.edits) : fields.edits;
  const list = Array.isArray(given) ? given : isObject(given) ? [given] : null;
  if (list === null) return fields;
  const edits = list.map((edit) => (isObject(edit) ? (meantEdit(edit) ?? edit) : edit));
  if (JSON.stringify(edits) === JSON.stringify(fields.edits)) return fields;
  readings.push('edits: in our words');
  return { ...fields, edits };
}

function isObject(value: JsonValue | undefined): value is { [key: string]: JsonValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns null if two fields have the same meaning but different values. Unknown fields stay. */
function meantEdit(edit: Fields): Record<string, JsonValue> | null {
  const read = new Map<string, JsonValue>();
  for (const [name, value] of Object.entries(edit)) {
    const field = EDIT_FIELDS.get(bareName(name)) ?? name;
    if (read.has(field) && JSON.stringify(read.get(field)) !== JSON.stringify(value)) return null;
    if (field === 'all' && value === null) continue;
    read.set(field, field === 'all' && (value === 'true' || value === 'false') ? value === 'true' : value);
  }
  return Object.fromEntries(read);
}

function withPatch(fields: Fields, readings: string[]): Fields {
  const { patch } = fields;
  if (typeof patch !== 'string' || /^\*\*\* Begin Patch\s*$/m.test(patch)) return fields;
  const converted = asPatch(patch);
  if (converted === null) return fields;
  readings.push('patch: from a unified diff');
  return { ...fields, patch: converted };
}

/** `["bash", "-lc", "npm test"]` becomes the line that the shell gets; other words are quoted. */
function withWords(fields: Fields, readings: string[]): Fields {
  const { command } = fields;
  if (!Array.isArray(command) || command.length === 0) return fields;
  const words = command.filter((word) => typeof word === 'string');
  if (words.length < command.length) return fields;
  const [shell = '', flag = '', line, ...rest] = words;
  const isShell = /^(?:\/(?:usr\/)?bin\/)?(?:ba|z)?sh$/.test(shell) && /^-l?c$/.test(flag) && line !== undefined && rest.length === 0;
  readings.push('command: from a list of words');
  return { ...fields, command: isShell && line !== undefined && !KEEPS_ON.test(line) ? line : words.map(quoted).join(' ') };
}

/** Matches commands whose effect would persist in the agent's own shell, but not in a shell for one line. */
const KEEPS_ON = /(?:^|[\s;&|(])(?:cd|pushd|popd|export|source|set|unset|umask|alias|exit|exec|\.)(?:\s|$)|(?:^|[\s;&|(])\w+=/;

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
