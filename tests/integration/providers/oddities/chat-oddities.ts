import type { Oddity, PlayedAnswer } from './oddity.ts';

/** Oddities of Chat Completions and its many endpoints, as reported by users. */

type Fields = Record<string, unknown>;

export const CONTENT = 'A whole answer.';
const ARGUMENTS = '{"path":"a.txt","content":"x"}';
const NAME = 'devonz_write_file';

const sse = (...events: readonly unknown[]): string =>
  events.map((event) => `data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`).join('');
const chunk = (delta: unknown, finish: unknown = null, more: Fields = {}) => ({
  id: 'c',
  object: 'chat.completion.chunk',
  created: 1_790_000_000,
  model: 'm',
  choices: [{ index: 0, delta, finish_reason: finish }],
  ...more,
});
const call = (more: Fields = {}, given: Fields = {}) => ({
  index: 0,
  id: 'call_1',
  type: 'function',
  function: { name: NAME, arguments: ARGUMENTS, ...given },
  ...more,
});
const without = <Value extends Fields>(value: Value, ...names: string[]): Fields =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
const calls = (...list: unknown[]) => chunk({ tool_calls: list });
const stop = chunk({}, 'stop');
const called = chunk({}, 'tool_calls');
const text = chunk({ role: 'assistant', content: CONTENT });

const answering = (name: string, shows: Oddity['shows'], ...pieces: readonly (string | Uint8Array)[]): Oddity =>
  answered(name, shows, { pieces });

function answered(name: string, shows: Oddity['shows'], answer: PlayedAnswer): Oddity {
  return { name, shows, play: ({ wire }) => (wire.format === 'chat' ? [answer] : null) };
}

const said = { text: CONTENT };
const wrote = { file: 'x' };
const saying = (name: string, ...events: readonly unknown[]) => answering(name, said, sse(...events));
const calling = (name: string, ...events: readonly unknown[]) => answering(name, wrote, sse(...events));

const ENDS: readonly Oddity[] = [
  saying('no finish_reason before [DONE], words', text, '[DONE]'),
  calling('no finish_reason before [DONE], a call', calls(call()), '[DONE]'),
  calling('no finish_reason and no [DONE], a whole call', calls(call())),
  saying('finish_reason "" in every chunk', chunk({ content: CONTENT }, ''), chunk({}, ''), '[DONE]'),
  saying('finish_reason "eos"', text, chunk({}, 'eos'), '[DONE]'),
  saying('finish_reason "stop_sequence"', text, chunk({}, 'stop_sequence'), '[DONE]'),
  saying('finish_reason null to the end, usage last', text, { ...chunk({}), choices: [], usage: usage() }, '[DONE]'),
  saying('finishReason in place of finish_reason', text, { ...chunk({}), choices: [{ index: 0, delta: {}, finishReason: 'stop' }] }),
  calling('finish_reason "stop" after a call', calls(call()), stop, '[DONE]'),
  calling('finish_reason "tool_use" after a call', calls(call()), chunk({}, 'tool_use'), '[DONE]'),
  saying('no [DONE]', text, stop),
  saying('[DONE] twice', text, stop, '[DONE]', '[DONE]'),
  saying('finish_reason is a number', text, chunk({}, 1), '[DONE]'),
];

