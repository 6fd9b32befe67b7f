import { because, type Reason } from '../protocol/texts/reason.ts';
import type { ConnectionField } from './connection.ts';
import { labelName } from './label-name.ts';

/** The name of a field in messages. */
export function fieldName(fields: readonly ConnectionField[], name: string): Reason {
  const field = fields.find((candidate) => candidate.name === name);
  return field === undefined ? because('the settings') : labelName(field.label, field.variable);
}
