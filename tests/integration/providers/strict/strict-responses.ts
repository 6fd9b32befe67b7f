import { responsesWire } from '../wires/responses-wire.ts';
import {
  base64Image,
  demand,
  type Fields,
  fields,
  list,
  onlyFields,
  refusalOf,
  type StrictWire,
  sealOf,
  TOOL_NAME,
  text,
  withTexts,
} from './strict-wire.ts';

const MODEL = 'gpt-5.6';
const TOP = [
  'model',
  'input',
  'instructions',
  'tools',
  'tool_choice',
  'stream',
  'temperature',
  'reasoning',
  'include',
  'store',
  'text',
  'max_output_tokens',
  'top_p',
  'metadata',
];

/** The Responses API without storage: items by ID, and thoughts encrypted for the model that produced them. */
export function strictResponses(): StrictWire {
  let answers = 0;
  /** By item ID, the reasoning item that must accompany it, or `null` if there is none. */
  const given = new Map<string, string | null>();
  return {
    wire: responsesWire,
    modelId: `openai:${MODEL}`,
    path: '/responses/',
    environment: (origin) => ({ OPENAI_API_KEY: 'test-key', OPENAI_BASE_URL: `${origin}/responses/v1`, OPENAI_API: 'responses' }),
    callId: (count) => `call_${String(count).padStart(24, 'A')}`,
    refusalOf: (body) => refusalOf(() => checkRequest(body, given)),
    answer: (script, body) => {
      answers += 1;
      const reasoningId = `rs_${answers}_${'0'.repeat(48)}`;
      const texts = new Map([
        ['rs_1', reasoningId],
        ['msg_1', `msg_${answers}_${'0'.repeat(48)}`],
        ['sealed-by-responses', sealOf(MODEL, reasoningId, body['input'])],
      ]);
      for (const index of (script.calls ?? []).keys()) texts.set(`fc_${index}`, `fc_${answers}_${index}_${'0'.repeat(48)}`);
      const needed = script.reasoning === undefined ? null : reasoningId;
      for (const id of texts.values()) given.set(id, id === reasoningId ? null : needed);
      return withTexts(responsesWire.answer(script), texts);
    },
  };
}

function checkRequest(body: Fields, given: ReadonlyMap<string, string | null>): void {
  onlyFields(body, TOP, 'request');
  demand(body['store'] === false, 'store: this organisation keeps nothing');
  const items = list(body['input'], 'input').map((item, index) => fields(item, `input[${index}]`));
  const ids = new Set<string>();
  const calls = new Map<string, boolean>();
  for (const [place, item] of items.entries()) {
    const what = `input[${place}]`;
    const { id } = item;
    if (id !== undefined) checkId(String(id), { what, ids, given, reasoning: items.slice(0, place) });
    switch (item['type'] ?? 'message') {
      case 'message':
        checkMessage(item, what);
        break;
      case 'function_call':
        onlyFields(item, ['type', 'call_id', 'name', 'arguments', 'id', 'status'], what);
        demand(/^fc_/.test(String(id ?? 'fc_')), `Invalid '${what}.id': '${String(id)}'. Expected an ID that begins with 'fc'.`);
        checkCallId(item['call_id'], what);
        demand(
          TOOL_NAME.test(String(item['name'])),
          `Invalid '${what}.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.`,
        );
        fields(JSON.parse(text(item['arguments'], what)), `${what}.arguments`);
        calls.set(String(item['call_id']), false);
        break;
      case 'function_call_output':
        onlyFields(item, ['type', 'call_id', 'output', 'id', 'status'], what);
        demand(calls.has(String(item['call_id'])), `No tool call found for function call output with call_id ${String(item['call_id'])}.`);
        calls.set(String(item['call_id']), true);
        break;
      case 'reasoning':
        onlyFields(item, ['type', 'id', 'summary', 'encrypted_content', 'status'], what);
        demand(
          item['encrypted_content'] === sealOf(MODEL, id, items.slice(0, place)),
          `The encrypted content for item ${String(id)} could not be verified. (code: invalid_encrypted_content)`,
        );
        demand(isAnswerOf(items[place + 1]), `Item '${String(id)}' of type 'reasoning' was provided without its required following item.`);
        break;
      default:
        demand(false, `Invalid value: '${String(item['type'])}'. Supported values are: 'message', 'function_call', …`);
    }
  }
  for (const [id, isAnswered] of calls) demand(isAnswered, `No tool output found for function call ${id}.`);
}

function isAnswerOf(item: Fields | undefined): boolean {
  return item !== undefined && (item['type'] === 'function_call' || item['type'] === 'reasoning' || item['role'] === 'assistant');
}

interface IdPlace {
  what: string;
  ids: Set<string>;
  given: ReadonlyMap<string, string | null>;
  reasoning: readonly Fields[];
}

function checkId(id: string, { what, ids, given, reasoning }: IdPlace): void {
  demand(
    id.length <= 64,
    `Invalid '${what}.id': string too long. Expected a string with maximum length 64, but got a string with length ${id.length} instead.`,
  );
  demand(!ids.has(id), `Duplicate item found with id ${id}. Remove duplicate items from your input and try again.`);
  ids.add(id);
  demand(given.has(id), `Item with id '${id}' not found. Items are not persisted when \`store\` is set to false.`, 404);
  const needed = given.get(id) ?? null;
  const isThere = needed === null || reasoning.some((item) => item['id'] === needed);
  demand(isThere, `Item '${id}' was provided without its required 'reasoning' item: '${String(needed)}'.`);
}

function checkCallId(id: unknown, what: string): void {
  const given = text(id, `${what}.call_id`);
  demand(
    given !== '' && given.length <= 64,
    `Invalid '${what}.call_id': string too long. Expected a string with maximum length 64, but got a string with length ${given.length} instead.`,
  );
}

function checkMessage(item: Fields, what: string): void {
  onlyFields(item, ['type', 'role', 'content', 'id', 'status', 'phase'], what);
  const { role, content } = item;
  demand(['user', 'assistant', 'system', 'developer'].includes(String(role)), `Invalid value: '${String(role)}'.`);
  if (typeof content === 'string') return;
  for (const one of list(content, `${what}.content`)) {
    const part = fields(one, what);
    const kinds = role === 'assistant' ? ['output_text', 'refusal'] : ['input_text', 'input_image', 'input_file'];
    demand(kinds.includes(String(part['type'])), `Invalid value: '${String(part['type'])}'. Supported values are: ${kinds.join(', ')}.`);
    if (part['type'] !== 'input_image') continue;
    const [, data] = /^data:image\/(?:png|jpeg|gif|webp);base64,(.*)$/.exec(String(part['image_url'])) ?? [];
    base64Image(data, `${what}.image_url`);
  }
}
