import { ollamaWire } from '../wires/ollama-wire.ts';
import { base64Image, demand, type Fields, fields, list, onlyFields, refusalOf, type StrictWire, text } from './strict-wire.ts';

const TOP = ['model', 'messages', 'tools', 'stream', 'truncate', 'shift', 'think', 'options', 'format', 'keep_alive'];

/** Ollama's own API: arguments are objects, images bare base64, and results refer to their tool by name. */
export function strictOllama(): StrictWire {
  return {
    wire: ollamaWire,
    modelId: 'ollama:qwen3:8b',
    path: '/ollama/',
    environment: (origin) => ({ OLLAMA_API_KEY: 'test-key', OLLAMA_BASE_URL: `${origin}/ollama` }),
    // It assigns none.
    callId: (count) => `unused_${count}`,
    refusalOf: (body) => refusalOf(() => checkRequest(body)),
    answer: (script) => ollamaWire.answer(script),
  };
}

function checkRequest(body: Fields): void {
  onlyFields(body, TOP, 'request');
  const messages = list(body['messages'], 'messages').map((message) => fields(message, 'message'));
  let open = 0;
  for (const [place, message] of messages.entries()) {
    const what = `messages[${place}]`;
    onlyFields(message, ['role', 'content', 'thinking', 'images', 'tool_calls', 'tool_name'], what);
    text(message['content'], `json: cannot unmarshal into Go struct field ${what}.content`);
    for (const image of list(message['images'] ?? [], what)) base64Image(image, 'illegal base64 data');
    const calls = list(message['tool_calls'] ?? [], what).map((call) => fields(fields(call, what)['function'], what));
    for (const call of calls)
      fields(call['arguments'], 'json: cannot unmarshal string into Go struct field .tool_calls.function.arguments');
    if (message['role'] === 'tool') {
      text(message['tool_name'], `${what}.tool_name`);
      demand(open > 0, `${what}: a result without its call`);
      open -= 1;
      continue;
    }
    demand(open === 0, `${what}: a call without its result`);
    open = calls.length;
  }
}
