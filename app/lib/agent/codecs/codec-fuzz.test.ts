import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonValue } from '../../protocol/message.ts';
import { TOOLS } from '../../tools/index.ts';
import { toolParameters } from '../conversation/tool-parameters.ts';
import { JsonAnswerDecoder } from './json-answer-decoder.ts';
import { jsonCall } from './json-codec.ts';
import type { AnswerDecoder, DecodedPart } from './tool-codec.ts';
import { XmlAnswerDecoder } from './xml-answer-decoder.ts';
import { xmlCall } from './xml-codec.ts';

/** Texts in which the codecs' markers are frequent. */
const piece = fc.oneof(
  fc.string(),
  fc.constantFrom(
    '\n',
    '```',
    '```xml\n',
    '```json\n',
    '<',
    '</',
    '>',
    '<devonz_write_file>',
    '</devonz_write_file>',
    '<path>',
    '</path>',
    '<content>',
    '</content>',
    '<![CDATA[',
    ']]>',
    '<end_turn>',
    '<devonz_',
    '</devonz_',
    ' ',
    '\r\n',
    '{',
    '}',
    '{"type":"tool","name":"devonz_write_file","args":',
    '{"type":"answer","text":"',
    '"',
    '\\',
    ',',
    ':',
    'a.ts',
  ),
);
const words = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''));

interface Codec {
  name: string;
  decoder(): AnswerDecoder;
  write(toolName: string, input: JsonValue): string;
}
const CODECS: readonly Codec[] = [
  { name: 'json', decoder: () => new JsonAnswerDecoder(TOOLS), write: jsonCall },
  { name: 'xml', decoder: () => new XmlAnswerDecoder(TOOLS), write: xmlCall },
];

function decode(codec: Codec, text: string, wasCut = false): readonly DecodedPart[] {
  const decoder = codec.decoder();
  decoder.push(text);
  return decoder.end(wasCut);
}

/** Generates arguments for a tool by type, with hostile text in every string. */
const inputFor = (toolName: string): fc.Arbitrary<{ [key: string]: JsonValue }> => {
  const tool = TOOLS.find((one) => one.name === toolName);
  const parameters = tool === undefined ? [] : toolParameters(tool);
  const anyJson = fc.jsonValue({ maxDepth: 3 }).filter((value) => typeof value !== 'string');
  const fields = parameters.map(({ name, takesText }): [string, fc.Arbitrary<JsonValue>] => [name, takesText ? words : asJson(anyJson)]);
  return fc.record(Object.fromEntries(fields), { requiredKeys: [] }).map(withoutAbsent);
};
/** The type allows undefined values; such keys are omitted. */
const withoutAbsent = (input: Record<string, JsonValue | undefined>): { [key: string]: JsonValue } =>
  Object.fromEntries(Object.entries(input).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
const asJson = (arbitrary: fc.Arbitrary<unknown>) => arbitrary.map((value) => JSON.parse(JSON.stringify(value)) as JsonValue);

const anyCall = fc
  .constantFrom(...TOOLS.map((tool) => tool.name))
  .chain((toolName) => inputFor(toolName).map((input) => ({ toolName, input })));
const callsOf = (parts: readonly DecodedPart[]) => parts.filter((part) => part.type === 'call');

describe.each(CODECS)('the $name codec', (codec) => {
  test('gives the same parts however the answer was cut into pieces', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          words,
          anyCall.map(({ toolName, input }) => codec.write(toolName, input)),
        ),
        fc.infiniteStream(fc.nat(9)),
        fc.boolean(),
        (text, sizes, wasCut) => {
          const decoder = codec.decoder();
          for (let at = 0; at < text.length; ) {
            const size = 1 + (sizes.next().value ?? 0);
            decoder.push(text.slice(at, at + size));
            decoder.live();
            at += size;
          }
          expect(decoder.end(wasCut)).toEqual(decode(codec, text, wasCut));
        },
      ),
      { numRuns: 150 },
    );
  });

  test('throws at nothing', () => {
    fc.assert(
      fc.property(fc.oneof(words, fc.string({ unit: 'binary', maxLength: 200 })), fc.boolean(), (text, wasCut) => {
        expect(Array.isArray(decode(codec, text, wasCut))).toBe(true);
      }),
      { numRuns: 250 },
    );
  });

  test('reads back every call of every tool, whatever its arguments hold', () => {
    fc.assert(
      fc.property(anyCall, ({ toolName, input }) => {
        const [call, ...others] = callsOf(decode(codec, codec.write(toolName, input)));
        expect(others).toEqual([]);
        expect(call).toMatchObject({ toolName });
        expect(call?.input).toEqual(input);
      }),
      { numRuns: 250 },
    );
  });

  test('never gives a call that a changed answer does not say', () => {
    const change = fc.record({ at: fc.nat(), length: fc.nat(12), by: piece });
    fc.assert(
      fc.property(anyCall, change, ({ toolName, input }, { at, length, by }) => {
        const text = codec.write(toolName, input);
        const from = at % (text.length + 1);
        const changed = text.slice(0, from) + by + text.slice(from + length);
        for (const call of callsOf(decode(codec, changed))) {
          // Writing and reading the call again gives the same call, so there is only this one reading.
          expect(callsOf(decode(codec, codec.write(call.toolName, call.input)))).toMatchObject([
            { toolName: call.toolName, input: call.input },
          ]);
          expect(saysSo(codec.name, changed, call)).toBe(true);
        }
      }),
      {
        numRuns: 250,
        // Removes exactly the arguments from the text.
        examples: [
          [
            { toolName: 'devonz_task_complete', input: {} },
            { at: 645604610, length: 12, by: '"' },
          ],
        ],
      },
    );
  });
});

/** Checks that the text contains the call, by other means than the decoder's. */
function saysSo(codec: string, text: string, call: Extract<DecodedPart, { type: 'call' }>): boolean {
  if (codec === 'json') {
    const value = JSON.parse(text.trim().replace(/^```(?:json)?[ \t]*\r?\n([\s\S]*)```$/i, '$1')) as { [key: string]: JsonValue };
    const said = value.type === 'shell' ? value.command : value.args;
    // An answer without arguments gives none.
    return said === undefined ? Object.keys(call.input as object).length === 0 : JSON.stringify(value).includes(JSON.stringify(said));
  }
  // Every value appears verbatim in the text, in its own tag (with CDATA sections joined).
  const readings = [text, text.replaceAll(']]><![CDATA[', '')];
  const fields = Object.entries(call.input as { [key: string]: JsonValue });
  const occurs = (words: string) => readings.some((reading) => reading.includes(words));
  return fields.every(([name, value]) => occurs(`<${name}>`) && (typeof value !== 'string' || occurs(value)));
}
