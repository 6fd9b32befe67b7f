import type { JsonValue } from '../../json-value.ts';
import { bareName, itemFields, TRAINED_NAMES, trainedValue } from '../trained-names.ts';
import { type Fields, isObject, valueInText } from './fields.ts';

/** Returns the fields with the items of the tool's lists in our words. */
export function withListItems(toolName: string, fields: Fields, readings: string[]): Fields {
  let read = fields;
  for (const list of Object.keys(TRAINED_NAMES[toolName]?.items ?? {})) {
    const given = typeof read[list] === 'string' ? valueInText(read[list]) : read[list];
    const items = Array.isArray(given) ? given : isObject(given) ? [given] : null;
    if (items === null) continue;
    const meant = items.map((item) => (isObject(item) ? (meantItem(toolName, list, item) ?? item) : item));
    if (JSON.stringify(meant) === JSON.stringify(read[list])) continue;
    readings.push(`${list}: in our words`);
    read = { ...read, [list]: meant };
  }
  return read;
}

/** Returns null if two fields have the same meaning but different values. Unknown fields stay. */
export function meantItem(toolName: string, list: string, item: Fields): Record<string, JsonValue> | null {
  const names = itemFields(toolName, list);
  const read = new Map<string, JsonValue>();
  for (const [name, value] of Object.entries(item)) {
    const field = names.get(bareName(name)) ?? name;
    // Some endpoints make models fill in every field, with null for the unused ones.
    if (value === null) continue;
    if (read.has(field) && JSON.stringify(read.get(field)) !== JSON.stringify(value)) return null;
    read.set(field, typeof value === 'string' ? trainedValue(toolName, field, value) : value);
  }
  return Object.fromEntries(read);
}
