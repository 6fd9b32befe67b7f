import type { LanguageModelV3 } from '@ai-sdk/provider';
import { APICallError } from 'ai';
import type { Connection } from '../../lib/models/connection.ts';
import { labelName } from '../../lib/models/label-name.ts';
import { secretsOf } from '../../lib/models/model-access.ts';
import type { ModelProvider } from '../../lib/models/model-provider.ts';
import { streamingProviderFetch } from '../../lib/models/provider-fetch.ts';
import type { ConnectionTest } from '../../lib/protocol/models/connections.ts';
import type { ModelInfo } from '../../lib/protocol/models/models.ts';
import { mapReason } from '../../lib/protocol/texts/map-reason.ts';
import { because, type Reason, reasonText } from '../../lib/protocol/texts/reason.ts';
import { ReasonError } from '../../lib/protocol/texts/reason-error.ts';
import { ProviderAddressError } from '../../lib/step/provider-address-error.ts';
import { redact } from '../../lib/step/to-safe-text.ts';
import { withoutVariables } from './without-variables.server.ts';

export interface ConnectionTrial {
  connection: Connection;
  provider: ModelProvider;
  fetch: typeof globalThis.fetch;
  signal: AbortSignal;
  /** Milliseconds for each of the two requests. */
  timeoutMs: number;
}

type Failed = Extract<ConnectionTest, { ok: false }>;

/** Limit of the model's answer in tokens: some models reject a smaller number. */
const TRIAL_TOKENS = 16;
const CHEAP = /mini|nano|haiku|flash|lite|small|8b|7b|3b/i;
const NO_QUOTA = /insufficient_quota|exceeded your current quota|credit balance|billing|payment/i;

/**
 * Tests the values that a user has entered: first the list of models, then a few tokens from one of them. Many providers return the list
 * for any key, and no list shows whether the account has credit.
 */
export async function testConnection(trial: ConnectionTrial): Promise<ConnectionTest> {
  const secrets = secretsOf({ connections: [trial.connection], providers: [trial.provider] });
  const said = (reason: Reason) => {
    const clean = mapReason(withoutVariables(reason), (text) => redact(text, secrets));
    return { message: reasonText(clean), reason: clean };
  };
  const listed = await listOf(trial);
  if (!listed.ok) {
    const baseUrl = listed.kind === 'address' ? await workingBaseUrl(trial) : null;
    const { kind, why } = listed;
    if (baseUrl === null) return { ok: false, kind, ...said(why) };
    return { ok: false, kind, ...said(because('{why} {baseUrl} answers with models.', { why, baseUrl })), baseUrl };
  }
  const models = listed.models.map((model) => ({ ...model, id: redact(model.id, secrets), name: redact(model.name, secrets) }));
  const asked = await askOneModel(trial, listed.models);
  if (asked.kind === 'answered') return { ok: true, models };
  const { message, reason } = said(asked.why);
  if (asked.kind === 'remark') return { ok: true, models, remark: message, reason };
  return { ok: false, kind: asked.kind, message, reason };
}

type Listed = { ok: true; models: ModelInfo[] } | { ok: false; kind: Failed['kind']; why: Reason };

async function listOf({ connection, provider, fetch, signal, timeoutMs }: ConnectionTrial): Promise<Listed> {
  const seen: { status: number | null; isBlocked: boolean } = { status: null, isBlocked: false };
  const watched: typeof fetch = async (input, init) => {
    try {
      const response = await fetch(input, init);
      seen.status = response.status;
      return response;
    } catch (error) {
      seen.isBlocked ||= error instanceof ProviderAddressError;
      throw error;
    }
  };
  try {
    const { id: connectionId, values } = connection;
    const either = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    const models = await provider.listModels({ connectionId, values, fetch: watched, signal: either });
    if (models.length > 0) return { ok: true, models };
    const why = because('{name} lists no model that can chat. Name models in {field}.', {
      name: connection.name,
      field: labelName('Models'),
    });
    return { ok: false, kind: 'other', why };
  } catch (error) {
    const why = reasonOf(error) ?? because('Its models could not be listed.');
    return { ok: false, kind: seen.isBlocked ? 'blocked' : kindOf(seen.status), why };
  }
}

