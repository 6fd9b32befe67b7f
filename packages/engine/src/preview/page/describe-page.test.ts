// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest';
import { describePage } from './describe-page.ts';

afterEach(() => {
  document.body.innerHTML = '';
});

function linesOf(html: string): string[] {
  document.body.innerHTML = html;
  return describePage(window).lines;
}

test('a page is described from top to bottom: headings, texts, lists, links and controls with their values', () => {
  const html = `<main><h1>My <em>todos</em></h1>
    <p>Two things.</p><ul><li>Milk</li><li>Bread <a href="/bread">more</a></li></ul>
    <label>New <input name="new" value="Tea"></label><input type="checkbox" aria-label="All" checked>
    <select aria-label="Sort"><option value="name">By name</option></select>
    <button disabled>Add</button></main>`;
  expect(linesOf(html)).toEqual([
    '[main]',
    '# My todos',
    'Two things.',
    '- Milk',
    '- Bread',
    'link "more" to /bread',
    'New',
    'field "New" (text), "Tea"',
    'checkbox "All" on',
    'field "Sort" (select), "name"',
    'button "Add" (disabled)',
  ]);
});

test('what is not seen is not in it: hidden parts, scripts, the text of a password', () => {
  const html = `<p style="display:none">no</p><p hidden style="display:none">no</p><div style="visibility:hidden">no</div><script>no()</script>
    <input type="hidden" value="no"><input type="password" aria-label="Key" value="no"><div style="opacity:0">no</div>`;
  expect(linesOf(html)).toEqual(['field "Key" (password), filled in']);
  expect(linesOf('<div id="root"></div>')).toEqual([]);
});

test('open shadow roots are looked into, and a page without end is cut', () => {
  document.body.innerHTML = '<x-box></x-box>';
  const root = document.querySelector('x-box')?.attachShadow({ mode: 'open' });
  if (root) root.innerHTML = '<h2>Inside</h2>';
  expect(describePage(window).lines).toEqual(['## Inside']);
  document.body.innerHTML = '<p>line</p>'.repeat(1_000);
  const { lines, isCut } = describePage(window);
  expect([lines.length, isCut]).toEqual([250, true]);
});
