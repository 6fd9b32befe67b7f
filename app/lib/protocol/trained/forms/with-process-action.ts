import { TYPED_OR_WAITED } from '../trained-names.ts';
import { type Fields, withoutFields } from './fields.ts';

const CTRL_C = '\u0003';

/** Of a tool that types into a process, or waits for its output if nothing is to be typed. */
export function withProcessAction(fields: Fields, readings: string[]): Fields {
  if (fields.action !== TYPED_OR_WAITED) return fields;
  const { text = '' } = fields;
  const action = text === '' ? 'wait' : text === CTRL_C ? 'ctrl_c' : 'input';
  readings.push(`action: ${action}`);
  return { ...(action === 'input' ? fields : withoutFields(fields, ['text'])), action };
}
