import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { RequestOptions } from '@modelcontextprotocol/sdk/shared/protocol.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  ListRootsRequestSchema,
  PromptListChangedNotificationSchema,
  ResourceListChangedNotificationSchema,
  ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { t } from '../../i18n/t.ts';
import { errorMessage } from '../../protocol/error-message.ts';
import type { JsonValue } from '../../protocol/json-value.ts';
import { withoutHidden } from '../../tools/files/without-hidden.ts';
import { MCP_LIMITS } from '../mcp-limits.ts';
import type { McpCallOptions, McpCallResult, McpPart } from '../mcp-service.ts';
import type { Words } from '../words.ts';
import { GuardedTransport } from './guarded-transport.ts';
import { type ContentBlock, PartReader, shortText } from './result-parts.ts';

const blockSchema = z.looseObject({ type: z.string() });
/** Wider than the protocol: an unknown part is shown as such and does not make the whole result fail. */
const callResultSchema = z.looseObject({
  content: z.array(blockSchema).catch([]),
  structuredContent: z.unknown().optional(),
  isError: z.boolean().catch(false).default(false),
});
const resourceResultSchema = z.looseObject({ contents: z.array(z.looseObject({})) });
const promptResultSchema = z.looseObject({
  messages: z.array(z.looseObject({ role: z.enum(['user', 'assistant']).catch('user'), content: blockSchema })),
});
const listSchema = z.array(z.unknown()).default([]);
const pageSchema = z.looseObject({ nextCursor: z.string().optional(), tools: listSchema, resources: listSchema, prompts: listSchema });

/** The entries of a list, as sent by the server. */
export interface Listing {
  tools: readonly unknown[];
  resources: readonly unknown[];
  prompts: readonly unknown[];
  remarks: readonly string[];
}

export interface ConnectionOptions {
  transport: Transport;
  now(): number;
  /** The folder in which an engine's server works; null if it is given none. */
  root: string | null;
  /** Milliseconds. */
  connectTime: number;
  signal: AbortSignal;
  onListsChanged(): void;
  /** Not called after `close`. `fault`: why it was disconnected, or null. */
  onClosed(fault: Words | null): void;
}

/** One connection to a server: the SDK's client with limits. */
export class McpConnection {
  readonly #client: Client;
  readonly #transport: GuardedTransport;
  #isClosing = false;

  private constructor(client: Client, transport: GuardedTransport) {
    this.#client = client;
    this.#transport = transport;
  }

