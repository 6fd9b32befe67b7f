import { expect, test } from 'vitest';
import { failureKindOf } from './failure-kind-of.ts';

/** Responses of providers, from their references and their users' reports; shortened to the distinguishing parts. */
const ANSWERS: readonly [string, number | null, string][] = [
  // A key that is wrong, missing, or not permitted.
  ['wrong-key', 401, '{"error":{"message":"Incorrect API key provided: sk-…","type":"invalid_request_error","code":"invalid_api_key"}}'],
  ['wrong-key', 401, '{"type":"error","error":{"type":"authentication_error","message":"invalid x-api-key"}}'],
  ['wrong-key', 403, '{"type":"error","error":{"type":"permission_error","message":"Your API key does not have permission"}}'],
  [
    'wrong-key',
    400,
    '{"error":{"code":400,"message":"API key not valid. Please pass a valid API key.","status":"INVALID_ARGUMENT","details":[{"reason":"API_KEY_INVALID"}]}}',
  ],
  ['wrong-key', 400, '{"error":{"code":400,"message":"API key expired. Please renew the API key.","status":"INVALID_ARGUMENT"}}'],
  ['wrong-key', 401, '{"error":{"message":"No auth credentials found","code":401}}'],
  ['wrong-key', 401, '{"error":{"message":"User not found.","code":401}}'],
  ['wrong-key', 401, '{"message":"Unauthorized","request_id":"x"}'],
  ['wrong-key', 401, '{"error":{"message":"Authentication Fails (no such user)","type":"authentication_error"}}'],
  [
    'wrong-key',
    400,
    '{"code":"Client specified an invalid argument","error":"Incorrect API key provided: xa***. You can obtain an API key from https://console.x.ai."}',
  ],
  ['wrong-key', 401, '{"error":{"code":"401","message":"Access denied due to invalid subscription key or wrong API endpoint."}}'],
  ['wrong-key', 403, '{"message":"The security token included in the request is invalid."}'],
  // An exhausted balance.
  [
    'no-quota',
    429,
    '{"error":{"message":"You exceeded your current quota, please check your plan and billing details.","type":"insufficient_quota","code":"insufficient_quota"}}',
  ],
  [
    'no-quota',
    400,
    '{"type":"error","error":{"type":"invalid_request_error","message":"Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing"}}',
  ],
  ['no-quota', 402, '{"error":{"message":"Insufficient credits. Add more using https://openrouter.ai/settings/credits","code":402}}'],
  ['no-quota', 402, '{"error":{"message":"Insufficient Balance","type":"unknown_error","code":"invalid_request_error"}}'],
  [
    'no-quota',
    403,
    '{"code":"permission-denied","error":"Your team has used all available credits or reached its monthly spending limit."}',
  ],
  [
    'no-quota',
    429,
    '{"error":{"code":429,"message":"You exceeded your current quota","status":"RESOURCE_EXHAUSTED","details":[{"quotaId":"GenerateRequestsPerDayPerProjectPerModel-FreeTier"}]}}',
  ],
  // Temporary limits.
  [
    'rate-limit',
    429,
    '{"error":{"message":"Rate limit reached for gpt-5 on tokens per min (TPM): Limit 30000, Used 28000, Requested 4000. Please try again in 4s.","code":"rate_limit_exceeded"}}',
  ],
  [
    'rate-limit',
    429,
    '{"type":"error","error":{"type":"rate_limit_error","message":"This request would exceed your organization’s rate limit of 50,000 input tokens per minute"}}',
  ],
  [
    'rate-limit',
    429,
    '{"error":{"code":429,"message":"You exceeded your current quota, please check your plan and billing details.","status":"RESOURCE_EXHAUSTED","details":[{"quotaId":"GenerateContentInputTokensPerModelPerMinute-FreeTier"},{"retryDelay":"34s"}]}}',
  ],
  ['rate-limit', 429, '{"message":"Too many tokens, please wait before trying again."}'],
  ['rate-limit', 429, '{"message":"Requests rate limit exceeded"}'],
  ['rate-limit', null, '{"throttlingException":{"message":"Too many requests"}}'],
  ['rate-limit', null, '{"type":"rate_limit_error","message":"Slow down"}'],
  // Failures of the provider itself.
  ['overload', 529, '{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}'],
  ['overload', null, '{"type":"overloaded_error","message":"Overloaded"}'],
  ['overload', 503, '{"error":{"code":503,"message":"The model is overloaded. Please try again later.","status":"UNAVAILABLE"}}'],
  ['overload', 500, '{"error":{"message":"The server had an error while processing your request.","type":"server_error"}}'],
  ['overload', null, '{"message":"The server had an error","type":"server_error","code":null}'],
  ['overload', 502, '<html><body>502 Bad Gateway</body></html>'],
  ['overload', 409, 'Conflict'],
  // Too long for the model's window or for a limit per minute.
  [
    'context-too-long',
    400,
    '{"error":{"message":"This model’s maximum context length is 128000 tokens. However, your messages resulted in 130000 tokens.","code":"context_length_exceeded"}}',
  ],
  [
    'context-too-long',
    400,
    '{"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 210000 tokens > 200000 maximum"}}',
  ],
  ['context-too-long', 413, '{"type":"error","error":{"type":"request_too_large","message":"Request exceeds the maximum size"}}'],
  [
    'context-too-long',
    400,
    '{"error":{"code":400,"message":"The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).","status":"INVALID_ARGUMENT"}}',
  ],
  [
    'context-too-long',
    413,
    '{"error":{"message":"Request too large for model `llama-3.1-8b-instant` on tokens per minute (TPM): Limit 6000, Requested 8000","code":"rate_limit_exceeded"}}',
  ],
  [
    'context-too-long',
    429,
    '{"error":{"message":"Request too large for gpt-4o on tokens per min (TPM): Limit 30000, Requested 40000.","code":"rate_limit_exceeded"}}',
  ],
  ['context-too-long', 400, '{"message":"Input is too long for requested model."}'],
  ['context-too-long', 500, '{"error":"the input length exceeds the context length"}'],
  // Filters.
  [
    'content-refused',
    400,
    '{"error":{"code":"content_filter","message":"The response was filtered due to the prompt triggering Azure OpenAI’s content management policy."}}',
  ],
  [
    'content-refused',
    403,
    '{"error":{"message":"Your chosen model requires moderation and your input was flagged for \\"violence\\"","code":403}}',
  ],
  [
    'content-refused',
    400,
    '{"error":{"message":"Invalid prompt: your prompt was flagged as potentially violating our usage policy.","code":"invalid_prompt"}}',
  ],
  // No such model.
  [
    'unknown-model',
    404,
    '{"error":{"message":"The model `gpt-9` does not exist or you do not have access to it.","code":"model_not_found"}}',
  ],
  ['unknown-model', 404, '{"type":"error","error":{"type":"not_found_error","message":"model: claude-9"}}'],
  ['unknown-model', 404, '{"error":{"code":404,"message":"models/gemini-9 is not found for API version v1beta","status":"NOT_FOUND"}}'],
  ['unknown-model', 400, '{"object":"error","message":"Invalid model: mistral-9","type":"invalid_model","code":"1500"}'],
  ['unknown-model', 400, '{"error":{"message":"x/y is not a valid model ID","code":400}}'],
  ['unknown-model', 400, '{"error":{"message":"Model Not Exist","type":"invalid_request_error"}}'],
  ['unknown-model', 400, '{"message":"The provided model identifier is invalid."}'],
  ['unknown-model', 404, '{"error":{"code":"DeploymentNotFound","message":"The API deployment for this resource does not exist."}}'],
  ['unknown-model', 404, '{"error":"model \'llama9\' not found, try pulling it first"}'],
  [
    'unknown-model',
    400,
    '{"error":{"message":"The model `x` has been decommissioned and is no longer supported.","code":"model_decommissioned"}}',
  ],
  // Time.
  ['time-out', 504, 'Gateway Time-out'],
  ['time-out', 408, ''],
  ['time-out', null, '{"message":"The operation timed out","type":"timeout_error"}'],
  // Everything else.
  ['refused', 400, '{"error":{"message":"Unsupported parameter: temperature"}}'],
  ['refused', 400, '{"error":{"message":"Unsupported parameter: tools","type":"server_error"}}'],
  ['refused', 422, '{"detail":[{"msg":"extra fields not permitted"}]}'],
];

test.each(ANSWERS)('%s: %s %s', (kind, status, text) => {
  expect(failureKindOf({ status, text })).toBe(kind);
});

test('words of a stream that say nothing known have no kind', () => {
  expect(failureKindOf({ status: null, text: 'Something odd' })).toBeNull();
});