function kindOf(status: number | null): Failed['kind'] {
  if (status === null) return 'network';
  if (status === 401 || status === 403) return 'key';
  if (status === 402) return 'quota';
  // A 200 without models, such as a web page, or a 3xx to another place.
  if (status === 404 || status === 405 || status < 400) return 'address';
  return 'other';
}

/** Tries to correct the base URL: most wrong ones lack the version at the end, or contain the path of an operation. */
async function workingBaseUrl(trial: ConnectionTrial): Promise<string | null> {
  const given = trial.connection.values.get('baseUrl')?.replace(/\/+$/, '');
  if (given === undefined) return null;
  const trimmed = given.replace(/\/(?:chat\/completions|completions|responses|models|messages)$/, '');
  const candidates = [...(trimmed === given ? [] : [trimmed]), ...(/\/v\d+\w*$/.test(trimmed) ? [] : [`${trimmed}/v1`])];
  for (const baseUrl of candidates) {
    const values = new Map([...trial.connection.values, ['baseUrl', baseUrl]]);
    const listed = await listOf({ ...trial, connection: { ...trial.connection, values } });
    // A rejected key also shows that this is the right address.
    if (listed.ok || listed.kind === 'key') return baseUrl;
  }
  return null;
}

type Asked = { kind: 'answered' } | { kind: 'remark' | 'key' | 'quota' | 'blocked'; why: Reason };

/** Returns the reason of an error: our own in the user's language, others unchanged. */
function reasonOf(error: unknown): Reason | null {
  if (error instanceof ReasonError) return error.reason;
  return error instanceof Error ? { text: '{words}', values: { words: error.message } } : null;
}

async function askOneModel(trial: ConnectionTrial, models: readonly ModelInfo[]): Promise<Asked> {
  const chosen = models.find(({ id }) => CHEAP.test(id)) ?? models[0];
  if (chosen === undefined) return { kind: 'answered' };
  const { connection, provider } = trial;
  const modelName = chosen.id.slice(connection.id.length + 1);
  try {
    const fetch = streamingProviderFetch(trial.fetch);
    const { model } = await provider.createModel({ modelName, values: connection.values, fetch });
    await firstWords(model, AbortSignal.any([trial.signal, AbortSignal.timeout(trial.timeoutMs)]));
    return { kind: 'answered' };
  } catch (error) {
    return failureOfTrial(error, connection.name, modelName);
  }
}

async function firstWords(model: LanguageModelV3, signal: AbortSignal): Promise<void> {
  const prompt = [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'Say ok.' }] }];
  const { stream } = await model.doStream({ prompt, maxOutputTokens: TRIAL_TOKENS, abortSignal: signal });
  const reader = stream.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    if (next.value.type === 'error') throw next.value.error;
  }
}

function failureOfTrial(error: unknown, name: string, modelName: string): Asked {
  const said = reasonOf(error) ?? because('an unknown fault');
  if (error instanceof ProviderAddressError) return { kind: 'blocked', why: said };
  const status = APICallError.isInstance(error) ? error.statusCode : undefined;
  const words = reasonText(said);
  const body = APICallError.isInstance(error) ? `${words} ${error.responseBody ?? ''}` : words;
  if (status === 402 || NO_QUOTA.test(body)) {
    const why = because('{name} takes the key, but there is no quota left: {said} Add credit to that account, or use another key.', {
      name,
      said,
    });
    return { kind: 'quota', why };
  }
  if (status === 401 || status === 403)
    return {
      kind: 'key',
      why: because('{name} refused the key ({status}): {said} Check the key.', { name, status: String(status), said }),
    };
  if (status === 429)
    return { kind: 'remark', why: because('{name} limits requests at the moment (429). The key works; wait a little.', { name }) };
  const what = status === undefined ? said : because('it answered {status}: {said}', { status: String(status), said });
  return {
    kind: 'remark',
    why: because('The models are listed, but asked for a word {model} failed: {what} Another model may work.', { model: modelName, what }),
  };
}