  /** Rejects with the SDK's error, or with the reason why the transport was closed. */
  static async open(options: ConnectionOptions): Promise<McpConnection> {
    const { root, signal, connectTime } = options;
    const client = new Client(
      { name: 'devonz', version: '1' },
      // The server's schema for results is not compiled: a pattern in it could hang the page, and results are only data here.
      { capabilities: root === null ? {} : { roots: {} }, jsonSchemaValidator: ACCEPTING },
    );
    const transport = new GuardedTransport(options.transport, options.now);
    const connection = new McpConnection(client, transport);
    if (root !== null) client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: [{ uri: `file://${root}`, name: 'project' }] }));
    for (const schema of [ToolListChangedNotificationSchema, ResourceListChangedNotificationSchema, PromptListChangedNotificationSchema]) {
      client.setNotificationHandler(schema, () => options.onListsChanged());
    }
    // Errors of single messages are reported where the answer is awaited.
    client.onerror = () => undefined;
    try {
      await client.connect(transport, { signal, timeout: connectTime });
    } catch (error) {
      connection.#isClosing = true;
      await transport.close().catch(() => undefined);
      throw transport.fault === null ? error : new Error(transport.fault());
    }
    client.onclose = () => {
      if (!connection.#isClosing) options.onClosed(transport.fault);
    };
    return connection;
  }

  get serverName(): string {
    return shortText(this.#client.getServerVersion()?.name, MCP_LIMITS.name);
  }

  get serverVersion(): string {
    return shortText(this.#client.getServerVersion()?.version, MCP_LIMITS.name);
  }

  async list(signal: AbortSignal): Promise<Listing> {
    const has = this.#client.getServerCapabilities() ?? {};
    const remarks: string[] = [];
    const options = { signal, timeout: MCP_LIMITS.connectHttp };
    const tools = has.tools === undefined ? [] : await this.#pages('tools', MCP_LIMITS.tools, options, remarks);
    // A server is still useful without its resources or prompts.
    const others = async (kind: 'resources' | 'prompts') => {
      if (has[kind] === undefined) return [];
      try {
        return await this.#pages(kind, MCP_LIMITS[kind], options, remarks);
      } catch (error) {
        if (signal.aborted) throw error;
        const problem = strangersWords(error);
        remarks.push(
          kind === 'resources'
            ? t('Its resources cannot be listed: {problem}', { problem })
            : t('Its prompts cannot be listed: {problem}', { problem }),
        );
        return [];
      }
    };
    return { tools, resources: await others('resources'), prompts: await others('prompts'), remarks };
  }

  async #pages(kind: ListKind, most: number, options: RequestOptions, remarks: string[]): Promise<unknown[]> {
    const found: unknown[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < MCP_LIMITS.pages; page++) {
      const params = cursor === undefined ? {} : { cursor };
      const answer = await this.#client.request({ method: `${kind}/list`, params }, pageSchema, options);
      found.push(...answer[kind]);
      cursor = answer.nextCursor;
      if (cursor === undefined) return found;
      if (found.length > most) break;
    }
    if (found.length <= most) remarks.push(TOO_MANY_PAGES[kind](MCP_LIMITS.pages));
    return found;
  }

  /** `isTask`: the server runs the call as a task, which is polled until it is done. Rejects with the SDK's error. */
  async call(tool: string, input: JsonValue, isTask: boolean, { signal, onProgress }: McpCallOptions): Promise<McpCallResult> {
    const options: RequestOptions = {
      signal,
      timeout: MCP_LIMITS.callSilence,
      maxTotalTimeout: MCP_LIMITS.call,
      resetTimeoutOnProgress: true,
      onprogress: ({ progress, total, message }) =>
        onProgress?.({ progress, total: total ?? null, message: shortText(message, MCP_LIMITS.name) }),
    };
    const params = { name: tool, arguments: input };
    const result = isTask
      ? await this.#runTask(params, options, onProgress)
      : await this.#client.request({ method: 'tools/call', params }, callResultSchema, options);
    const reader = new PartReader();
    // Loose objects with a type are all that the reader of blocks needs.
    const parts = reader.read(result.content as ContentBlock[]);
    return { parts, structured: reader.structured(result.structuredContent), isError: result.isError };
  }

  async #runTask(params: { name: string; arguments: JsonValue }, options: RequestOptions, onProgress: McpCallOptions['onProgress']) {
    const stream = this.#client.experimental.tasks.requestStream({ method: 'tools/call', params }, callResultSchema, {
      ...options,
      task: { ttl: MCP_LIMITS.call },
    });
    let step = 0;
    for await (const message of stream) {
      if (message.type === 'result') return message.result;
      if (message.type === 'error') throw message.error;
      onProgress?.({
        progress: ++step,
        total: null,
        message: shortText(message.task.statusMessage ?? message.task.status, MCP_LIMITS.name),
      });
    }
    throw new Error('The server ended the task without a result.');
  }

  async readResource(uri: string, signal: AbortSignal): Promise<McpPart[]> {
    const options = { signal, timeout: MCP_LIMITS.callSilence };
    const { contents } = await this.#client.request({ method: 'resources/read', params: { uri } }, resourceResultSchema, options);
    return new PartReader().read(contents.map((resource) => ({ type: 'resource', resource })));
  }

  async getPrompt(name: string, values: Readonly<Record<string, string>>, signal: AbortSignal) {
    const options = { signal, timeout: MCP_LIMITS.callSilence };
    const params = { name, arguments: { ...values } };
    const { messages } = await this.#client.request({ method: 'prompts/get', params }, promptResultSchema, options);
    const reader = new PartReader();
    return messages.slice(0, MCP_LIMITS.parts).flatMap(({ role, content }) =>
      // A loose object with a type is all that the reader of blocks needs.
      reader.read([content as ContentBlock]).map((part) => ({ role, part })),
    );
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    await this.#client.close().catch(() => undefined);
    await this.#transport.close().catch(() => undefined);
  }
}

type ListKind = 'tools' | 'resources' | 'prompts';

const TOO_MANY_PAGES: Readonly<Record<ListKind, (most: number) => string>> = {
  tools: (most) => t('Its list of tools has more than {most} pages; the others are left out.', { most }),
  resources: (most) => t('Its list of resources has more than {most} pages; the others are left out.', { most }),
  prompts: (most) => t('Its list of prompts has more than {most} pages; the others are left out.', { most }),
};

const ACCEPTING = {
  getValidator: () => (input: unknown) => ({ valid: true as const, data: input as never, errorMessage: undefined }),
};

/** An error's text, which may come from the server. */
export function strangersWords(error: unknown): string {
  return withoutHidden(errorMessage(error).slice(0, 500)).replace(/\s+/g, ' ').trim();
}
