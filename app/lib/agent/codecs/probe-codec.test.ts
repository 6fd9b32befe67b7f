import { describe, expect, test } from 'vitest';
import { listDirectoryTool } from '../../tools/list-directory.ts';
import { StepTransportError } from '../contract/errors.ts';
import { call, ScriptedTransport, say } from '../testing/scripted-transport.ts';
import { printedCall } from './printed/printed-calls.ts';
import { probeCodec } from './probe-codec.ts';

const CALL = call({ toolName: 'devonz_list_directory', input: { path: 'src' } });
const JSON_CALL = say('{"type":"tool","name":"devonz_list_directory","args":{"path":"src"}}');
const XML_CALL = say('I look.\n<devonz_list_directory>\n<path>src</path>\n');

function probe(transport: ScriptedTransport, signal = new AbortController().signal) {
  return probeCodec({ transport, modelId: 'm:1', tool: listDirectoryTool }, signal);
}

describe('the probe suggests what has worked', () => {
  test('functions, with one request', async () => {
    const transport = new ScriptedTransport(CALL);
    expect(await probe(transport)).toEqual({ suggestion: 'native', reason: 'It called the tool as a function.' });
    expect(transport.requests).toMatchObject([{ toolNames: ['devonz_list_directory'], temperature: 0 }]);
  });

  test('JSON for a model that only answers in words', async () => {
    const transport = new ScriptedTransport(say('You can list it with ls.'), JSON_CALL);
    expect(await probe(transport)).toEqual({
      suggestion: 'json',
      reason: 'It did not call the tool as a function. It called the tool as JSON.',
    });
    expect(transport.requests[1]?.toolNames).toEqual([]);
  });

  test('XML where a server refuses functions and the model wraps its JSON in words', async () => {
    // The server's wording (provider-failure.server.ts).
    const refusal = new StepTransportError('Ollama refused the request (400): it takes no tools', { status: 424 });
    const result = await probe(new ScriptedTransport(refusal, say('Sure! {"type":"tool"}'), XML_CALL));
    expect(result).toMatchObject({ suggestion: 'xml', reason: expect.stringContaining('takes no tools') });
  });

  test('nothing where nothing works: bad arguments and other tools do not count', async () => {
    const bad = call({ toolName: 'devonz_list_directory', input: { path: 7 } });
    const other = say('{"type":"tool","name":"devonz_fly","args":{}}');
    expect((await probe(new ScriptedTransport(bad, other, say('', { finishReason: 'other' })))).suggestion).toBeNull();
  });

  test.each([
    ['OpenAI refused the key (401): wrong', 424, 'wrong-key'],
    ['There is no such model', 400, 'unknown-model'],
    ['Forbidden', 403, undefined],
    ['OpenAI is limiting requests', 429, undefined],
    ['The server cannot be reached.', null, undefined],
  ] as const)('nothing, with the reason, where the model cannot be asked: %s', async (message, status, kind) => {
    const transport = new ScriptedTransport(new StepTransportError(message, { status, kind }));
    expect(await probe(transport)).toEqual({ suggestion: null, reason: `The model could not be asked: ${message}` });
  });

  test('a stop stops it, and a fault of the program is not hidden', async () => {
    await expect(probe(new ScriptedTransport(CALL), AbortSignal.abort())).rejects.toThrow('Stopped');
    await expect(probe(new ScriptedTransport())).rejects.toThrow('nobody scripted');
  });
});

test.each([
  ['```json\n{"name": "devonz_list_directory", "arguments": {}}\n```', 'json'],
  ['I call devonz_list_directory({"path": "src"})', 'json'],
  ['<devonz_list_directory>\n<path>src</path>', 'xml'],
  ['Use devonz_list_directory for that.', null],
  ['Nothing.', null],
])('a printed call is known: %j', (text, codec) => {
  expect(printedCall(text, [listDirectoryTool])).toBe(codec);
  expect(printedCall(text, [])).toBeNull();
});
