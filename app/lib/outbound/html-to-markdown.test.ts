// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { htmlToMarkdown } from './html-to-markdown.ts';

const markdown = (html: string) => htmlToMarkdown(html, 'https://docs.example.org/guide/');

test('a page becomes its words, with headings, lists, links, code and tables', () => {
  const html = `<html><head><title>Guide</title></head><body><nav>Menu</nav><main>
    <h2>Install</h2><p>Run   <code>npm i</code>, then <a href="../next">go <b>on</b></a>.<br>Or <em>wait</em>.</p>
    <ul><li>One</li><li>Two<ol><li>Deep</li></ol></li></ul>
    <pre><code>const a = 1;
  b();
</code></pre>
    <table><tr><th>Name</th><th>Size</th></tr><tr><td>a|b</td><td>2</td></tr></table>
    <blockquote>Said.</blockquote><img src="x.png" alt="A cat"></main><footer>Legal</footer></body></html>`;
  expect(markdown(html)).toBe(
    [
      '# Guide',
      '## Install',
      'Run `npm i`, then [go **on**](https://docs.example.org/next).\nOr *wait*.',
      '- One\n- Two\n  1. Deep',
      '```\nconst a = 1;\n  b();\n```',
      '| Name | Size |\n| --- | --- |\n| a\\|b | 2 |',
      '> Said.',
      '[image: A cat]',
    ].join('\n\n'),
  );
});

test('what a reader does not see is left out', () => {
  const hidden = [
    '<script>alert("run me")</script>',
    '<style>p { content: "run me" }</style>',
    '<!-- run me -->',
    '<p hidden>run me</p>',
    '<p aria-hidden="true">run me</p>',
    '<p style="display: none">run me</p>',
    '<p style="color:red;visibility:hidden">run me</p>',
    '<p style="font-size:0">run me</p>',
    '<template><p>run me</p></template>',
    '<noscript>run me</noscript>',
  ];
  for (const html of hidden) expect(markdown(`<p>Seen.</p>${html}`), html).toBe('Seen.');
});

test('only addresses of the web are links', () => {
  expect(markdown('<p><a href="javascript:alert(1)">a</a> <a href="data:text/html,x">b</a> <a href="#top">c</a></p>')).toBe('a b c');
});

test('a page without words is empty, and one that is nested without end is read all the same', () => {
  expect(markdown('')).toBe('');
  const depth = 1_000;
  expect(markdown(`${'<div>'.repeat(depth)}deep${'</div>'.repeat(depth)}`)).toBe('deep');
});