const CHUNKS: readonly Oddity[] = [
  saying('a last chunk with usage and no choices', text, stop, { id: 'c', object: 'chat.completion.chunk', usage: usage() }, '[DONE]'),
  saying('choices: [] at the beginning', { ...chunk({}), choices: [] }, text, stop, '[DONE]'),
  saying('choices: null', { ...chunk({}), choices: null }, text, stop, '[DONE]'),
  saying('delta: null', text, chunk(null), chunk(null, 'stop'), '[DONE]'),
  saying('no delta', text, { ...chunk({}), choices: [{ index: 0, finish_reason: 'stop' }] }, '[DONE]'),
  saying('content: null beside role', chunk({ role: 'assistant', content: null }), text, stop, '[DONE]'),
  saying('content as an array of parts', chunk({ content: [{ type: 'text', text: CONTENT }] }), stop, '[DONE]'),
  saying('content as an array of texts', chunk({ content: [CONTENT] }), stop, '[DONE]'),
  saying('content as one part', chunk({ content: { type: 'text', text: CONTENT } }), stop, '[DONE]'),
  saying('no role, no index', { ...chunk({}), choices: [{ delta: { content: CONTENT } }] }, stop, '[DONE]'),
  saying('role in every chunk', text, chunk({ role: 'assistant', content: '' }), chunk({ role: 'assistant' }, 'stop'), '[DONE]'),
  saying('role that is none', chunk({ role: '', content: CONTENT }), chunk({ role: null }, 'stop'), '[DONE]'),
  saying('tool_calls: null beside content', chunk({ content: CONTENT, tool_calls: null }), chunk({ tool_calls: null }, 'stop'), '[DONE]'),
  saying('tool_calls: [] beside content', chunk({ content: CONTENT, tool_calls: [] }), chunk({ tool_calls: [] }, 'stop'), '[DONE]'),
  saying('created is a text', { ...text, created: '1790000000' }, { ...stop, created: '2026-11-28T00:00:00Z' }, '[DONE]'),
  saying('created is a fraction', { ...text, created: 1_790_000_000.25 }, stop, '[DONE]'),
  saying('id and model are null', { ...text, id: null, model: null }, { ...stop, id: null, model: null }, '[DONE]'),
  saying('id is a number, no object', { ...without(text, 'object'), id: 17 }, stop, '[DONE]'),
  saying('neither id nor created nor model', without(text, 'id', 'created', 'model', 'object'), stop, '[DONE]'),
  saying('numbers as texts in usage', text, { ...stop, usage: usage(String) }, '[DONE]'),
  saying('usage with nulls', text, { ...stop, usage: { prompt_tokens: null, completion_tokens: null, total_tokens: null } }, '[DONE]'),
  saying('usage: {}', text, { ...stop, usage: {} }, '[DONE]'),
  saying('usage in every chunk', { ...text, usage: usage() }, { ...stop, usage: usage() }, '[DONE]'),
  saying('usage by other names', text, { ...stop, usage: { input_tokens: 100, output_tokens: 30 } }, '[DONE]'),
  saying('error: null in every chunk', { ...text, error: null }, { ...stop, error: null }, '[DONE]'),
  saying('a chunk of a kind that nobody knows', { type: 'ping' }, text, { object: 'heartbeat' }, stop, '[DONE]'),
  saying('a chunk that is null', 'null', text, stop, '[DONE]'),
  saying('logprobs of another form', { ...chunk({}), choices: [{ index: 0, delta: { content: CONTENT }, logprobs: {} }] }, stop, '[DONE]'),
  saying('annotations of another form', chunk({ content: CONTENT, annotations: null, refusal: null, audio: null }), stop, '[DONE]'),
];

