import { anthropicWire } from '../wires/anthropic-wire.ts';
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

const ID = /^[a-zA-Z0-9_-]+$/;
const MODEL = 'claude-sonnet-4-5';
const TOP = [
  'model',
  'messages',
  'max_tokens',
  'system',
  'tools',
  'tool_choice',
  'stream',
  'temperature',
  'thinking',
  'stop_sequences',
  'top_p',
  'top_k',
  'metadata',
  'output_config',
];

/** The Messages API: IDs, the order of calls and results, blocks without text, and thoughts recognised by their seal. */
export function strictAnthropic(): StrictWire {
  return {
    wire: anthropicWire,
    modelId: `anthropic:${MODEL}`,
    path: '/anthropic/',
    environment: (origin) => ({ ANTHROPIC_API_KEY: 'test-key', ANTHROPIC_BASE_URL: `${origin}/anthropic/v1` }),
    callId: (count) => `toolu_${String(count).padStart(24, '0')}`,
    refusalOf: (body) => refusalOf(() => checkRequest(body)),
    answer: (script, body) => {
      const before = list(body['messages'], 'messages');
      const signature = sealOf(MODEL, script.reasoning ?? '', contentOf(before));
      return withTexts(anthropicWire.answer(script), new Map([['sealed-by-anthropic', signature]]));
    },
  };
}

function checkRequest(body: Fields): void {
  onlyFields(body, TOP, 'request');
  demand(typeof body['max_tokens'] === 'number' && body['max_tokens'] > 0, 'max_tokens: Field required');
  const messages = list(body['messages'], 'messages').map((message, index) => fields(message, `messages.${index}`));
  demand(messages.length > 0, 'messages: at least one message is required');
  demand(messages[0]?.['role'] === 'user', 'messages: first message must use the "user" role');
  demand(
    messages.at(-1)?.['role'] === 'user',
    'This model does not support assistant message prefill. The conversation must end with a user message.',
  );
  const ids = new Set<string>();
  let open: string[] = [];
  for (const [place, message] of messages.entries()) {
    const what = `messages.${place}`;
    onlyFields(message, ['role', 'content'], what);
    const blocks = typeof message['content'] === 'string' ? [{ type: 'text', text: message['content'] }] : list(message['content'], what);
    demand(blocks.length > 0, `${what}: all messages must have non-empty content except for the optional final assistant message`);
    const results = blocks.flatMap((block) =>
      fields(block, what)['type'] === 'tool_result' ? [String(fields(block, what)['tool_use_id'])] : [],
    );
    for (const id of open)
      demand(
        message['role'] === 'user' && results.includes(id),
        `${what}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${id}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`,
      );
    for (const id of results)
      demand(
        open.includes(id),
        `${what}.content.0: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${id}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`,
      );
    open = [];
    for (const [index, one] of blocks.entries()) {
      const block = fields(one, what);
      checkBlock(block, { what: `${what}.content.${index}`, role: message['role'], before: messages.slice(0, place) });
      if (block['type'] !== 'tool_use') continue;
      const id = text(block['id'], `${what}.content.${index}.tool_use.id`);
      demand(!ids.has(id), `${what}: \`tool_use\` ids must be unique`);
      ids.add(id);
      open.push(id);
    }
  }
  checkThinking(body, messages);
}

interface BlockPlace {
  what: string;
  role: unknown;
  before: readonly Fields[];
}

function checkBlock(block: Fields, { what, role, before }: BlockPlace): void {
  switch (block['type']) {
    case 'text':
      onlyFields(block, ['type', 'text', 'cache_control'], what);
      demand(text(block['text'], what).trim() !== '', `${what}: text content blocks must contain non-whitespace text`);
      return;
    case 'tool_use':
      onlyFields(block, ['type', 'id', 'name', 'input', 'cache_control'], what);
      demand(role === 'assistant', `${what}: \`tool_use\` blocks can only be in \`assistant\` messages`);
      demand(ID.test(String(block['id'])), `${what}.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'`);
      demand(TOOL_NAME.test(String(block['name'])), `${what}.tool_use.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'`);
      fields(block['input'], `${what}.tool_use.input`);
      return;
    case 'tool_result':
      onlyFields(block, ['type', 'tool_use_id', 'content', 'is_error', 'cache_control'], what);
      demand(role === 'user', `${what}: \`tool_result\` blocks can only be in \`user\` messages`);
      demand(ID.test(String(block['tool_use_id'])), `${what}.tool_result.tool_use_id: String should match pattern '^[a-zA-Z0-9_-]+$'`);
      return;
    case 'image': {
      const source = fields(block['source'], what);
      demand(role === 'user', `${what}: \`image\` blocks can only be in \`user\` messages`);
      demand(
        /^image\/(?:png|jpeg|gif|webp)$/.test(String(source['media_type'])),
        `${what}.image.source.base64.media_type: Input should be 'image/jpeg', 'image/png', 'image/gif' or 'image/webp'`,
      );
      base64Image(source['data'], `${what}.image.source.base64`);
      return;
    }
    case 'thinking':
      onlyFields(block, ['type', 'thinking', 'signature'], what);
      demand(
        block['signature'] === sealOf(MODEL, block['thinking'], contentOf(before)),
        `${what}: Invalid \`signature\` in \`thinking\` block`,
      );
      return;
    default:
      demand(false, `${what}: Input tag '${String(block['type'])}' found using 'type' does not match any of the expected tags`);
  }
}

/** With a thinking budget, results are only valid for calls that were preceded by thoughts. */
function checkThinking({ thinking }: Fields, messages: readonly Fields[]): void {
  if (typeof thinking !== 'object' || thinking === null || fields(thinking, 'thinking')['type'] !== 'enabled') return;
  const place = messages.findLastIndex(({ role }) => role === 'assistant');
  const blocks = place === -1 ? [] : list(messages[place]?.['content'], 'content').map((block) => fields(block, 'content'));
  const continues = list(messages.at(-1)?.['content'], 'content').some((block) => fields(block, 'content')['type'] === 'tool_result');
  if (!continues || !blocks.some(({ type }) => type === 'tool_use')) return;
  demand(
    blocks[0]?.['type'] === 'thinking',
    `messages.${place}.content.0.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${String(blocks[0]?.['type'])}\`. When \`thinking\` is enabled, a final \`assistant\` message must start with a thinking block (preceeding the lastmost set of \`tool_use\` and \`tool_result\` blocks).`,
  );
}

/** Returns the message without its cache marks, which move. */
function contentOf(messages: readonly unknown[]): string {
  return JSON.stringify(messages, (name, value: unknown) => (name === 'cache_control' ? undefined : value));
}
