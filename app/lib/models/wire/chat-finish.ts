/** Other endpoints' names for OpenAI's four finish reasons. */
const REASONS: readonly [reason: string, names: RegExp][] = [
  ['stop', /^(?:stop|eos|eos_token|stop_sequence|stop_word|end_turn|end|complete|completed|done|finished|finish|normal)$/i],
  ['length', /^(?:length|max_tokens|max_output_tokens|max_length|token_limit|model_length|max_new_tokens)$/i],
  ['tool_calls', /^(?:tool_calls|tool_call|tool_use|tools?|function_calls?)$/i],
  ['content_filter', /content.?filter|^(?:safety|sensitive|recitation|blocklist|prohibited_content|spii|refusal)$/i],
];

/** The finish reason in OpenAI's terms; null while the answer has not ended. An unknown reason stays unchanged. */
export function finishReason(given: unknown): string | null {
  if (given === undefined || given === null || given === '' || given === 'null') return null;
  if (typeof given !== 'string') return 'stop';
  return REASONS.find(([, names]) => names.test(given))?.[0] ?? given;
}
