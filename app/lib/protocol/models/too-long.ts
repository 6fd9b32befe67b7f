/** What providers say when a conversation is too long for a model. */
export const TOO_LONG =
  /context[ _-]?(?:length|window|size)|n_ctx|maximum (?:number of |prompt |input )?tokens|too many (?:input )?tokens|token count|(?:prompt|input|request) is too long|input is too long|request_too_large|request too large|exceeds? the (?:maximum|limit).{0,40}tokens/i;
