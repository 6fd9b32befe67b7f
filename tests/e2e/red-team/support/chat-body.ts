/** A request that would cost the user money if it were accepted. */
export const CHAT_BODY = JSON.stringify({
  chatId: 'a',
  modelId: 'openai:hostile',
  mode: 'chat',
  system: '',
  messages: [{ id: 'm', role: 'user', parts: [{ type: 'text', text: 'spend' }] }],
  toolNames: [],
});
