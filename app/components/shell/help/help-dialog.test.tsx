// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { HelpDialog } from './help-dialog.tsx';

afterEach(cleanup);
// Serves the files as the server does, below the root.
beforeEach(() => {
  vi.stubGlobal('fetch', async (address: string) => new Response(readFileSync(`.${address.replace(/\?.*/, '')}`, 'utf8')));
});

function Reader() {
  const [page, setPage] = useState('docs/using.md');
  return <HelpDialog page={page} onPage={setPage} onBack={() => setPage('list')} onOpenChange={() => undefined} />;
}

test('a document is read, and its links lead to the others that come with the app', async () => {
  render(<Reader />);
  // The Markdown code is loaded with the first document.
  expect(await screen.findByRole('heading', { name: 'How do I …' }, { timeout: 10_000 })).toBeTruthy();
  const [link] = await screen.findAllByRole('link', { name: 'policy.md' });
  if (link === undefined) throw new Error('The document has lost its link.');
  fireEvent.click(link);
  expect(await screen.findByRole('dialog', { name: 'docs/policy.md' })).toBeTruthy();
});

test('one that cannot be loaded is said', async () => {
  render(<Reader />);
  fireEvent.click(screen.getByRole('button', { name: 'All documents' }));
  expect(await screen.findByText(/could not be loaded/)).toBeTruthy();
});
