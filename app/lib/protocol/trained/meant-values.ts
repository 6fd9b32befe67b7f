import type { z } from 'zod';
import type { JsonValue } from '../json-value.ts';
import { TOOL_NAMES } from '../tool-names.ts';
import { asNumber, type Fields, type Form, valueInText, withoutFields } from './forms/fields.ts';
import { withAction } from './forms/with-action.ts';
import { withAddress } from './forms/with-address.ts';
import { withAddressInPrompt } from './forms/with-address-in-prompt.ts';
import { BACKGROUND_FIELDS, withBackground } from './forms/with-background.ts';
import { withDiff, withInsertions, withLooseEdit } from './forms/with-edits.ts';
import { withListItems } from './forms/with-list-items.ts';
import { withIds, withMerge, withSteps } from './forms/with-plan.ts';
import { withProcessAction } from './forms/with-process-action.ts';
import { withQuestions } from './forms/with-questions.ts';
import { withSearchFlags } from './forms/with-search-flags.ts';
import { bareName, EDIT_NAMES } from './trained-names.ts';
import { asPatch } from './unified-diff.ts';

export type { Fields };

type Shape = Readonly<Record<string, z.ZodType>>;

interface ToolForms {
  /** Applied before the items of lists are in our words, and after. */
  before?: readonly Form[];
  after?: readonly Form[];
  /** Other products' fields that one of the forms converts. */
  fields?: string;
}

/** Converts values for which one tool uses another format than other products. */
const FORMS: Readonly<Record<string, ToolForms>> = {
  [TOOL_NAMES.readFile]: { before: [withViewRange, withOffset], fields: 'view_range offset limit' },
  [TOOL_NAMES.editFile]: {
    before: [withLooseEdit, withDiff],
    after: [withInsertions],
    fields: `diff patch unified_diff ${Object.values(EDIT_NAMES).join(' ')}`,
  },
  [TOOL_NAMES.applyPatch]: { before: [withPatch] },
  [TOOL_NAMES.searchCode]: { before: [withSearchFlags], fields: '-i -A -B' },
  [TOOL_NAMES.runCommand]: { before: [withWords, withBackground], fields: BACKGROUND_FIELDS.join(' ') },
  [TOOL_NAMES.process]: { before: [withProcessAction] },
  [TOOL_NAMES.updatePlan]: { before: [withMerge, withSteps], after: [withIds], fields: 'merge' },
  [TOOL_NAMES.askUser]: { before: [withQuestions], fields: 'questions options' },
  [TOOL_NAMES.preview]: { before: [withAddress], fields: 'url' },
  devonz_fetch_url: { before: [withAddressInPrompt], fields: 'prompt' },
  devonz_memory: { before: [withAction] },
};

/** Returns true for a field that the tool does not have, but that is converted to one of its fields. */
export function isFormField(toolName: string, name: string): boolean {
  return FORMS[toolName]?.fields?.split(' ').some((each) => bareName(each) === bareName(name)) === true;
}

/** Returns the fields in the tool's format, if they can be read in exactly one way. */
export function withMeantValues(toolName: string, input: Fields, shape: Shape, readings: string[]): Fields {
  const { before = [], after = [] } = FORMS[toolName] ?? {};
  let fields = input;
  for (const form of before) fields = form(fields, readings);
  fields = withListItems(toolName, fields, readings);
  for (const form of after) fields = form(fields, readings);
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
