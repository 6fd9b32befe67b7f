import type { ServerResponse } from 'node:http';
import { expect } from 'vitest';
import { withImageContents } from '../../../../app/lib/agent/history/images/with-image-contents.ts';
import { testSession } from '../../../../app/lib/agent/testing/test-session.ts';
import { createFetchTransport } from '../../../../app/lib/browser/browser-ports.ts';
import { MemoryWorkspace } from '../../../../app/lib/runtime/memory/memory-workspace.ts';
import { toWorkspacePath } from '../../../../app/lib/runtime/to-workspace-path.ts';
import { TOOLS, TOOL_REGISTRY as tools } from '../../../../app/lib/tools/index.ts';
import { answerChatRequest } from '../../../../app/server/step/answer-chat-request.server.ts';
import { ProviderServer } from '../../../../app/server/testing/provider-server.ts';
import { testAccess } from '../../../../app/server/testing/test-access.ts';
import type { ProviderRow } from '../provider-rows.ts';
import { AFTERWARDS, type Oddity, type PlayedAnswer } from './oddity.ts';

/**
 * `used`: as without the oddity. `repaired`: with one more request. `told`: ended with an explanation. `failed`: none of these, with the
 * reason.
 */
export type Outcome = { kind: 'used' | 'repaired' | 'told'; words?: string } | { kind: 'failed'; why: string };

/** A library's schema error is not an explanation. */
const DUMP = /Type validation failed|JSON parsing failed|invalid_type|invalid_union|"code"\s*:|Value: [{[]|Unexpected token|undefined/;

/** Plays an oddity at a provider: over HTTP, through the real step and a real session. Returns null if its format has no such oddity. */
export async function playOddity(oddity: Oddity, row: ProviderRow): Promise<Outcome | null> {
  const answers = oddity.play(row);
  if (answers === null) return null;
  const server = await ProviderServer.start((request, response) => {
    const played = answers[server.received.length - 1];
    if (played === undefined) send(response, row, { pieces: row.wire.answer({ text: AFTERWARDS }) });
    else send(response, row, typeof played === 'function' ? played(request) : played);
  });
  try {
    return await outcomeOf(oddity, row, server);
  } finally {
    await server.stop();
  }
}

async function outcomeOf(oddity: Oddity, row: ProviderRow, server: ProviderServer): Promise<Outcome> {
  const dependencies = { access: testAccess(row.environment(server.url)), tools: TOOLS };
  const sent = createFetchTransport(
    () => 'chat-1',
    (input, init) => answerChatRequest(new Request(new URL(String(input), 'http://ide.localhost'), init), dependencies),
  );
  const transport = withImageContents(sent, () => expect.unreachable('there are no images'));
  const workspace = new MemoryWorkspace({ 'notes.md': 'Nothing.' });
  const one = testSession({ transport, workspace, tools, modelId: () => row.modelId });
  await one.say('go');
  const { messages, notice, status } = one.session.state();
  const parts = messages.flatMap((message) => (message.role === 'assistant' ? message.parts : []));
  const said = parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
  const thought = parts.map((part) => (part.type === 'reasoning' ? part.text : '')).join('\n');
  const problems: string[] = [];
  const words = notice !== null && 'message' in notice && typeof notice.message === 'string' ? notice.message : JSON.stringify(notice);
  if (DUMP.test(words)) problems.push(`says ${words}`);
  if (notice !== null && oddity.tells !== undefined) {
    if (!oddity.tells.test(words)) problems.push(`says ${words}`);
    return problems.length > 0 ? { kind: 'failed', why: problems.join('; ') } : { kind: 'told', words };
  }
  const { text, thought: wanted, file } = oddity.shows;
  if (notice !== null) problems.push(`ended ${status} with ${words}`);
  if (text !== undefined && !said.includes(text)) problems.push(`said ${JSON.stringify(said)}`);
  if (wanted !== undefined && !thought.includes(wanted) && row.wire.showsReasoning) problems.push(`thought ${JSON.stringify(thought)}`);
  if (wanted !== undefined && said.includes(wanted)) problems.push(`said its thoughts: ${JSON.stringify(said)}`);
  const content =
    file === undefined
      ? undefined
      : await workspace.readFile(toWorkspacePath('a.txt') ?? expect.unreachable()).catch((error: unknown) => String(error));
  const bytes = content instanceof Uint8Array ? new TextDecoder().decode(content) : content;
  if (file !== undefined && bytes !== file) problems.push(`a.txt is ${JSON.stringify(bytes)}`);
  const offers = one.events.some((event) => event.type === 'codec-suggested');
  if (oddity.isRepaired === true && !offers) problems.push('no other codec is offered');
  if (problems.length > 0) return { kind: 'failed', why: `${problems.join('; ')}; ${server.received.length} requests` };
  const more = server.received.length - (oddity.requests ?? (file === undefined ? 1 : 2));
  if (oddity.isRepaired === true && more !== 1) return { kind: 'failed', why: `took ${more} requests more` };
  if (more === 0) return { kind: 'used' };
  return more === 1 ? { kind: 'repaired' } : { kind: 'failed', why: `took ${more} requests more` };
}

function send(response: ServerResponse, row: ProviderRow, { status = 200, contentType, headers, pieces }: PlayedAnswer): void {
  response.writeHead(status, { 'content-type': contentType ?? row.wire.contentType, ...headers });
  for (const piece of pieces) response.write(piece);
  response.end();
}
