// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
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

test('words of neighbouring blocks are apart, wherever they are gathered', () => {
  expect(linesOf('<button><div>Price</div><div>Add</div></button>')).toEqual(['button "Price Add"']);
  expect(linesOf('<a href="/x"><h3>Shoes</h3><p>Red</p><img alt="A shoe">now</a>')).toEqual(['link "Shoes Red A shoe now" to /x']);
  const badges = '<span style="display:inline-block">Price</span><span style="display:inline-flex">Add</span>';
  expect(linesOf(`<p>${badges}</p>`)).toEqual(['Price Add']);
  expect(linesOf('<p>A<b>dd</b></p>')).toEqual(['Add']);
  expect(linesOf('<label><div>First</div><div>name</div><input></label>')).toContain('field "First name" (text), empty');
});

test('closed details show their summary alone, open ones all', () => {
  const details = (open: string) => `<details ${open}><summary>More</summary><p>Secret</p><button>Inside</button></details>`;
  expect(linesOf(details(''))).toEqual(['details "More" (closed)']);
  expect(linesOf(details('open'))).toEqual(['More', 'Secret', 'button "Inside"']);
  expect(linesOf(`<a href="/x">Go${details('')}</a>`)).toEqual(['link "Go More" to /x']);
});

test.each([
  ['kept from rendering', '<div style="content-visibility:hidden"><p>no</p></div>'],
  ['hidden until found', '<div hidden="until-found">no</div>'],
  ['for no reader', '<span aria-hidden="true">no</span>'],
  ['for screen readers', '<span style="position:absolute;clip:rect(0px, 0px, 0px, 0px)">no</span><b style="clip-path:inset(50%)">no</b>'],
  ['collapsed', '<div style="visibility:collapse">no</div>'],
  ['folded to no height', '<div style="overflow-y:hidden;height:0">no</div>'],
])('what is %s is not seen', (_what, html) => {
  expect(linesOf(`<p>yes</p>${html}`)).toEqual(['yes']);
});

test('a part without a height that cuts nothing off is seen: its own content is placed by the window', () => {
  expect(linesOf('<div style="overflow-y:hidden"><p style="position:fixed">yes</p></div>')).toEqual(['yes']);
});

test('a button that shows only a picture has the name that is not seen, and one that can be focused is there though hidden from readers', () => {
  expect(linesOf('<button><span style="clip-path:inset(50%)">Close</span><svg></svg></button>')).toEqual(['button "Close"']);
  expect(linesOf('<div aria-hidden="true"><button>Play</button></div>')).toEqual(['button "Play"']);
});

test('what has a size is seen, unless it was moved to where nobody can scroll', () => {
  const size = vi.spyOn(Element.prototype, 'getBoundingClientRect');
  size.mockImplementation(function box(this: Element) {
    const left = this.id === 'left' ? -9_999 : this.id === 'right' ? 5_000 : 10;
    return new DOMRect(left, 10, 100, 20);
  });
  const at = (id: string) => `<div id="${id}" style="position:absolute;overflow-y:hidden">${id}</div>`;
  expect(linesOf(at('left') + at('here') + at('right'))).toEqual(['here']);
  size.mockRestore();
});
