/** A chat page as in the AI SDK's documentation: its client on our server's `/api/chat`, React, and react-markdown for each text. */
import { AbstractChat, type ChatState, DefaultChatTransport, type UIMessage } from 'ai';
import { createRoot } from 'react-dom/client';
import Markdown from 'react-markdown';
import remarkGfm from 'remark-gfm';

const root = createRoot(document.querySelector('main') ?? document.body);

class PageState implements ChatState<UIMessage> {
  status: ChatState<UIMessage>['status'] = 'ready';
  error: Error | undefined;
  #messages: UIMessage[] = [];
  #isScheduled = false;

  get messages(): UIMessage[] {
    return this.#messages;
  }

  set messages(messages: UIMessage[]) {
    this.#messages = messages;
    this.#show();
  }

  pushMessage = (message: UIMessage) => {
    this.messages = [...this.#messages, message];
  };

  popMessage = () => {
    this.messages = this.#messages.slice(0, -1);
  };

  replaceMessage = (index: number, message: UIMessage) => {
    this.messages = this.#messages.map((each, at) => (at === index ? structuredClone(message) : each));
  };

  snapshot = <T,>(value: T): T => structuredClone(value);

  /** Updates once per frame, like `experimental_throttle`. */
  #show(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    requestAnimationFrame(() => {
      this.#isScheduled = false;
      root.render(this.#messages.map((message) => <Message key={message.id} message={message} />));
    });
  }
}

function Message({ message }: { message: UIMessage }) {
  return message.parts.map((part, index) => {
    if (part.type === 'text')
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts are only added at the end
        <Markdown key={index} remarkPlugins={[remarkGfm]}>
          {part.text}
        </Markdown>
      );
    // biome-ignore lint/suspicious/noArrayIndexKey: parts are only added at the end
    if ('input' in part) return <pre key={index}>{typeof part.input === 'string' ? part.input : JSON.stringify(part.input)}</pre>;
    return null;
  });
}

class StockChat extends AbstractChat<UIMessage> {}

globalThis.askStock = async () => {
  const transport = new DefaultChatTransport({
    api: '/api/chat',
    headers: { 'x-devonz-request': '1' },
    prepareSendMessagesRequest: ({ messages }) => ({
      body: {
        chatId: 'stock',
        modelId: 'openai:bench',
        mode: 'agent',
        system: '',
        messages: messages.map(({ id, role, parts }) => ({ id, role, parts })),
        toolNames: ['devonz_write_file'],
      },
    }),
  });
  const chat = new StockChat({ state: new PageState(), transport });
  await chat.sendMessage({ text: 'Write a long answer' });
};
