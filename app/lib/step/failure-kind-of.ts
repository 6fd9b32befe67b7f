import type { FailureKind } from '../protocol/models/failure-kind.ts';
import { TOO_LONG } from '../protocol/models/too-long.ts';

/** The known facts about a refusal: its status, if any, and all its texts: message, codes, body. */
export interface ProviderWords {
  status: number | null;
  text: string;
}

interface Rule {
  kind: FailureKind;
  statuses?: readonly number[];
  words?: RegExp;
  /** These words may also occur in a refusal that is about the request itself. */
  isVague?: true;
}

/**
 * The first matching rule decides. Providers agree on little: a wrong key is 401, 403 or (Gemini) 400; an exhausted balance is
 * 402, 429 (OpenAI) or 400 (Anthropic); a conversation that is too long is 400, 413 or (OpenAI, by tokens per minute) 429. So
 * words come before statuses, and ambiguous words come last.
 */
const RULES: readonly Rule[] = [
  // Gemini also says "quota" and "billing" for limits that pass within a minute.
  { kind: 'no-quota', words: /RESOURCE_EXHAUSTED[\s\S]*(?:PerDay|limit: 0\b)|(?:PerDay|limit: 0\b)[\s\S]*RESOURCE_EXHAUSTED/ },
  { kind: 'rate-limit', words: /RESOURCE_EXHAUSTED/ },
  { kind: 'no-quota', statuses: [402] },
  {
    kind: 'no-quota',
    words:
      /insufficient[_ ](?:quota|balance|credits?|funds)|exceeded_current_quota|billing_(?:hard_limit|not_active|error)|credit balance is too low|out of credits|used all available credits|spend(?:ing)? limit|plan and billing|quota_exceeded|can only afford/i,
  },
  // One request with more tokens than the limit per minute: waiting does not help.
  { kind: 'context-too-long', words: /request too large|request_too_large/i },
  { kind: 'rate-limit', statuses: [429] },
  {
    kind: 'content-refused',
    words:
      /content_policy|content[_ ]filter|content management policy|ResponsibleAIPolicy|safety (?:system|settings|reasons)|usage polic|violat\w+ .{0,40}polic|moderation|flagged|data_inspection_failed|PROHIBITED_CONTENT|content_blocked|guardrail/i,
  },
  { kind: 'context-too-long', statuses: [413] },
  { kind: 'context-too-long', words: TOO_LONG },
  {
    kind: 'wrong-key',
    words:
      /invalid_api_key|api[_ -]?key[_ ](?:not[_ ]valid|invalid|expired|not[_ ]found)|(?:incorrect|invalid|missing|no|wrong) api[_ -]?key|authentication_error|authentication fail|invalid x-api-key|UnrecognizedClient|InvalidSignature|ExpiredToken|security token|no auth credentials|UNAUTHENTICATED|unauthorized/i,
  },
  {
    kind: 'unknown-model',
    words:
      /model_not_(?:found|available)|model_decommissioned|DeploymentNotFound|not_found_error|model not exist|(?:invalid|unknown|no such) model|not a valid model|model identifier is invalid|unsupported model|models?\b.{0,120}(?:not found|does not exist|no longer available|not supported)/i,
  },
  { kind: 'wrong-key', statuses: [401, 403] },
  { kind: 'unknown-model', statuses: [404] },
  { kind: 'time-out', statuses: [408, 504, 522, 524] },
  { kind: 'rate-limit', isVague: true, words: /rate[_ ]limit|throttl|too many requests|tokens per (?:min|day)|requests per (?:min|day)/i },
  { kind: 'time-out', isVague: true, words: /timeout|timed out|DEADLINE_EXCEEDED/i },
  {
    kind: 'overload',
    isVague: true,
    words: /overload|unavailable|server_error|api_error|internal[_ ]?(?:server[_ ]?)?error|internalServer|capacity|ModelStreamError/i,
  },
];

/** Returns null if no known wording matches; then the status, if any, shows only that it was a refusal. */
export function failureKindOf(words: ProviderWords): FailureKind | null {
  const { status } = words;
  const isTrouble = status !== null && (status === 409 || status >= 500);
  // The message of a failing server is not about the request; but some providers answer every refusal with 500.
  const rule = RULES.find((candidate) => fits(candidate, words));
  if (rule !== undefined) return rule.kind;
  if (isTrouble) return 'overload';
  return status === null ? null : 'refused';
}

function fits({ statuses, words, isVague }: Rule, { status, text }: ProviderWords): boolean {
  if (isVague && status !== null && status < 500) return false;
  if (statuses !== undefined) return status !== null && statuses.includes(status);
  return words?.test(text) ?? false;
}
