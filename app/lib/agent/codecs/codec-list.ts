import type { AppSettings, ToolCodecName } from '../../protocol/settings.ts';
import { jsonCodec } from './json-codec.ts';
import { nativeCodec } from './native-codec.ts';
import type { ToolCodec } from './tool-codec.ts';
import { xmlCodec } from './xml-codec.ts';

/** All codecs. A new codec is a file, its test and a line here. */
const CODECS: readonly ToolCodec[] = [nativeCodec, jsonCodec, xmlCodec];

const BY_NAME: ReadonlyMap<ToolCodecName, ToolCodec> = new Map(CODECS.map((codec) => [codec.name, codec]));

export function codecNamed(name: ToolCodecName): ToolCodec {
  return BY_NAME.get(name) ?? nativeCodec;
}

/** Returns the codec that the user chose for a model; function calls by default. */
export function codecOf(modelId: string, { codecs }: Pick<AppSettings, 'codecs'>): ToolCodec {
  // A Map, because a model id may equal a property that every object has.
  return codecNamed(new Map(Object.entries(codecs)).get(modelId) ?? 'native');
}
