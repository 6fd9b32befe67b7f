/** The fields of the runner's events that the reporter uses. */
export interface ReportedEvent {
  type: string;
  data: {
    name?: string;
    nesting?: number;
    message?: string;
    details?: { duration_ms: number; error?: unknown };
    skip?: string | true;
    todo?: string | true;
  };
}

interface Element {
  tag: string;
  nesting: number;
  attributes: Map<string, string | number>;
  children: (Element | { comment: string; nesting: number } | string)[];
  parent: Element | null;
}

const escapeContent = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/(?<=^|[^\n])\r/g, '&#13;');
const escapeAttribute = (text: string): string => escapeContent(text.replaceAll('\n', '')).replaceAll('"', '&quot;');
const indent = (nesting: number): string => '\t'.repeat(nesting + 1);

function toXml(node: Element['children'][number]): string {
  if (typeof node === 'string') return escapeContent(node);
  if ('comment' in node) return `${indent(node.nesting)}<!-- ${node.comment.replaceAll('--', '&#45;&#45;')} -->\n`;
  const attributes = [...node.attributes].map(([name, value]) => `${name}="${escapeAttribute(String(value))}"`).join(' ');
  const head = `${indent(node.nesting)}<${node.tag} ${attributes}`;
  if (node.children.length === 0) return `${head}/>\n`;
  return `${head}>${typeof node.children[0] === 'string' ? '' : '\n'}${node.children.map(toXml).join('')}${indent(node.nesting)}</${node.tag}>\n`;
}

const elementsOf = (element: Element): Element[] =>
  element.children.filter((child): child is Element => typeof child !== 'string' && !('comment' in child));

const hasFailed = (element: Element): boolean =>
  element.attributes.has('failure') || elementsOf(element).some((child) => child.tag === 'failure');
const isSkipped = (element: Element): boolean => elementsOf(element).some((child) => child.tag === 'skipped');

/** The reporter of `--test-reporter=junit`, whose output continuous integration reads. */
export class JunitReporter {
  #current: Element | null = null;
  #hasStarted = false;
  readonly #inspect: (value: unknown) => string;
  readonly #hostname: string;

  constructor(inspect: (value: unknown) => string, hostname: string) {
    this.#inspect = inspect;
    this.#hostname = hostname;
  }

  write(event: ReportedEvent): string {
    const text = this.#event(event);
    if (this.#hasStarted) return text;
    this.#hasStarted = true;
    return `<?xml version="1.0" encoding="utf-8"?>\n<testsuites>\n${text}`;
  }
  end(): string {
    return '</testsuites>\n';
  }

  #start({ data }: ReportedEvent): Element {
    const { name = '', nesting = 0 } = data;
    const element: Element = { tag: '', nesting, attributes: new Map([['name', name]]), children: [], parent: this.#current };
    this.#current?.children.push(element);
    this.#current = element;
    return element;
  }

  #event(event: ReportedEvent): string {
    const { data } = event;
    if (event.type === 'test:start') this.#start(event);
    else if (event.type === 'test:pass' || event.type === 'test:fail') return this.#finish(event);
    else if (event.type === 'test:diagnostic') {
      const comment = { comment: data.message ?? '', nesting: data.nesting ?? 0 };
      if (this.#current === null) return toXml(comment);
      this.#current.children.push(comment);
    }
    return '';
  }

  #finish(event: ReportedEvent): string {
    const { data } = event;
    const known = this.#current;
    const isSame = known !== null && known.attributes.get('name') === data.name && known.nesting === data.nesting;
    const element = isSame ? known : this.#start(event);
    this.#current = element.parent;
    element.attributes.set('time', ((data.details?.duration_ms ?? 0) / 1000).toFixed(6));
    const children = elementsOf(element);
    if (children.length > 0) {
      element.tag = 'testsuite';
      for (const name of ['disabled', 'errors']) element.attributes.set(name, 0);
      element.attributes.set('tests', children.length);
      element.attributes.set('failures', children.filter(hasFailed).length);
      element.attributes.set('skipped', children.filter(isSkipped).length);
      element.attributes.set('hostname', this.#hostname);
    } else this.#finishCase(element, event);
    return element.parent === null ? toXml(element) : '';
  }

  #finishCase(element: Element, { type, data }: ReportedEvent): void {
    element.tag = 'testcase';
    element.attributes.set('classname', 'test');
    const add = (tag: string, attributes: [string, string][], children: Element['children'] = []) =>
      element.children.push({ tag, nesting: element.nesting + 1, attributes: new Map(attributes), children, parent: element });
    for (const [tag, reason] of [
      ['skipped', data.skip],
      ['todo', data.todo],
    ] as const)
      if (reason !== undefined)
        add('skipped', [
          ['type', tag],
          ['message', String(reason)],
        ]);
    if (type !== 'test:fail') return;
    const error = data.details?.error;
    const field = (name: string): string | undefined => {
      const value: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined;
      return value === undefined ? undefined : String(value);
    };
    const message = field('message') ?? '';
    add(
      'failure',
      [
        ['type', field('failureType') ?? field('code') ?? ''],
        ['message', message],
      ],
      [`\n${this.#inspect(error)}\n`],
    );
    element.attributes.set('failure', message);
  }
}
