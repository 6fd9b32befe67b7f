// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest';
import { elementOrigin } from './element-origin.ts';

afterEach(() => document.body.replaceChildren());

/** Returns the innermost element of the page and one that contains it. */
function page(): { outer: Element; inner: Element } {
  const outer = document.createElement('ul');
  const inner = document.createElement('li');
  outer.append(inner);
  document.body.append(outer);
  return { outer, inner };
}

function App() {}
function TodoList() {}

test('up to React 18 a fiber has the place where its element was written, and who made it', () => {
  const { inner } = page();
  const app = { type: App, _debugOwner: null, _debugSource: { fileName: '/home/project/src/main.tsx', lineNumber: 7 } };
  const list = {
    type: { $$typeof: 1, type: TodoList },
    _debugOwner: app,
    _debugSource: { fileName: '/home/project/src/App.tsx', lineNumber: 4 },
  };
  Object.assign(inner, {
    __reactFiber$abc: { type: 'li', _debugOwner: list, _debugSource: { fileName: '/home/project/src/List.tsx', lineNumber: 12 } },
  });
  expect(elementOrigin(inner)).toEqual({
    components: ['App', 'TodoList'],
    sources: [
      { type: 'file', file: '/home/project/src/List.tsx', line: 12 },
      { type: 'file', file: '/home/project/src/App.tsx', line: 4 },
      { type: 'file', file: '/home/project/src/main.tsx', line: 7 },
    ],
  });
});

test('since React 19 it has stacks: of the element first, then of what made it; a component of the server has but a name', () => {
  const { inner } = page();
  const server = { name: 'Page', debugStack: { stack: 'Error\n    at https://p/page.js:1:1' } };
  const owner = { type: App, _debugOwner: server, _debugStack: { stack: 'Error\n    at https://p/main.js:2:2' } };
  Object.assign(inner, {
    __reactFiber$abc: { type: 'li', _debugOwner: owner, _debugStack: { stack: 'Error\n    at https://p/app.js:3:3' } },
  });
  const { components, sources } = elementOrigin(inner);
  expect(components).toEqual(['Page', 'App']);
  const [source] = sources;
  const stack = source?.type === 'stack' ? source.stack : '';
  expect([...stack.matchAll(/(\w+)\.js/g)].map(([, file]) => file)).toEqual(['app', 'main', 'page']);
});

test('Vue names the file of the component, Svelte the line in it, from the nearest element that has it', () => {
  const vue = page();
  const app = { type: { __name: 'App', __file: '/home/project/src/App.vue' }, parent: null };
  Object.assign(vue.outer, { __vueParentComponent: { type: { __file: '/home/project/src/TodoList.vue' }, parent: app } });
  expect(elementOrigin(vue.inner)).toEqual({
    components: ['App', 'TodoList'],
    sources: [
      { type: 'file', file: '/home/project/src/TodoList.vue', line: null },
      { type: 'file', file: '/home/project/src/App.vue', line: null },
    ],
  });
  const svelte = page();
  const parent = { type: 'if', parent: { type: 'component', file: 'src/App.svelte', parent: null } };
  Object.assign(svelte.inner, { __svelte_meta: { loc: { file: 'src/Todo.svelte', line: 3, column: 1 }, parent } });
  expect(elementOrigin(svelte.inner)).toEqual({
    components: ['App', 'Todo'],
    sources: [{ type: 'file', file: 'src/Todo.svelte', line: 3 }],
  });
});

test('tools write places into attributes, in one or in two', () => {
  const { outer, inner } = page();
  outer.setAttribute('data-astro-source-file', '/home/project/src/pages/index.astro');
  outer.setAttribute('data-astro-source-loc', '12:3');
  inner.setAttribute('data-locatorjs', '/home/project/src/app.tsx:30:5');
  expect(elementOrigin(inner).sources).toEqual([
    { type: 'file', file: '/home/project/src/app.tsx', line: 30 },
    { type: 'file', file: '/home/project/src/pages/index.astro', line: 12 },
  ]);
});

test('a page that no framework made tells nothing, and one that lies without end, in circles or by throwing is not waited for', () => {
  expect(elementOrigin(page().inner)).toEqual({ components: [], sources: [] });
  const { inner } = page();
  const circle: Record<string, unknown> = { type: { name: 'x'.repeat(10_000) }, _debugSource: { fileName: 'a', lineNumber: -1 } };
  circle._debugOwner = circle;
  Object.assign(inner, { __reactFiber$a: circle });
  Object.defineProperty(inner, '__vueParentComponent', {
    get() {
      throw new Error('A getter of the page.');
    },
  });
  const { components, sources } = elementOrigin(inner);
  expect(components.every((each) => each.length <= 60)).toBe(true);
  expect(components.length).toBeLessThanOrEqual(12);
  expect(sources.length).toBeLessThanOrEqual(6);
});
