import { labelName } from '../../lib/models/label-name.ts';
import type { Reason } from '../../lib/protocol/texts/reason.ts';

const ALONE = labelName('').text;
const WITH_VARIABLE = labelName('', 'VARIABLE').text;

/** Names fields by their labels, because only the operator needs to know the server's environment variables. */
export function withoutVariables({ text, values = {} }: Reason): Reason {
  if (text === WITH_VARIABLE && values['label'] !== undefined) return { text: ALONE, values: { label: values['label'] } };
  const inner = Object.entries(values).map(([name, value]) => [name, typeof value === 'object' ? withoutVariables(value) : value]);
  return { text, values: Object.fromEntries(inner) };
}