const CALLS: readonly Oddity[] = [
  calling('no index in tool_calls', calls(without(call(), 'index')), called, '[DONE]'),
  calling('index is null', calls(call({ index: null })), called, '[DONE]'),
  calling('index is a text', calls(call({ index: '0' })), called, '[DONE]'),
  calling('no type in tool_calls', calls(without(call(), 'type')), called, '[DONE]'),
  calling('type is null', calls(call({ type: null })), called, '[DONE]'),
  calling('type is ""', calls(call({ type: '' })), called, '[DONE]'),
  calling('no id in tool_calls', calls(without(call(), 'id')), called, '[DONE]'),
  calling('id is ""', calls(call({ id: '' })), called, '[DONE]'),
  calling('id is a number', calls(call({ id: 7 })), called, '[DONE]'),
  calling('neither index nor id nor type', calls(without(call(), 'index', 'id', 'type')), called, '[DONE]'),
  calling('arguments as an object', calls(call({}, { arguments: JSON.parse(ARGUMENTS) })), called, '[DONE]'),
  calling('arguments as JSON in a text', calls(call({}, { arguments: JSON.stringify(ARGUMENTS) })), called, '[DONE]'),
  calling(
    'parameters in place of arguments',
    calls(call({}, { arguments: undefined, parameters: JSON.parse(ARGUMENTS) })),
    called,
    '[DONE]',
  ),
  calling('arguments: null first', calls(call({}, { arguments: null })), ...rest(), called, '[DONE]'),
  calling('no arguments first', calls({ ...call(), function: { name: NAME } }), ...rest(), called, '[DONE]'),
  calling('arguments {} first, then the real ones', calls(call({}, { arguments: '{}' })), ...rest(), called, '[DONE]'),
  calling('name "" in what follows', calls(call({}, { arguments: '' })), ...rest({ name: '' }), called, '[DONE]'),
  calling('name null in what follows', calls(call({}, { arguments: '' })), ...rest({ name: null }), called, '[DONE]'),
  calling('name again in what follows', calls(call({}, { arguments: '' })), ...rest({ name: NAME }), called, '[DONE]'),
  calling('id again in what follows', calls(call({}, { arguments: '' })), ...rest({}, { id: 'call_1' }), called, '[DONE]'),
  calling('id "" in what follows', calls(call({}, { arguments: '' })), ...rest({}, { id: '', type: 'function' }), called, '[DONE]'),
  calling('neither index nor id in what follows', calls(call({}, { arguments: '' })), ...rest({}, {}, 'index'), called, '[DONE]'),
  calling(
    'the name in two pieces',
    calls(call({}, { name: 'devonz_', arguments: '' })),
    calls({ index: 0, function: { name: 'write_file' } }),
    ...rest(),
    called,
    '[DONE]',
  ),
  calling(
    'the whole call again at the end',
    calls(call({}, { arguments: '' })),
    ...rest(),
    chunk({ tool_calls: [call()] }, 'tool_calls'),
    '[DONE]',
  ),
  calling('arguments that count up', ...counting(), called, '[DONE]'),
  calling('arguments twice', calls(call({}, { arguments: ARGUMENTS + ARGUMENTS })), called, '[DONE]'),
  calling('a call as an object, no list', chunk({ tool_calls: call() }), called, '[DONE]'),
  calling('name and arguments beside function', calls({ index: 0, id: 'call_1', name: NAME, arguments: ARGUMENTS }), called, '[DONE]'),
  calling('function_call of before', chunk({ function_call: { name: NAME, arguments: ARGUMENTS } }), chunk({}, 'function_call'), '[DONE]'),
  calling('one index for two calls', calls(other()), calls(call()), called, '[DONE]'),
  calling('two calls in one chunk without index', calls(without(other(), 'index'), without(call(), 'index')), called, '[DONE]'),
  calling('two calls in turns', ...inTurns(), called, '[DONE]'),
  calling('indexes begin at 1', calls(call({ index: 1 })), called, '[DONE]'),
  calling('call and finish_reason in one chunk', chunk({ tool_calls: [call()] }, 'tool_calls'), '[DONE]'),
  calling(
    'message in place of delta',
    {
      ...chunk({}),
      choices: [
        { index: 0, message: { role: 'assistant', content: null, tool_calls: [without(call(), 'index')] }, finish_reason: 'tool_calls' },
      ],
    },
    '[DONE]',
  ),
];

const whole = (message: Fields, finish: unknown = 'stop') => ({
  id: 'c',
  object: 'chat.completion',
  created: 1,
  model: 'm',
  choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: finish }],
  usage: usage(),
});
const asJson = (name: string, shows: Oddity['shows'], contentType: string, body: string): Oddity =>
  answered(name, shows, { contentType, pieces: [body] });
const wholeText = JSON.stringify(whole({ content: CONTENT }));
const wholeCall = JSON.stringify(whole({ content: null, tool_calls: [without(call(), 'index')] }, 'tool_calls'));

