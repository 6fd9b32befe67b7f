import { createServer, type ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';

/** The model's behaviour: `text` writes text, `file` writes files, `command` runs a command and then writes text. */
export const SCENES = ['text', 'file', 'command'] as const;
export type Scene = (typeof SCENES)[number];

/** Returns a tab's message: its words contain what the provider needs, so that a repeated session plays the same. */
export function taskOf(scene: Scene, tag: string): string {
  return `play ${scene} ${tag}`;
}

/** Returns the words of a text. Each word of a response is unique: `TAG`, `t` for text or `f` for a file, and a number. */
export function wordsIn(text: string, tag: string, kind: 't' | 'f'): Set<string> {
  return new Set(text.match(new RegExp(`${tag}${kind}\\d+x`, 'g')) ?? []);
}

const WORDS_A_SECOND = 60;
const WORDS_OF_AN_ANSWER = 400;
const WORDS_OF_A_FILE = 120;

const questionSchema = z.object({ messages: z.array(z.object({ role: z.string(), content: z.unknown() }).loose()) });
const addressSchema = z.object({ port: z.number() });

export interface TokenProvider {
  /** The value for `OPENAI_BASE_URL`. */
  url: string;
  stop(): Promise<void>;
}

/** Starts a model (Chat Completions) that responds slowly, in words that can be identified later. */
export async function startTokenProvider(): Promise<TokenProvider> {
  const server = createServer(async (request, response) => {
    // Answers the model list, from which the app reads the windows.
    if (request.method !== 'POST') return response.writeHead(404).end();
    let body = '';
    for await (const chunk of request) body += String(chunk);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    await answer(questionSchema.parse(JSON.parse(body)), response);
    response.end('data: [DONE]\n\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = addressSchema.parse(server.address());
  return {
    url: `http://127.0.0.1:${port}/v1`,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function answer({ messages }: z.infer<typeof questionSchema>, response: ServerResponse): Promise<void> {
  const asked = messages.findLastIndex(({ role, content }) => role === 'user' && /play \w+ \w+/.test(JSON.stringify(content)));
  const [, scene = 'text', tag = 'none'] = /play (\w+) (\w+)/.exec(JSON.stringify(messages[asked]?.content)) ?? [];
  const place = messages.slice(asked + 1).filter(({ role }) => role === 'assistant').length;
  if (scene === 'file' && place < 4) return writeFile(response, tag, place);
  if (scene === 'command' && place === 0) return runCommand(response, tag);
  for (let word = 1; word <= WORDS_OF_AN_ANSWER && !response.closed; word++) {
    await send(response, { content: `${tag}t${place * 1_000 + word}x ` });
  }
  response.write(event({}, 'stop'));
}

async function writeFile(response: ServerResponse, tag: string, place: number): Promise<void> {
  const name = { index: 0, id: `call-${tag}-${place}`, type: 'function', function: { name: 'devonz_write_file', arguments: '' } };
  response.write(event({ tool_calls: [name] }));
  const grow = (text: string) => send(response, { tool_calls: [{ index: 0, function: { arguments: text } }] });
  await grow(`{"path":"${tag}-${place}.txt","content":"`);
  for (let word = 1; word <= WORDS_OF_A_FILE && !response.closed; word++) {
    await grow(`${tag}f${place * 1_000 + word}x${word % 5 === 0 ? '\\n' : ' '}`);
  }
  await grow('"}');
  response.write(event({}, 'tool_calls'));
}

async function runCommand(response: ServerResponse, tag: string): Promise<void> {
  await send(response, { content: `${tag}t1x ` });
  const command = JSON.stringify({ command: `echo ${tag} >> ran.txt && sleep 2` });
  const call = { index: 0, id: `call-${tag}`, type: 'function', function: { name: 'devonz_run_command', arguments: command } };
  response.write(event({ tool_calls: [call] }));
  response.write(event({}, 'tool_calls'));
}

async function send(response: ServerResponse, delta: Record<string, unknown>): Promise<void> {
  response.write(event(delta));
  await pause(1_000 / WORDS_A_SECOND);
}

function event(delta: Record<string, unknown>, finishReason: string | null = null): string {
  const choices = [{ index: 0, delta, finish_reason: finishReason }];
  return `data: ${JSON.stringify({ id: 'crash', object: 'chat.completion.chunk', created: 1, model: 'crash', choices })}\n\n`;
}
