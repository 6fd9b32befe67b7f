import type { Fields } from './fields.ts';

/** A fact alone is to be kept. */
export function withAction(fields: Fields, readings: string[]): Fields {
  if (fields.action !== undefined || typeof fields.fact !== 'string') return fields;
  readings.push('action: add');
  return { action: 'add', ...fields };
}
