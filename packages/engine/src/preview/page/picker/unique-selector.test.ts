// @vitest-environment happy-dom
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { deepSelector } from './deep-selector.ts';
import { uniqueSelector } from './unique-selector.ts';

afterEach(() => document.body.replaceChildren());

function page(html: string): (selector: string) => Element {
  document.body.innerHTML = html; // The test's own text.
  return (selector) => {
    const found = document.querySelector(selector);
    if (found === null) throw new Error(`no ${selector}`);
    return found;
  };
}

const selectorOf = (element: Element) => uniqueSelector(element, document);

test('an element is named by its id, or by what tests call it, where that is its own', () => {
  const find = page('<p id="intro"></p><p id="twice"></p><p id="twice"></p><button data-testid="save"></button>');
  expect(selectorOf(find('#intro'))).toBe('#intro');
  expect(selectorOf(find('[data-testid]'))).toBe('[data-testid="save"]');
  expect(selectorOf(find('#twice'))).not.toContain('#twice');
});

test('names that a tool has made are passed over: they are others after the next build', () => {
  const find = page(
    [':r1:', 'radix-12', 'item-48291', 'a8f3c01be2'].map((id) => `<section><i id="${id}"></i></section>`).join('') +
      '<b class="css-1q2w3e card"></b><u class="Button_root__aB3xZ"></u>',
  );
  for (const element of document.querySelectorAll('i')) expect(selectorOf(element)).not.toContain('#');
  expect(selectorOf(find('b'))).toBe('b.card');
  expect(selectorOf(find('u'))).toBe('u');
});

test('a path begins at the nearest lasting name and is no longer than it must be', () => {
  const find = page('<main id="root"><ul class="todos"><li>a</li><li>b <button>x</button></li></ul></main><ul><li></li></ul>');
  expect(selectorOf(find('button'))).toBe('ul.todos > li > button');
  expect(selectorOf(find('.todos li:nth-of-type(2)'))).toBe('ul.todos > li:nth-of-type(2)');
});

test('an element in an open shadow tree has the way there before it', () => {
  const find = page('<x-card></x-card>');
  const shadow = find('x-card').attachShadow({ mode: 'open' });
  shadow.append(document.createElement('slot'), document.createElement('button'));
  expect(deepSelector(shadow.lastElementChild ?? find('nothing'))).toBe('x-card >>> button');
});

interface Tree {
  tag: string;
  id: string;
  classes: string[];
  test: string;
  children: readonly Tree[];
}
const name = fc.oneof(
  fc.constantFrom('a', 'list', 'item', 'css-1abc', ':r2:', 'md:w-1/2', 'ü', '0start', '-', 'with space', '"', 'x\\y'),
  fc.string({ maxLength: 6 }),
);
const tree = fc.letrec<{ node: Tree }>((tie) => ({
  node: fc.record({
    tag: fc.constantFrom('div', 'div', 'p', 'ul', 'li', 'x-part', 'svg', 'linearGradient'),
    id: fc.oneof(fc.constant(''), name),
    classes: fc.array(name, { maxLength: 3 }),
    test: fc.oneof(fc.constant(''), fc.constant(''), name),
    children: fc.oneof({ maxDepth: 4, depthIdentifier: 'tree' }, fc.constant([]), fc.array(tie('node'), { maxLength: 4 })),
  }),
})).node;

function build({ tag, id, classes, test: testName, children }: Tree): Element {
  const isDrawing = tag === 'svg' || tag === 'linearGradient';
  const element = isDrawing ? document.createElementNS('http://www.w3.org/2000/svg', tag) : document.createElement(tag);
  if (id !== '') element.setAttribute('id', id);
  element.setAttribute('class', classes.join(' '));
  if (testName !== '') element.setAttribute('data-testid', testName);
  element.append(...children.map(build));
  return element;
}

test('whatever a page is made of, the selector of an element finds that element', () => {
  fc.assert(
    fc.property(fc.array(tree, { minLength: 1, maxLength: 4 }), (trees) => {
      document.body.replaceChildren(...trees.map(build));
      for (const element of document.querySelectorAll('*')) {
        const selector = selectorOf(element);
        expect(document.querySelector(selector) === element, selector).toBe(true);
      }
    }),
    { numRuns: 60 },
  );
});
