import { because, type Reason } from '../protocol/texts/reason.ts';

/** The name of a connection's field in messages: its label, and the variable that sets it for the whole server. */
export function labelName(label: string, variable?: string): Reason {
  const said = { text: label };
  return variable === undefined ? because('“{label}”', { label: said }) : because('“{label}” ({variable})', { label: said, variable });
}
