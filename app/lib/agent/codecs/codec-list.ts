import type { AppSettings, ToolCodecName } from '../../protocol/settings.ts';
import { jsonCodec } from './json-codec.ts';
import { nativeCodec } from './native-codec.ts';
import type { ToolCodec } from './tool-codec.ts';
import { xmlCodec } from './xml-codec.ts';

/** Every codec. A new one is a file, its test and a line here. */
const CODECS: readonly ToolCodec[] = [nativeCodec, jsonCodec, xmlCodec];

const BY_NAME: ReadonlyMap<ToolCodecName, ToolCodec> = new Map(CODECS.map((codec) => [codec.name, codec]));

export function codecNamed(name: ToolCodecName): ToolCodec {
  return BY_NAME.get(name) ?? nativeCodec;
}

/** The codec a user chose for a model, else function calls. */
export function codecOf(modelId: string, { codecs }: Pick<AppSettings, 'codecs'>): ToolCodec {
  // A Map: a model id may be any word, also one that every object has.
  return codecNamed(new Map(Object.entries(codecs)).get(modelId) ?? 'native');
}
