import { labelName } from '../../lib/models/label-name.ts';
import type { Reason } from '../../lib/protocol/texts/reason.ts';

const ALONE = labelName('').text;
const WITH_VARIABLE = labelName('', 'VARIABLE').text;

/** What names fields as their user knows them: the variables of a server's environment are for whoever runs it. */
export function withoutVariables({ text, values = {} }: Reason): Reason {
  if (text === WITH_VARIABLE && values['label'] !== undefined) return { text: ALONE, values: { label: values['label'] } };
  const inner = Object.entries(values).map(([name, value]) => [name, typeof value === 'object' ? withoutVariables(value) : value]);
  return { text, values: Object.fromEntries(inner) };
}
