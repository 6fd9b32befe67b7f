import type { WireFormat } from '../wires/wire.ts';
import type { Oddity, Shown } from './oddity.ts';

/** Oddities of Messages, Responses, Gemini and Ollama, as in their many compatible endpoints and gateways. */

// biome-ignore lint/suspicious/noExplicitAny: a provider's event, which is changed as a gateway would.
type Event = any;
const CONTENT = 'A whole answer.';
const CALL = { id: 'call_1', name: 'devonz_write_file', input: { path: 'a.txt', content: 'x' } };
const said = { text: CONTENT };
const wrote = { file: 'x' };

/** Replaces each event by the result of `change`: one, several or no events. */
function changed(format: WireFormat, name: string, shows: Shown, change: (event: Event) => Event | Event[] | null): Oddity {
  return {
    name: `${format}: ${name}`,
    shows,
    play: ({ wire }) => {
      if (wire.format !== format) return null;
      const script = shows.file === undefined ? { text: CONTENT } : { calls: [CALL] };
      const events = wire
        .answer(script)
        .flatMap(eventsIn)
        .flatMap((event) => change(event) ?? []);
      return [
        { pieces: events.map((event) => (format === 'ollama' ? `${JSON.stringify(event)}\n` : `data: ${JSON.stringify(event)}\n\n`)) },
      ];
    },
  };
}

function whole(format: WireFormat, name: string, shows: Shown, body: unknown, contentType = 'application/json'): Oddity {
  const pieces = [typeof body === 'string' ? body : JSON.stringify(body)];
  return { name: `${format}: ${name}`, shows, play: ({ wire }) => (wire.format === format ? [{ contentType, pieces }] : null) };
}

function eventsIn(bytes: Uint8Array): Event[] {
  const text = new TextDecoder().decode(bytes);
  return text.split('\n').flatMap((line) => {
    const json = line.startsWith('data: ') ? line.slice(6) : line;
    return json.startsWith('{') ? [JSON.parse(json)] : [];
  });
}

const without = (value: Event, ...names: string[]) => Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
const texts = (value: Event) => JSON.parse(JSON.stringify(value), (_key, one) => (typeof one === 'number' ? String(one) : one));

