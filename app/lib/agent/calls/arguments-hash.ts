import type { ContentHash } from '../../protocol/ids.ts';
import type { JsonValue } from '../../protocol/message.ts';
import type { Hasher } from '../contract/ports.ts';
import { canonicalJson } from './canonical-json.ts';

/** Returns the hash to which an approval is bound: that of the tool and its exact arguments. */
export function hashArguments(hasher: Hasher, toolName: string, input: JsonValue): Promise<ContentHash> {
  return hasher.hash(new TextEncoder().encode(canonicalJson({ toolName, input })));
}
