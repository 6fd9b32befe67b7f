// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { $chat, INITIAL_CHAT_STATE } from '../../../lib/stores/chat.ts';
import { showConversation } from '../testing/show-conversation.tsx';

const TURNS = 100;

/** An `IntersectionObserver` controlled by the test, which sets where each element is. */
class ScriptedObserver implements IntersectionObserver {
  static all: ScriptedObserver[] = [];
  readonly root = null;
  readonly scrollMargin = '';
  readonly thresholds = [0];
  readonly watched = new Set<Element>();
  constructor(
    readonly callback: IntersectionObserverCallback,
    readonly options: IntersectionObserverInit = {},
  ) {
    ScriptedObserver.all.push(this);
  }
  get rootMargin(): string {
    return this.options.rootMargin ?? '';
  }
  observe(target: Element): void {
    this.watched.add(target);
  }
  unobserve(target: Element): void {
    this.watched.delete(target);
  }
  disconnect(): void {
    this.watched.clear();
  }
  takeRecords(): IntersectionObserverEntry[] {
    return [];
  }
  report(target: Element, isIntersecting: boolean): void {
    const rect = new DOMRect(0, 0, 400, 1_234);
    const entry: IntersectionObserverEntry = {
      target,
      isIntersecting,
      boundingClientRect: rect,
      intersectionRect: rect,
      rootBounds: null,
      intersectionRatio: isIntersecting ? 1 : 0,
      time: 0,
    };
    this.callback([entry], this);
  }
}

/** Returns the observers, by margin: one for blocks near the view, one for blocks far from it. */
function observers(): { near: ScriptedObserver; far: ScriptedObserver } {
  const [near, far] = ScriptedObserver.all
    .filter(({ watched }) => watched.size > 1)
    .toSorted((one, other) => Number.parseInt(one.rootMargin, 10) - Number.parseInt(other.rootMargin, 10));
  if (near === undefined || far === undefined) throw new Error('The blocks are not watched.');
  return { near, far };
}

const log = () => within(screen.getByRole('log', { name: 'Conversation' }));
const isOnPage = (turn: number) => log().queryByText(`Question ${turn}`) !== null;

/** Returns the block of the first turns. */
function firstBlock(): Element {
  const first = [...observers().near.watched][0];
  if (first === undefined) throw new Error('There is no block.');
  return first;
}

beforeEach(() => {
  ScriptedObserver.all = [];
  vi.stubGlobal('IntersectionObserver', ScriptedObserver);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  $chat.set(INITIAL_CHAT_STATE);
});

async function showLongConversation() {
  const messages = Array.from({ length: TURNS }, (_, turn) => [
    { id: `user-${turn}`, role: 'user' as const, parts: [{ type: 'text' as const, text: `Question ${turn}` }] },
    { id: `agent-${turn}`, role: 'assistant' as const, parts: [{ type: 'text' as const, text: `Answer ${turn}` }] },
  ]).flat();
  $chat.set({ ...INITIAL_CHAT_STATE, status: 'completed', messages });
  await showConversation();
}

describe('a long conversation', () => {
  it('has its end on the page and nothing of what is far above, in whose place there is room', async () => {
    await showLongConversation();
    expect(isOnPage(TURNS - 1)).toBe(true);
    expect(isOnPage(0)).toBe(false);
    expect(firstBlock().getAttribute('style')).toMatch(/height: [1-9]\d+px/);
  });

  it('puts on the page what comes near the view, and takes off what is far again, in whose place its own height stays', async () => {
    await showLongConversation();
    const block = firstBlock();
    act(() => observers().near.report(block, true));
    expect([0, 1, 2, 3].map(isOnPage)).toEqual([true, true, true, true]);
    expect(isOnPage(4)).toBe(false);
    act(() => observers().near.report(block, false));
    expect(isOnPage(0)).toBe(true);
    act(() => observers().far.report(block, false));
    expect(isOnPage(0)).toBe(false);
    expect(block.getAttribute('style')).toContain('height: 1234px');
  });

  it('leaves what has the focus on the page', async () => {
    await showLongConversation();
    const block = firstBlock();
    act(() => observers().near.report(block, true));
    const button = block.querySelector('button');
    act(() => button?.focus());
    expect(block.contains(document.activeElement)).toBe(true);
    act(() => observers().far.report(block, false));
    expect(isOnPage(0)).toBe(true);
  });

  it('is on the page as a whole for the browser’s own find and for printing, until the next message', async () => {
    await showLongConversation();
    fireEvent.keyDown(window, { key: 'f', ctrlKey: true });
    expect(isOnPage(0)).toBe(true);
    const next = { id: 'user-next', role: 'user' as const, parts: [{ type: 'text' as const, text: 'And now?' }] };
    act(() => $chat.setKey('messages', [...$chat.get().messages, next]));
    expect(await log().findByText('And now?')).toBeTruthy();
    expect(isOnPage(0)).toBe(false);
    fireEvent(window, new Event('beforeprint'));
    expect(isOnPage(0)).toBe(true);
  });

  it('leaves the find key of an editor to the editor', async () => {
    await showLongConversation();
    const event = new KeyboardEvent('keydown', { key: 'f', ctrlKey: true, cancelable: true });
    event.preventDefault();
    fireEvent(window, event);
    expect(isOnPage(0)).toBe(false);
  });
});
