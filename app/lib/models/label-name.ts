import { because, type Reason } from '../protocol/texts/reason.ts';

/** How a message names a field of a connection: by its label, and by the variable that sets it for a whole server. */
export function labelName(label: string, variable?: string): Reason {
  const said = { text: label };
  return variable === undefined ? because('“{label}”', { label: said }) : because('“{label}” ({variable})', { label: said, variable });
}
