import type { ToolCodec } from './tool-codec.ts';

/** Uses the provider's own function calls; nothing is encoded or decoded. */
export const nativeCodec: ToolCodec = {
  name: 'native',
  encode: (request) => request,
  createDecoder: () => null,
};
