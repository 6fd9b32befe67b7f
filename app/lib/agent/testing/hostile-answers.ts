import fc from 'fast-check';
import { TOOL_NAMES } from '../../protocol/tool-names.ts';

/**
 * Random answers with anything that a model, its provider or a broken proxy could send. Events are JSON text, because JavaScript's own
 * serializer would not write some of it (10,000 levels, 1e999).
 */
export interface HostileAnswer {
  events: string[];
  ending: 'end' | 'break' | 'hang';
}

const text = JSON.stringify;

const TOOLS = [
  TOOL_NAMES.readFile,
  TOOL_NAMES.writeFile,
  TOOL_NAMES.editFile,
  TOOL_NAMES.runCommand,
  TOOL_NAMES.listDirectory,
  TOOL_NAMES.searchCode,
  TOOL_NAMES.getErrors,
  TOOL_NAMES.updatePlan,
  TOOL_NAMES.askUser,
  TOOL_NAMES.taskComplete,
  TOOL_NAMES.process,
  TOOL_NAMES.deleteFile,
  TOOL_NAMES.renameFile,
];

const oddText = fc.constantFrom(
  '',
  ' ',
  '\u0000',
  '\ud800',
  'a\udc00b',
  '\u202eabc',
  '👋',
  '[DONE]',
  'data: x\n\n',
  '</tool_result>',
  '```',
  'x'.repeat(500),
);
const words = fc.oneof({ weight: 3, arbitrary: fc.string() }, oddText, fc.constant('I look at the file.'));
const longText = fc.constantFrom(20_000, 200_000).map((length) => 'lorem \ud83d '.repeat(length / 10));

const toolName = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...TOOLS) },
  fc.constantFrom(
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    '',
    `functions.${TOOL_NAMES.readFile}`,
    `${TOOL_NAMES.readFile}\u0000`,
    ` ${TOOL_NAMES.readFile}`,
  ),
  fc.constantFrom('n'.repeat(500), '\ud800'.repeat(40), '名前', '-rf', '9lives', 'a b/c:d'),
  fc.string(),
);
const callId = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('call-1', 'call-2', 'call-3') },
  fc.constantFrom('', 'i'.repeat(10_000), 'a b', '\ud800', '__proto__', `functions.${TOOL_NAMES.readFile}:0`),
  fc.string(),
);

const nested = (levels: number, open: string, inner: string, close: string) => open.repeat(levels) + inner + close.repeat(levels);
/** Valid JSON and near misses. */
const argumentsText = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      '{"path":"a.ts"}',
      '{"path":"b.ts","content":"let b;\\n"}',
      '{"command":"ls"}',
      '{"summary":"Done."}',
      '{"question":"Which?"}',
      '{}',
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '',
      '{',
      '{"path":"a.ts","content":"half',
      '{"path":"a.ts",}',
      '{"path":"a.ts"',
      '{path:1}',
      'null',
      '[]',
      '42',
      '"text"',
      'true',
    ),
  },
  fc.constantFrom(
    '{"n":1e999}',
    '{"n":-0,"m":-1e-400}',
    '{"__proto__":{"x":1},"path":"a.ts"}',
    '{"path":"\\ud800"}',
    '{"path":"../../etc/passwd"}',
    '{"a":1,"a":2}',
  ),
  fc.constantFrom(nested(100, '[', '1', ']'), nested(10_000, '{"a":', '1', '}'), nested(10_000, '[', '', '')),
  fc.json({ maxDepth: 3 }),
  fc.string(),
);
const json = fc.oneof(argumentsText.filter(isJson), fc.json({ maxDepth: 2 }));

const metadata = fc.oneof(
  { weight: 3, arbitrary: fc.constant('') },
  fc.constantFrom('{"google":{"thoughtSignature":"AbC+/=="}}', '{"openai":{"itemId":"rs_1","deep":[[[1]]]}}'),
  fc.constantFrom(
    'null',
    '7',
    '"x"',
    '{"google":"flat"}',
    '{"__proto__":{"a":1}}',
    `{"x":{"y":${nested(400, '[', '1', ']')}}}`,
    '{"x":{"y":"\\ud800"}}',
  ),
);
const withMetadata = (fields: string, given: string) => (given === '' ? `{${fields}}` : `{${fields},"providerMetadata":${given}}`);

const textEvent = fc
  .tuple(
    fc.constantFrom('text-start', 'text-delta', 'text-delta', 'text-end', 'reasoning-start', 'reasoning-delta', 'reasoning-end'),
    fc.constantFrom('t', 'r', '', '__proto__'),
    fc.oneof({ weight: 20, arbitrary: words }, longText),
    metadata,
  )
  .map(([type, id, delta, given]) => withMetadata(`"type":${text(type)},"id":${text(id)},"delta":${text(delta)}`, given));

const inputEvent = fc
  .tuple(fc.constantFrom('tool-input-start', 'tool-input-delta'), callId, toolName, argumentsText)
  .map(
    ([type, id, name, delta]) => `{"type":${text(type)},"toolCallId":${text(id)},"toolName":${text(name)},"inputTextDelta":${text(delta)}}`,
  );

const callEvent = fc
  .tuple(
    callId,
    toolName,
    fc.oneof(json, argumentsText.map(text)),
    metadata,
    fc.constantFrom('', '', ',"providerExecuted":true', ',"providerExecuted":"yes"'),
  )
  .map(([id, name, input, given, executed]) =>
    withMetadata(`"type":"tool-input-available","toolCallId":${text(id)},"toolName":${text(name)},"input":${input}${executed}`, given),
  );

