import type { ToolFailure } from '../../agent/contract/tool-definition.ts';
import type { PastContent } from '../../agent/contract/tool-ports.ts';
import { decodeText } from '../../search/text-file.ts';
import { failure } from '../failure.ts';

/** Returns the text of a file; null if there was none. `time` names the time for the model. */
export function pastText(path: string, time: string, content: PastContent): { text: string | null } | ToolFailure {
  switch (content.kind) {
    case 'absent':
      return { text: null };
    case 'lost':
      return failure('not_found', `The content of ${path} ${time} is no longer kept.`);
    case 'link':
      return failure('failed', `${path} was a symbolic link to ${content.target} (${time}).`);
    case 'file': {
      const text = decodeText(content.bytes);
      return text === null ? failure('failed', `${path} (${time}) is a binary file of ${content.bytes.length} bytes.`) : { text };
    }
  }
}
