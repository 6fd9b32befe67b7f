/** Steps of a path that looks for less than the whole way down. */
const WANTED_STEPS = 5;
const MOST_CLASSES = 2;
/** What tests look elements up by is kept when a page changes. */
const TEST_ATTRIBUTES = ['data-testid', 'data-test-id', 'data-test', 'data-cy', 'data-qa'];
/** Names that a tool has made: another one after the next build, or the next drawing. */
const GENERATED =
  /^(?:css|sc|jsx|svelte|emotion|radix|headlessui|react-aria|mui|ember|chakra|mantine|floating-ui|astro|v)-|\d{3}|(?=[^-_]*\d)(?=[^-_]*[A-Za-z])[A-Za-z\d]{8,}|__[\w-]*[A-Z\d][\w-]*$/;
const LONGEST_NAME = 40;
/** `button` alone is the only one for as long as there is no other. */
const NAMED = /[.#[]/;
/** A name that needs no escapes: what others look like (`md:w-1/2`) tells nobody anything. */
const PLAIN = /^[A-Za-z][\w-]*$/;
/** Within quotes. */
const PLAIN_VALUE = /^[\w .:/-]+$/;

export type SelectorRoot = Document | ShadowRoot;

/** A selector that finds this element alone in its tree: by a lasting name, or by the shortest path whose steps look lasting. */
export function uniqueSelector(element: Element, root: SelectorRoot): string {
  const isUnique = (selector: string) => findsOnly(root, selector, element);
  const own = namedSelector(element, root);
  if (own !== null) return own;
  let path = '';
  let shortest: string | null = null;
  let steps = 0;
  for (let at: Element | null = element; at !== null; at = at.parentElement) {
    const name = at === element ? null : namedSelector(at, root);
    // Beyond the wanted length each step has its number: the way from the top is the only one.
    const candidates = name !== null ? [name] : steps < WANTED_STEPS ? [plainStep(at), numberedStep(at)] : [numberedStep(at)];
    const paths = candidates.map((candidate) => (path === '' ? candidate : `${candidate} > ${path}`));
    const found = paths.find(isUnique);
    if (found !== undefined && NAMED.test(found)) return found;
    shortest ??= found ?? null;
    path = found ?? paths.at(-1) ?? path;
    steps += 1;
    if (shortest !== null && steps >= WANTED_STEPS) break;
  }
  return shortest ?? path;
}

function findsOnly(root: SelectorRoot, selector: string, element: Element): boolean {
  const found = root.querySelectorAll(selector);
  return found.length === 1 && found[0] === element;
}

/** By its id, or by what tests call it. */
function namedSelector(element: Element, root: SelectorRoot): string | null {
  const id = element.getAttribute('id') ?? '';
  const names = [
    ...(isLasting(id) ? [`#${id}`] : []),
    ...TEST_ATTRIBUTES.flatMap((name) => {
      const value = element.getAttribute(name) ?? '';
      return PLAIN_VALUE.test(value) && value.length <= LONGEST_NAME ? [`[${name}="${value}"]`] : [];
    }),
  ];
  return names.find((name) => findsOnly(root, name, element)) ?? null;
}

function plainStep(element: Element): string {
  const classes = [...element.classList].filter(isLasting).slice(0, MOST_CLASSES);
  const type = typeOf(element);
  return `${type === '*' && classes.length > 0 ? '' : type}${classes.map((name) => `.${name}`).join('')}`;
}

/** By its place among its siblings. */
function numberedStep(element: Element): string {
  const siblings = [...(element.parentNode?.children ?? [element])];
  const type = typeOf(element);
  if (type === '*') return `:nth-child(${siblings.indexOf(element) + 1})`;
  const alike = siblings.filter((sibling) => sibling.localName === element.localName && sibling.namespaceURI === element.namespaceURI);
  return alike.length === 1 ? type : `${type}:nth-of-type(${alike.indexOf(element) + 1})`;
}

/** `*` for the few elements that their own name does not find, such as one with capitals that a script has made. */
function typeOf(element: Element): string {
  const type = CSS.escape(element.localName);
  return element.matches(type) ? type : '*';
}

function isLasting(name: string): boolean {
  return PLAIN.test(name) && name.length <= LONGEST_NAME && !GENERATED.test(name);
}