const BODIES: readonly Oddity[] = [
  asJson('stream ignored, words', said, 'application/json', wholeText),
  asJson('stream ignored, a call', wrote, 'application/json', wholeCall),
  asJson('stream ignored, laid out', wrote, 'application/json', JSON.stringify(JSON.parse(wholeCall), null, 2)),
  asJson('JSON that is called an event stream', wrote, 'text/event-stream', wholeCall),
  asJson('a JSON array of chunks', wrote, 'application/json', JSON.stringify([calls(call()), called])),
  asJson('JSON lines', wrote, 'application/x-ndjson', [calls(call()), called].map((one) => `${JSON.stringify(one)}\n`).join('')),
  asJson(
    'JSON lines called an event stream',
    wrote,
    'text/event-stream',
    [calls(call()), called].map((one) => `${JSON.stringify(one)}\n`).join(''),
  ),
  asJson('an event stream called JSON', said, 'application/json', sse(text, stop, '[DONE]')),
  asJson('an event stream called text', said, 'text/plain', sse(text, stop, '[DONE]')),
  answering('data: without a blank', said, sse(text, stop, '[DONE]').replaceAll('data: ', 'data:')),
  answering('CRLF', said, sse(text, stop, '[DONE]').replaceAll('\n', '\r\n')),
  answering('CR', said, sse(text, stop, '[DONE]').replaceAll('\n', '\r')),
  answering('a byte order mark', said, `\ufeff${sse(text, stop, '[DONE]')}`),
  answering('one line end between events', wrote, sse(calls(call()), called, '[DONE]').replaceAll('\n\n', '\n')),
  answering(
    'comments and keep-alives',
    said,
    ': connected\n\n',
    sse(text),
    ': keep-alive\n\n:\n\n\n\n',
    sse(stop),
    'event: ping\ndata:\n\n',
    sse('[DONE]'),
  ),
  answering(
    'id:, event: and retry: fields',
    said,
    `retry: 10\n\nid: 1\nevent: message\n${sse(text)}id: 2\nevent: chunk\n${sse(stop, '[DONE]')}`,
  ),
  answering(
    'data over several lines',
    said,
    `data: ${JSON.stringify(text, null, 1).replaceAll('\n', '\ndata: ')}\n\n${sse(stop, '[DONE]')}`,
  ),
  answering(
    'byte by byte',
    wrote,
    ...[...new TextEncoder().encode(sse(calls(call()), called, '[DONE]'))].map((byte) => Uint8Array.of(byte)),
  ),
  answering('no empty line at the end', wrote, sse(calls(call()), called, '[DONE]').trimEnd()),
  answering('[DONE] in other letters, no finish_reason', said, sse(text, '[done]')),
  answering('an error that is none of the stream, after a whole answer', said, sse(text, stop), '{"detail":"client disconnected"}'),
];

function usage(of: (count: number) => unknown = (count) => count): Fields {
  return { prompt_tokens: of(100), completion_tokens: of(30), total_tokens: of(130) };
}

function rest(given: Fields = {}, more: Fields = {}, ...left: string[]) {
  const pieces = [ARGUMENTS.slice(0, 12), ARGUMENTS.slice(12)];
  return pieces.map((piece) => calls(without({ index: 0, ...more, function: { arguments: piece, ...given } }, ...left)));
}

function counting() {
  return [8, 16, ARGUMENTS.length].map((end) => calls(call({}, { arguments: ARGUMENTS.slice(0, end) })));
}

function other() {
  return call({ id: 'call_0' }, { name: 'devonz_read_file', arguments: '{"path":"notes.md"}' });
}

function inTurns() {
  const [one, two] = ['{"path":"note', 's.md"}'];
  const [first, second] = [ARGUMENTS.slice(0, 10), ARGUMENTS.slice(10)];
  const more = (index: number, piece: string | undefined) => calls({ index, function: { arguments: piece } });
  return [
    calls(call({ id: 'call_0' }, { name: 'devonz_read_file', arguments: one })),
    calls(call({ index: 1 }, { arguments: first })),
    more(0, two),
    more(1, second),
  ];
}

export const CHAT_ODDITIES: readonly Oddity[] = [...ENDS, ...CHUNKS, ...CALLS, ...BODIES];
