import type { SecretGuard } from '../contract/ports.ts';
import type { KeptOutputs } from '../contract/tool-ports.ts';

/**
 * Returns the store of outputs, which gets them without the values of secret files. They are masked before they are kept, as the journal's
 * records are, because the values may have changed by the time that an output is read.
 */
export function maskedOutputs(outputs: KeptOutputs, secrets: SecretGuard | undefined): KeptOutputs {
  if (secrets === undefined) return outputs;
  return {
    keep: async (text) => outputs.keep((await secrets.masker())(text, [])),
    read: (hash) => outputs.read(hash),
  };
}
