import type { JsonValue } from '../../protocol/message.ts';

/** Fields whose names are clearer when spelled out. */
const LABELS: ReadonlyMap<string, string> = new Map([
  ['command', 'Command'],
  ['status', 'Status'],
  ['exitCode', 'Exit code'],
  ['output', 'Output'],
]);

/** Fields that contain whole sentences, printed without their name. */
const SENTENCES: ReadonlySet<string> = new Set(['note', 'stub']);

/** Arrays of short texts up to this many characters are printed on one line. */
const LONGEST_LINE = 120;

/**
 * Formats a tool's result as plain text: one line for a short field, a block for a long one. Texts are never escaped, so that a model can
 * copy them. Equal values give equal texts.
 */
export function printOutput(output: JsonValue): string {
  if (typeof output !== 'object' || output === null) return scalar(output);
  if (Array.isArray(output)) return listLines(output).join('\n');
  const fields = Object.entries(output).map(([name, value]) => ({ name, value, isBlock: isBlock(name, value) }));
  const lines = fields.filter((field) => !field.isBlock);
  const blocks = fields.filter((field) => field.isBlock);
  return [...lines.map(line), ...blocks.map(block)].join('\n');
}

interface Field {
  name: string;
  value: JsonValue;
}

function isBlock(name: string, value: JsonValue): boolean {
  if (name === 'output') return true;
  if (typeof value === 'string') return value.includes('\n');
  if (Array.isArray(value)) return value.length > 0 && !isLine(value);
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}

function line({ name, value }: Field): string {
  const text = Array.isArray(value) ? value.map(scalar).join(', ') || 'none' : scalar(value);
  return SENTENCES.has(name) ? text : `${LABELS.get(name) ?? name}: ${text}`;
}

function block({ name, value }: Field): string {
  const text = Array.isArray(value) ? listLines(value).join('\n') : nested(value);
  return SENTENCES.has(name) ? text : `${LABELS.get(name) ?? name}:\n${text}`;
}

/** The fields of an object are indented below its name; other values are printed unchanged. */
function nested(value: JsonValue): string {
  if (typeof value !== 'object' || value === null) return scalar(value);
  return indented(`  ${printOutput(value)}`);
}

function indented(text: string): string {
  return text.replaceAll('\n', '\n  ');
}

function listLines(items: readonly JsonValue[]): string[] {
  return items.map((item) => {
    if (typeof item === 'string' && item.includes('\n')) return item;
    if (isFlat(item) || typeof item !== 'object' || item === null) return `- ${isFlat(item) ? flat(item) : scalar(item)}`;
    return `- ${indented(printOutput(item))}`;
  });
}

function isLine(items: readonly JsonValue[]): boolean {
  return items.every((item) => typeof item !== 'object' && !String(item).includes('\n')) && items.join(', ').length <= LONGEST_LINE;
}

/** An object that one line can hold: scalar fields without line ends. */
function isFlat(item: JsonValue): item is Record<string, JsonValue> {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return false;
  return Object.values(item).every((value) => (typeof value !== 'object' || value === null) && !String(value).includes('\n'));
}

function flat(item: Record<string, JsonValue>): string {
  return Object.entries(item)
    .map(([name, value]) => `${name}: ${scalar(value)}`)
    .join(', ');
}

function scalar(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
