import { chatWire } from '../wires/chat-wire.ts';
import { base64Image, demand, type Fields, fields, list, onlyFields, refusalOf, type StrictWire, TOOL_NAME, text } from './strict-wire.ts';

const TOP = [
  'model',
  'messages',
  'tools',
  'tool_choice',
  'stream',
  'stream_options',
  'temperature',
  'max_tokens',
  'reasoning_effort',
  'stop',
  'top_p',
];
/** Mistral's IDs, the strictest of this format. */
const ID = /^[a-zA-Z0-9]{9}$/;

/** Chat Completions by the strictest rules of its providers: Mistral's for foreign IDs, Groq's without fields for others' thoughts. */
export function strictChat(): StrictWire {
  const wire = chatWire({ reasoning: (thought) => ({ reasoning_content: thought }), usagePlace: 'own' });
  const givenIds = new Set<string>();
  const thoughts = new Set<string>();
  return {
    wire,
    modelId: 'openai-compatible:kimi-k2-thinking',
    path: '/chat/',
    environment: (origin) => ({ OPENAI_COMPATIBLE_API_KEY: 'test-key', OPENAI_COMPATIBLE_BASE_URL: `${origin}/chat/v1` }),
    // Ids in Moonshot's format: the tool's name and the number of previous calls in this response; some proxies append their own suffix.
    callId: (count, name) =>
      count % 4 === 3 ? `chatcmpl-tool-${'a'.repeat(75)}-${String(count).padStart(5, '0')}` : `functions.${name}:${count % 4}`,
    refusalOf: (body) => refusalOf(() => checkRequest(body, { givenIds, thoughts })),
    answer: (script) => {
      for (const { id } of script.calls ?? []) givenIds.add(id);
      if (script.reasoning !== undefined) thoughts.add(script.reasoning);
      return wire.answer(script);
    },
  };
}

interface Given {
  givenIds: ReadonlySet<string>;
  thoughts: ReadonlySet<string>;
}

function checkRequest(body: Fields, given: Given): void {
  onlyFields(body, TOP, 'request');
  const messages = list(body['messages'], 'messages').map((message, index) => fields(message, `messages.[${index}]`));
  const ids = new Set<string>();
  let open: string[] = [];
  for (const [place, message] of messages.entries()) {
    const what = `messages.[${place}]`;
    const { role } = message;
    if (role === 'tool') {
      onlyFields(message, ['role', 'tool_call_id', 'content'], what);
      text(message['content'], what);
      demand(
        open.includes(String(message['tool_call_id'])),
        `${what}: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.`,
      );
      open = open.filter((id) => id !== message['tool_call_id']);
      continue;
    }
    demand(
      open.length === 0,
      `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${open.join(', ')}`,
    );
    if (role === 'assistant') open = checkAssistant(message, { what, ids, ...given });
    else checkSaid(message, what);
  }
  demand(open.length === 0, `The following tool_call_ids did not have response messages: ${open.join(', ')}`);
}

function checkSaid(message: Fields, what: string): void {
  onlyFields(message, ['role', 'content'], what);
  demand(message['role'] === 'user' || message['role'] === 'system', `${what}.role: unknown`);
  const { content } = message;
  demand(content !== '', `${what}.content: must not be empty`);
  if (typeof content === 'string') return;
  const parts = list(content, what).map((part) => fields(part, what));
  demand(parts.length > 0, `${what}.content: must not be empty`);
  for (const part of parts) {
    demand(part['type'] === 'text' || part['type'] === 'image_url', `${what}: unknown part ${String(part['type'])}`);
    if (part['type'] === 'text') demand(text(part['text'], what) !== '', `${what}: empty text`);
    else
      base64Image(
        /^data:image\/(?:png|jpeg|gif|webp);base64,(.*)$/.exec(String(fields(part['image_url'], what)['url']))?.[1],
        `${what}.image_url`,
      );
  }
}

function checkAssistant(message: Fields, { what, ids, givenIds, thoughts }: Given & { what: string; ids: Set<string> }): string[] {
  onlyFields(message, ['role', 'content', 'tool_calls', 'reasoning_content'], what);
  const calls = message['tool_calls'] === undefined ? [] : list(message['tool_calls'], what).map((call) => fields(call, what));
  const said = message['content'] ?? '';
  demand(calls.length > 0 || (typeof said === 'string' && said !== ''), `${what}: content or tool_calls must not be empty`);
  const { reasoning_content: thought } = message;
  demand(thought === undefined || thoughts.has(String(thought)), `${what}: property 'reasoning_content' is unsupported`);
  return calls.map((call) => {
    onlyFields(call, ['id', 'type', 'function'], what);
    const id = text(call['id'], `${what}.tool_calls.id`);
    demand(givenIds.has(id) || ID.test(id), `Tool call id was ${id} but must be a-z, A-Z, 0-9, with a length of 9.`);
    demand(!ids.has(id), `${what}: Duplicate tool call id in assistant message`);
    ids.add(id);
    const called = fields(call['function'], what);
    demand(
      TOOL_NAME.test(String(called['name'])),
      `${what}: Function name was ${String(called['name'])} but must be a-z, A-Z, 0-9, or contain underscores and dashes, with a maximum length of 64.`,
    );
    fields(JSON.parse(text(called['arguments'], what)), `${what}.arguments`);
    return id;
  });
}
