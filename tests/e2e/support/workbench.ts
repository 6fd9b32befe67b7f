import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test';
import type { AppServer } from './app-server.ts';

/** The workbench as found by a user: by roles and accessible names only. */
export interface Workbench {
  page: Page;
  message: Locator;
  status: Locator;
  conversation: Locator;
  approvals: Locator;
  editor(path: string): Locator;
  preview: FrameLocator;
  open(): Promise<void>;
  send(text: string): Promise<void>;
  /** Waits for the question and presses the button on its first card. */
  approve(text: string | RegExp): Promise<void>;
  deny(reason?: string): Promise<void>;
  tab(name: string): Promise<void>;
}

export function workbenchOf(page: Page, server: Pick<AppServer, 'appOrigin'>): Workbench {
  const approvals = page.getByRole('region', { name: 'Approval needed' });
  const message = page.getByRole('textbox', { name: 'Message' });
  return {
    page,
    message,
    status: page.getByRole('status', { name: 'Agent status' }),
    conversation: page.getByRole('log', { name: 'Conversation' }),
    approvals,
    editor: (path) => page.getByRole('textbox', { name: path, exact: true }),
    preview: page.frameLocator('iframe[title="Preview"]'),
    async open() {
      await page.goto(`${server.appOrigin}/`);
      await expect(message).toBeEditable();
    },
    async send(text) {
      await message.fill(text);
      await page.getByRole('button', { name: 'Send', exact: true }).click();
    },
    async approve(text) {
      const card = approvals.getByRole('article').filter({ hasText: text }).first();
      await card.getByRole('button', { name: 'Approve', exact: false }).first().click();
      await expect(card).toBeHidden();
    },
    async deny(reason) {
      await approvals.getByRole('button', { name: 'Deny' }).first().click();
      if (reason !== undefined) await approvals.getByRole('textbox', { name: 'Reason' }).fill(reason);
      await approvals.getByRole('button', { name: 'Deny' }).first().click();
    },
    async tab(name) {
      await page.getByRole('tab', { name, exact: true }).click();
    },
  };
}