const ANTHROPIC: readonly Oddity[] = [
  changed('anthropic', 'no usage in message_start', said, (event) =>
    event.type === 'message_start' ? { ...event, message: without(event.message, 'usage') } : event,
  ),
  changed('anthropic', 'no message_start', said, (event) => (event.type === 'message_start' ? null : event)),
  changed('anthropic', 'message_start without a message', said, (event) =>
    event.type === 'message_start' ? { type: 'message_start' } : event,
  ),
  changed('anthropic', 'no usage in message_delta', said, (event) => without(event, 'usage')),
  changed('anthropic', 'numbers as texts in usage', said, (event) => (event.usage ? { ...event, usage: texts(event.usage) } : event)),
  changed('anthropic', 'no index, words', said, (event) => without(event, 'index')),
  changed('anthropic', 'no index, a call', wrote, (event) => without(event, 'index')),
  changed('anthropic', 'no content_block_start before words', said, (event) => (event.type === 'content_block_start' ? null : event)),
  changed('anthropic', 'no content_block_stop', wrote, (event) => (event.type === 'content_block_stop' ? null : event)),
  changed('anthropic', 'no message_stop', wrote, (event) => (event.type === 'message_stop' ? null : event)),
  changed('anthropic', 'no message_delta', wrote, (event) => (event.type === 'message_delta' ? null : event)),
  changed('anthropic', 'stop_reason null', wrote, (event) =>
    event.type === 'message_delta' ? { ...event, delta: { stop_reason: null } } : event,
  ),
  changed('anthropic', 'stop_reason stop', said, (event) =>
    event.type === 'message_delta' ? { ...event, delta: { stop_reason: 'stop' } } : event,
  ),
  changed('anthropic', 'no id of a call', wrote, (event) =>
    event.content_block ? { ...event, content_block: without(event.content_block, 'id') } : event,
  ),
  changed('anthropic', 'input whole at the beginning', wrote, (event) => {
    if (event.content_block) return { ...event, content_block: { ...event.content_block, input: CALL.input } };
    return event.delta?.type === 'input_json_delta' ? null : event;
  }),
  changed('anthropic', 'partial_json as an object', wrote, (event) => {
    if (event.content_block)
      return [event, { type: 'content_block_delta', index: event.index, delta: { type: 'input_json_delta', partial_json: CALL.input } }];
    return event.delta?.type === 'input_json_delta' ? null : event;
  }),
  changed('anthropic', 'no input at the beginning', wrote, (event) =>
    event.content_block ? { ...event, content_block: without(event.content_block, 'input') } : event,
  ),
  changed('anthropic', 'text: null at the beginning', said, (event) =>
    event.content_block ? { ...event, content_block: { type: 'text', text: null } } : event,
  ),
  changed('anthropic', 'events of a kind that nobody knows', said, (event) => [{ type: 'vertex_event', x: 1 }, event]),
  changed('anthropic', 'a delta of a kind that nobody knows', said, (event) => [
    ...(event.delta ? [{ type: 'content_block_delta', index: 0, delta: { type: 'odd_delta', x: 1 } }] : []),
    event,
  ]),
  changed('anthropic', 'a thought without a signature', said, (event) =>
    event.type === 'message_start'
      ? [
          event,
          { type: 'content_block_start', index: 9, content_block: { type: 'thinking' } },
          { type: 'content_block_delta', index: 9, delta: { type: 'thinking_delta', thinking: 'I plan.' } },
          { type: 'content_block_stop', index: 9 },
        ]
      : event,
  ),
  whole('anthropic', 'stream ignored, words', said, {
    id: 'm',
    type: 'message',
    role: 'assistant',
    model: 'm',
    content: [{ type: 'text', text: CONTENT }],
    stop_reason: 'end_turn',
    usage: { input_tokens: 1, output_tokens: 2 },
  }),
  whole('anthropic', 'stream ignored, a call', wrote, {
    id: 'm',
    type: 'message',
    role: 'assistant',
    model: 'm',
    content: [
      { type: 'thinking', thinking: 'Yes.' },
      { type: 'tool_use', ...CALL },
    ],
    stop_reason: 'tool_use',
    usage: { input_tokens: 1, output_tokens: 2 },
  }),
];

