/** A request that would spend the user's money, were it taken. */
export const CHAT_BODY = JSON.stringify({
  chatId: 'a',
  modelId: 'openai:hostile',
  mode: 'chat',
  system: '',
  messages: [{ id: 'm', role: 'user', parts: [{ type: 'text', text: 'spend' }] }],
  toolNames: [],
});
