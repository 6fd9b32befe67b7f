import Markdown, { type Components, type ExtraProps } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { CodeBlock } from './code-block.tsx';

const PLUGINS = [remarkGfm];

/** What a model writes may not load anything by itself: pictures become links that the user may follow. */
const COMPONENTS: Components = {
  a: ({ href, children }) => (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  ),
  img: ({ src, alt }) => (
    <a href={typeof src === 'string' ? src : undefined} target="_blank" rel="noopener noreferrer">
      Picture: {alt || src}
    </a>
  ),
  pre: ({ node, children }) => {
    const block = codeOf(node);
    return (
      <CodeBlock code={block.code} info={block.info}>
        {children}
      </CodeBlock>
    );
  },
  table: ({ children }) => (
    <div className="overflow-x-auto">
      <table>{children}</table>
    </div>
  ),
};

/** The text of a block of code, and what is written behind its backticks. */
function codeOf(node: ExtraProps['node']): { code: string; info: string } {
  const element = node?.children[0];
  if (element?.type !== 'element') return { code: '', info: '' };
  const code = element.children.map((child) => (child.type === 'text' ? child.value : '')).join('');
  const names = element.properties.className;
  const language = (Array.isArray(names) ? names : []).map(String).find((name) => name.startsWith('language-'));
  const meta = element.data !== undefined && 'meta' in element.data ? String(element.data.meta ?? '') : '';
  return { code, info: `${language?.slice('language-'.length) ?? ''} ${meta}`.trim() };
}

export function MarkdownBlock({ text }: { text: string }) {
  return (
    <Markdown remarkPlugins={PLUGINS} components={COMPONENTS}>
      {text}
    </Markdown>
  );
}
