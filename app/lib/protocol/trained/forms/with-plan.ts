import type { JsonValue } from '../../json-value.ts';
import { type Fields, isObject, valueInText, withoutFields } from './fields.ts';

const LIST = 'subgoals';
const CHANGES = 'update';
const CHECKBOX = /^\s*(?:[-*]\s+|\d+[.)]\s+)?\[([ xX~/-])\]\s+(\S.*?)\s*$/;

/** `merge: true` beside a list means changes by id. */
export function withMerge(fields: Fields, readings: string[]): Fields {
  const { merge } = fields;
  const list = fields[LIST];
  if (merge === undefined || list === undefined || fields[CHANGES] !== undefined) return fields;
  const isMerge = merge === true || merge === 'true';
  if (!isMerge && merge !== false && merge !== 'false') return fields;
  if (!isMerge) return withoutFields(fields, ['merge']);
  readings.push(`merge → ${CHANGES}`);
  return { ...withoutFields(fields, ['merge', LIST]), [CHANGES]: list };
}

/** Steps as texts, or as a list with check boxes. */
export function withSteps(fields: Fields, readings: string[]): Fields {
  const given = fields[LIST];
  const list = typeof given === 'string' ? (valueInText(given) ?? checkedSteps(given)) : given;
  if (!Array.isArray(list)) return fields;
  const steps = list.map((step) => (typeof step === 'string' ? { objective: step, status: 'not_started' } : step));
  if (steps.every((step, index) => step === list[index]) && list === given) return fields;
  readings.push(`${LIST}: from texts`);
  return { ...fields, [LIST]: steps };
}

function checkedSteps(text: string): JsonValue[] | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const steps = lines.flatMap((line) => {
    const [, box, objective] = CHECKBOX.exec(line) ?? [];
    if (box === undefined || objective === undefined) return [];
    return [{ objective, status: /x/i.test(box) ? 'completed' : box === ' ' ? 'not_started' : 'in_progress' }];
  });
  return steps.length > 0 && steps.length === lines.length ? steps : null;
}

/** A whole plan without ids has its places for ids, so that the same list with other states is the same plan. */
export function withIds(fields: Fields): Fields {
  const list = fields[LIST];
  const changes = fields[CHANGES];
  const isBare = Array.isArray(list) && list.every((step) => isObject(step) && step.id === undefined);
  return {
    ...fields,
    ...(Array.isArray(list) ? { [LIST]: list.map((step, index) => withId(step, isBare ? index : null)) } : {}),
    ...(Array.isArray(changes) ? { [CHANGES]: changes.map((step) => withId(step, null)) } : {}),
  };
}

function withId(step: JsonValue, index: number | null): JsonValue {
  if (!isObject(step)) return step;
  if (index !== null) return { id: String(index + 1), ...step };
  return typeof step.id === 'number' ? { ...step, id: String(step.id) } : step;
}
