import type { JsonValue } from '../../protocol/message.ts';
import { fieldsOf } from '../calls/fields-of.ts';

/** Smaller results are not worth a stub. In characters. */
export const SMALLEST_STUBBED = 800;

/** Returns the default stub, for tools that do not define their own. */
export function defaultStub(toolName: string, output: JsonValue): JsonValue {
  return { stub: `The result is not shown: ${leftOut(resultText(output))} Call ${toolName} with the same arguments for how it is now.` };
}

/** Returns the stub of a command: how it ended, without its output. */
export function commandStub(output: JsonValue): JsonValue {
  const fields = fieldsOf(output);
  const kept = [...fields].filter(([name]) => name !== 'output' && name !== 'stdout' && name !== 'stderr');
  const text = resultText(fields.get('output') ?? output);
  return {
    ...Object.fromEntries(kept.filter(([, value]) => resultText(value).length < SMALLEST_STUBBED)),
    stub: `Its output is not shown: ${leftOut(text)} Run it again where you need it.`,
  };
}

/** Returns a sentence about how much is missing. */
export function leftOut(text: string): string {
  return `${text.length} characters with the hash ${fingerprint(text)} were left out to save room.`;
}

export function resultText(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** FNV-1a, 32 bits: lets a reader distinguish two texts; it is not a security measure. */
function fingerprint(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash ^= text.charCodeAt(index);
    hash = Math.imul(hash, 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(8, '0');
}
