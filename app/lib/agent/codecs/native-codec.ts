import type { ToolCodec } from './tool-codec.ts';

/** The provider's own function calls: nothing to say, nothing to read. */
export const nativeCodec: ToolCodec = {
  name: 'native',
  encode: (request) => request,
  createDecoder: () => null,
};