const lastGemini = (event: Event) => event.candidates?.[0]?.finishReason !== undefined;
const parts = (event: Event, change: (part: Event) => Event): Event => ({
  ...event,
  candidates: event.candidates.map((one: Event) => ({ ...one, content: { ...one.content, parts: one.content.parts.map(change) } })),
});
const GEMINI: readonly Oddity[] = [
  changed('gemini', 'no finishReason, a call', wrote, (event) => (lastGemini(event) ? null : event)),
  changed('gemini', 'finishReason null in every event', said, (event) =>
    lastGemini(event) ? event : { ...event, candidates: event.candidates.map((one: Event) => ({ ...one, finishReason: null })) },
  ),
  changed('gemini', 'args as JSON in a text', wrote, (event) =>
    parts(event, (part) =>
      part.functionCall ? { functionCall: { ...part.functionCall, args: JSON.stringify(part.functionCall.args) } } : part,
    ),
  ),
  changed('gemini', 'arguments in place of args', wrote, (event) =>
    parts(event, (part) => (part.functionCall ? { functionCall: { name: CALL.name, arguments: CALL.input } } : part)),
  ),
  changed('gemini', 'function_call in place of functionCall', wrote, (event) =>
    parts(event, (part) => (part.functionCall ? { function_call: part.functionCall } : part)),
  ),
  changed('gemini', 'an id with the call', wrote, (event) =>
    parts(event, (part) => (part.functionCall ? { ...part, functionCall: { ...part.functionCall, id: 'x' } } : part)),
  ),
  changed('gemini', 'no role', said, (event) => ({
    ...event,
    candidates: event.candidates.map((one: Event) => ({ ...one, content: without(one.content, 'role') })),
  })),
  changed('gemini', 'no content at the end', said, (event) =>
    lastGemini(event) ? { ...event, candidates: [{ finishReason: 'STOP', index: 0 }] } : event,
  ),
  changed('gemini', 'content: null at the end', said, (event) =>
    lastGemini(event) ? { ...event, candidates: [{ finishReason: 'STOP', content: null }] } : event,
  ),
  changed('gemini', 'no parts at the end', said, (event) =>
    lastGemini(event) ? { ...event, candidates: [{ finishReason: 'STOP', content: { role: 'model' } }] } : event,
  ),
  changed('gemini', 'parts: null at the end', said, (event) =>
    lastGemini(event) ? { ...event, candidates: [{ finishReason: 'STOP', content: { role: 'model', parts: null } }] } : event,
  ),
  changed('gemini', 'a last event with usage and no candidates', said, (event) =>
    lastGemini(event) ? [event, without(event, 'candidates')] : event,
  ),
  changed('gemini', 'candidates: null', said, (event) => (lastGemini(event) ? [event, { ...event, candidates: null }] : event)),
  changed('gemini', 'numbers as texts in usageMetadata', said, (event) => ({ ...event, usageMetadata: texts(event.usageMetadata) })),
  changed('gemini', 'usageMetadata: null', said, (event) => ({ ...event, usageMetadata: null })),
  changed('gemini', 'stop in other letters', said, (event) =>
    lastGemini(event) ? { ...event, candidates: [{ ...event.candidates[0], finishReason: 'stop' }] } : event,
  ),
  changed('gemini', 'a finishReason that nobody knows', said, (event) =>
    lastGemini(event) ? { ...event, candidates: [{ ...event.candidates[0], finishReason: 'COMPLETE' }] } : event,
  ),
  changed('gemini', 'text: null beside a call', wrote, (event) =>
    parts(event, (part) => (part.functionCall ? { ...part, text: null } : part)),
  ),
  changed('gemini', 'parts of a kind that nobody knows', said, (event) => ({
    ...event,
    candidates: event.candidates.map((one: Event) => ({ ...one, content: { ...one.content, parts: [{ odd: 1 }, ...one.content.parts] } })),
  })),
  whole('gemini', 'a JSON array', wrote, [
    {
      candidates: [{ content: { role: 'model', parts: [{ functionCall: { name: CALL.name, args: CALL.input } }] }, finishReason: 'STOP' }],
    },
  ]),
  whole('gemini', 'stream ignored', said, {
    candidates: [{ content: { role: 'model', parts: [{ text: CONTENT }] }, finishReason: 'STOP' }],
  }),
];

const inResponse = (event: Event, change: (response: Event) => Event) =>
  event.type === 'response.completed' ? { ...event, response: change(event.response) } : event;
