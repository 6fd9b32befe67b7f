import {
  closeSearchPanel,
  findNext,
  findPrevious,
  getSearchQuery,
  replaceAll,
  replaceNext,
  SearchQuery,
  setSearchQuery,
} from '@codemirror/search';
import { type EditorView, type Panel, runScopeHandlers, type ViewUpdate } from '@codemirror/view';
import { numberText } from '../../i18n/number-text.ts';
import { t } from '../../i18n/t.ts';
import { countMatches } from './count-matches.ts';

/** Delay between a change and counting the matches. In milliseconds. */
const COUNT_AFTER = 80;

/** The panel for find and replace in the open file; its styles are in components/ui/find/find-panel.css. */
export function createFindPanel(view: EditorView): Panel {
  const parts = createParts(view);
  let query = getSearchQuery(view.state);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const countSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => showCount(parts.count, query, view), COUNT_AFTER);
  };
  const commit = () => {
    const typed = parts.typedQuery();
    if (typed.eq(query)) return;
    query = typed;
    view.dispatch({ effects: setSearchQuery.of(typed) });
    countSoon();
  };
  parts.dom.addEventListener('input', commit);
  parts.dom.addEventListener('change', commit);
  parts.dom.addEventListener('keydown', (event) => onKeyDown(event, view, parts, commit));
  parts.show(query);
  return {
    dom: parts.dom,
    top: true,
    mount() {
      parts.query.select();
      showCount(parts.count, query, view);
    },
    update(update: ViewUpdate) {
      parts.replaceRow.hidden = update.state.readOnly;
      for (const effect of update.transactions.flatMap(({ effects }) => effects)) {
        if (!effect.is(setSearchQuery) || effect.value.eq(query)) continue;
        query = effect.value;
        parts.show(query);
        countSoon();
      }
      if (update.docChanged || update.selectionSet) countSoon();
    },
    destroy: () => clearTimeout(timer),
  };
}

type PanelParts = ReturnType<typeof createParts>;

function createParts(view: EditorView) {
  const { ownerDocument: document } = view.dom;
  const query = fieldOf(document, t('Find'));
  // CodeMirror focuses the field with this name when the panel is opened again.
  query.setAttribute('main-field', 'true');
  const replacement = fieldOf(document, t('Replace with'));
  const matchCase = toggleOf(document, t('Match case'), 'i-lucide-case-sensitive');
  const wholeWord = toggleOf(document, t('Whole word'), 'i-lucide-whole-word');
  const expression = toggleOf(document, t('Regular expression'), 'i-lucide-regex');
  const count = make(document, 'output', 'find-count');
  const button = (label: string, icon: string, run: (view: EditorView) => boolean) => iconButton(document, label, icon, () => run(view));
  const row = group(document, 'find-row', [
    group(document, 'find-field', [query, matchCase, wholeWord, expression]),
    count,
    button(t('Previous match (Shift+Enter)'), 'i-lucide-arrow-up', findPrevious),
    button(t('Next match (Enter)'), 'i-lucide-arrow-down', findNext),
    button(t('Close (Escape)'), 'i-lucide-x', closeSearchPanel),
  ]);
  const replaceRow = group(document, 'find-row', [
    group(document, 'find-field', [replacement]),
    textButton(document, t('Replace'), () => replaceNext(view)),
    textButton(document, t('Replace all'), () => replaceAll(view)),
  ]);
  replaceRow.hidden = view.state.readOnly;
  const dom = group(document, 'find-panel', [row, replaceRow]);
  dom.setAttribute('role', 'search');
  dom.setAttribute('aria-label', t('Find in this file'));
  return {
    ...{ dom, query, replacement, count, replaceRow },
    typedQuery: () =>
      new SearchQuery({
        search: query.value,
        replace: replacement.value,
        caseSensitive: isPressed(matchCase),
        wholeWord: isPressed(wholeWord),
        regexp: isPressed(expression),
        // Unless it is a regular expression, the text is searched literally, including backslashes.
        literal: !isPressed(expression),
      }),
    show(shown: SearchQuery) {
      query.value = shown.search;
      replacement.value = shown.replace;
      press(matchCase, shown.caseSensitive);
      press(wholeWord, shown.wholeWord);
      press(expression, shown.regexp);
    },
  };
}

function onKeyDown(event: KeyboardEvent, view: EditorView, parts: PanelParts, commit: () => void): void {
  const isField = event.target === parts.query || event.target === parts.replacement;
  if (runScopeHandlers(view, event, 'search-panel')) event.preventDefault();
  else if (event.key === 'Enter' && isField) {
    event.preventDefault();
    commit();
    if (event.target === parts.replacement) replaceNext(view);
    else if (event.shiftKey) findPrevious(view);
    else findNext(view);
  }
}

function showCount(output: HTMLElement, query: SearchQuery, view: EditorView): void {
  const isEmpty = query.search === '';
  const found = isEmpty || !query.valid ? null : countMatches(query, view.state);
  output.dataset.empty = String(!isEmpty && (found === null || found.total === 0));
  if (isEmpty) output.textContent = '';
  else if (found === null) output.textContent = t('Not a valid expression');
  else if (found.total === 0 && !found.isCut) output.textContent = t('No matches');
  else
    output.textContent =
      found.current === null
        ? `${numberText(found.total)}${found.isCut ? '+' : ''}`
        : t('{current} of {total}', { current: found.current, total: `${numberText(found.total)}${found.isCut ? '+' : ''}` });
}

function make<Name extends keyof HTMLElementTagNameMap>(document: Document, name: Name, className: string): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  element.className = className;
  return element;
}

function group(document: Document, className: string, children: readonly HTMLElement[]): HTMLElement {
  const element = make(document, 'div', className);
  for (const child of children) element.appendChild(child);
  return element;
}

function fieldOf(document: Document, label: string): HTMLInputElement {
  const field = make(document, 'input', 'find-input');
  field.setAttribute('aria-label', label);
  field.placeholder = label;
  field.autocomplete = 'off';
  field.spellcheck = false;
  return field;
}

function iconButton(document: Document, label: string, icon: string, onClick: () => void): HTMLButtonElement {
  const button = make(document, 'button', 'find-button');
  button.type = 'button';
  button.title = label;
  button.setAttribute('aria-label', label);
  const picture = make(document, 'span', `icon ${icon}`);
  picture.setAttribute('aria-hidden', 'true');
  picture.style.cssText = 'width: 14px; height: 14px';
  button.appendChild(picture);
  button.addEventListener('click', onClick);
  return button;
}

function textButton(document: Document, label: string, onClick: () => void): HTMLButtonElement {
  const button = make(document, 'button', 'button button-secondary button-24');
  button.type = 'button';
  button.textContent = label;
  button.addEventListener('click', onClick);
  return button;
}

/** A toggle of the query; a click has the same effect as a change in a field. */
function toggleOf(document: Document, label: string, icon: string): HTMLButtonElement {
  const toggle = iconButton(document, label, icon, () => {
    press(toggle, !isPressed(toggle));
    toggle.dispatchEvent(new Event('change', { bubbles: true }));
  });
  press(toggle, false);
  return toggle;
}

function isPressed(toggle: HTMLElement): boolean {
  return toggle.getAttribute('aria-pressed') === 'true';
}

function press(toggle: HTMLElement, isOn: boolean): void {
  toggle.setAttribute('aria-pressed', String(isOn));
}