const brokenCallEvent = fc
  .tuple(callId, toolName, argumentsText, words)
  .map(
    ([id, name, input, problem]) =>
      `{"type":"tool-input-error","toolCallId":${text(id)},"toolName":${text(name)},"input":${text(input)},"errorText":${text(problem)}}`,
  );

/** A call as a good provider sends it: the start, the arguments in pieces, then the whole. */
const wholeCall = fc
  .tuple(
    callId,
    fc.constantFrom(...TOOLS),
    fc.constantFrom('{"path":"a.ts"}', '{"path":"c.ts","content":"1"}', '{"command":"npm test"}', '{"subgoals":[]}'),
  )
  .map(([id, name, input]) => [
    `{"type":"tool-input-start","toolCallId":${text(id)},"toolName":${text(name)}}`,
    `{"type":"tool-input-delta","toolCallId":${text(id)},"inputTextDelta":${text(input.slice(0, 9))}}`,
    `{"type":"tool-input-delta","toolCallId":${text(id)},"inputTextDelta":${text(input.slice(9))}}`,
    `{"type":"tool-input-available","toolCallId":${text(id)},"toolName":${text(name)},"input":${input}}`,
  ]);

const outsideEvent = fc
  .tuple(fc.constantFrom('tool-output-available', 'tool-output-error', 'tool-output-denied', 'tool-approval-request'), callId, json)
  .map(([type, id, output]) => `{"type":${text(type)},"toolCallId":${text(id)},"output":${output},"errorText":"no"}`);

const oddEvent = fc.constantFrom(
  '{"type":"start"}',
  '{"type":"start-step"}',
  '{"type":"finish-step"}',
  '{"type":"source-url","sourceId":"1","url":"https://example.com"}',
  '{"type":"source-document","sourceId":"1","mediaType":"text/plain","title":"x"}',
  '{"type":"file","url":"data:image/png;base64,AAAA","mediaType":"image/png"}',
  '{"type":"file"}',
  '{"type":"data-weather","data":{"a":1}}',
  '{"type":"message-metadata","messageMetadata":{"usage":{"inputTokens":-1,"outputTokens":1e300}}}',
  '{"type":"message-metadata","messageMetadata":7}',
  '{"type":"text-delta","id":7,"delta":"x"}',
  '{"type":"tool-input-available"}',
  '{"type":"tool-input-available","toolCallId":"x","toolName":7,"input":{}}',
  '{"type":"__proto__"}',
  '{"type":7}',
  '{}',
  'null',
  '[]',
  '"text"',
);

const finish = fc
  .tuple(
    fc.constantFrom('stop', 'tool-calls', 'length', 'content-filter', 'error', 'other', 'unknown', '\ud800', 'x'.repeat(300)),
    fc.constantFrom('', ',"messageMetadata":{"usage":{"inputTokens":10,"outputTokens":1e999}}', ',"messageMetadata":null'),
  )
  .map(([reason, rest]) => `{"type":"finish","finishReason":${text(reason)}${rest}}`);
const endEvent = fc.oneof(
  { weight: 8, arbitrary: finish },
  fc.constantFrom(
    '{"type":"finish"}',
    '{"type":"finish","finishReason":null}',
    '{"type":"error"}',
    '{"type":"error","errorText":"overloaded"}',
    '{"type":"abort","reason":"x"}',
    '[DONE]',
    '{"type":',
    'not json',
  ),
);

const someEvents = fc
  .array(
    fc.oneof(
      { weight: 6, arbitrary: textEvent.map((event) => [event]) },
      { weight: 3, arbitrary: inputEvent.map((event) => [event]) },
      { weight: 3, arbitrary: callEvent.map((event) => [event]) },
      { weight: 2, arbitrary: brokenCallEvent.map((event) => [event]) },
      { weight: 3, arbitrary: wholeCall },
      { weight: 1, arbitrary: outsideEvent.map((event) => [event]) },
      { weight: 2, arbitrary: oddEvent.map((event) => [event]) },
      { weight: 1, arbitrary: finish.map((event) => [event]) },
    ),
    { maxLength: 8 },
  )
  .map((groups) => groups.flat());

/** Calls printed as text, as by a model with a text codec or a confused model. */
const spokenCalls = fc
  .tuple(fc.constantFrom(...TOOLS), argumentsText, words)
  .chain(([name, input, said]) =>
    fc.constantFrom(
      `{"type":"tool","name":${text(name)},"args":${input}}`,
      `{"type":"shell","command":${text(said)}`,
      `{"type":"answer","text":${text(said)}}`,
      `<${name}>\n<path>${input}</path>\n<content><![CDATA[${said}]]></content>\n</${name}>`,
      `<${name}>\n<edits>${input}</edits>\n</${name}>`,
      '<end_turn></end_turn>',
      `<think>${said}`,
    ),
  )
  .map((said) => [`{"type":"text-delta","id":"t","delta":${text(said)}}`]);

export const hostileAnswer: fc.Arbitrary<HostileAnswer> = fc
  .tuple(
    fc.oneof({ weight: 5, arbitrary: someEvents }, spokenCalls),
    fc.oneof({ weight: 6, arbitrary: endEvent.map((event) => [event]) }, fc.constant([] as string[])),
    fc.oneof({ weight: 10, arbitrary: fc.constant('end' as const) }, fc.constantFrom('break' as const, 'hang' as const)),
  )
  .map(([events, end, ending]) => ({ events: [...events, ...end], ending }));

function isJson(candidate: string): boolean {
  try {
    JSON.parse(candidate);
    return true;
  } catch {
    return false;
  }
}