const inItem = (event: Event, change: (item: Event) => Event) => (event.item ? { ...event, item: change(event.item) } : event);
const RESPONSES: readonly Oddity[] = [
  changed('responses', 'no usage at the end', said, (event) => inResponse(event, (response) => without(response, 'usage'))),
  changed('responses', 'usage: null at the end', said, (event) => inResponse(event, (response) => ({ ...response, usage: null }))),
  changed('responses', 'numbers as texts in usage', said, (event) =>
    inResponse(event, (response) => ({ ...response, usage: texts(response.usage) })),
  ),
  changed('responses', 'no response.created', said, (event) => (event.type === 'response.created' ? null : event)),
  changed('responses', 'created_at as a text', said, (event) =>
    event.type === 'response.created' ? { ...event, response: { ...event.response, created_at: '2026-11-28' } } : event,
  ),
  changed('responses', 'no response.completed, a call', wrote, (event) => (event.type === 'response.completed' ? null : event)),
  changed('responses', 'no deltas of a call', wrote, (event) => (event.type.endsWith('.delta') ? null : event)),
  changed('responses', 'only deltas of a call and its end', wrote, (event) =>
    event.type === 'response.function_call_arguments.done' ? null : event,
  ),
  changed('responses', 'no id of items', wrote, (event) => inItem(event, (item) => without(item, 'id'))),
  changed('responses', 'no status of items', wrote, (event) => inItem(event, (item) => without(item, 'status'))),
  changed('responses', 'no call_id', wrote, (event) => inItem(event, (item) => without(item, 'call_id'))),
  changed('responses', 'arguments as an object', wrote, (event) =>
    inItem(event, (item) => (item.arguments ? { ...item, arguments: CALL.input } : item)),
  ),
  changed('responses', 'no output_index', wrote, (event) => without(event, 'output_index')),
  changed('responses', 'events of a kind that nobody knows', said, (event) => [{ type: 'response.heartbeat' }, { odd: 1 }, event]),
  whole('responses', 'stream ignored, words', said, {
    id: 'r',
    object: 'response',
    created_at: 1,
    model: 'm',
    status: 'completed',
    output: [
      {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        status: 'completed',
        content: [{ type: 'output_text', text: CONTENT, annotations: [] }],
      },
    ],
    usage: { input_tokens: 1, output_tokens: 2, total_tokens: 3 },
  }),
  whole('responses', 'stream ignored, a call', wrote, {
    id: 'r',
    object: 'response',
    created_at: 1,
    model: 'm',
    status: 'completed',
    output: [
      { id: 'fc_1', type: 'function_call', call_id: 'call_1', name: CALL.name, arguments: JSON.stringify(CALL.input), status: 'completed' },
    ],
  }),
];

const ollamaCalls = (event: Event, change: (call: Event) => Event) =>
  event.message?.tool_calls ? { ...event, message: { ...event.message, tool_calls: event.message.tool_calls.map(change) } } : event;
const OLLAMA: readonly Oddity[] = [
  changed('ollama', 'arguments as JSON in a text', wrote, (event) =>
    ollamaCalls(event, () => ({ function: { name: CALL.name, arguments: JSON.stringify(CALL.input) } })),
  ),
  changed('ollama', 'id, type and index with a call', wrote, (event) =>
    ollamaCalls(event, (call) => ({ id: 'call_1', type: 'function', index: 0, ...call })),
  ),
  changed('ollama', 'a number as id of a call', wrote, (event) => ollamaCalls(event, (call) => ({ id: 1, ...call }))),
  changed('ollama', 'no last line, a call', wrote, (event) => (event.done ? null : event)),
  changed('ollama', 'counts as texts', said, (event) => ({ ...texts(without(event, 'done')), done: event.done })),
  changed('ollama', 'counts that are null', said, (event) => (event.done ? { ...event, prompt_eval_count: null, eval_count: -1 } : event)),
  changed('ollama', 'no done_reason', wrote, (event) => without(event, 'done_reason')),
  changed('ollama', 'no message in the last line', said, (event) => (event.done ? without(event, 'message') : event)),
  changed('ollama', 'message: null in the last line', said, (event) => (event.done ? { ...event, message: null } : event)),
  changed('ollama', 'done as a text', said, (event) => ({ ...event, done: String(event.done) })),
  changed('ollama', 'error: null', said, (event) => ({ ...event, error: null })),
  changed('ollama', 'response in place of message', said, (event) => ({ ...without(event, 'message'), response: event.message.content })),
  changed('ollama', 'tool_calls: null beside words', said, (event) => ({ ...event, message: { ...event.message, tool_calls: null } })),
  whole(
    'ollama',
    'stream ignored, laid out',
    wrote,
    JSON.stringify(
      {
        model: 'm',
        message: { role: 'assistant', content: '', tool_calls: [{ function: { name: CALL.name, arguments: CALL.input } }] },
        done: true,
        done_reason: 'stop',
      },
      null,
      2,
    ),
  ),
  whole(
    'ollama',
    'events in place of lines',
    said,
    [{ message: { role: 'assistant', content: CONTENT } }, { done: true }]
      .map((event) => `data: ${JSON.stringify({ model: 'm', ...event })}\n\n`)
      .join(''),
    'text/event-stream',
  ),
];

export const OTHER_ODDITIES: readonly Oddity[] = [...ANTHROPIC, ...GEMINI, ...RESPONSES, ...OLLAMA];
