import type { LLMock } from '@copilotkit/aimock';
import type { Page } from '@playwright/test';
import { openSettings } from '../support/open-settings.ts';
import { lastRequest, scriptModel } from '../support/script-model.ts';
import { expect, test } from '../support/test.ts';

type Refusal = { error: { message: string; type?: string; code?: string }; status: number; retryAfter?: number };

/** The responses of a provider that rejects every request. */
const REFUSALS: readonly { refusal: Refusal; card: string; buttons: readonly string[] }[] = [
  {
    refusal: { error: { message: 'Incorrect API key provided', code: 'invalid_api_key' }, status: 401 },
    card: 'The key was refused',
    buttons: ['Open model settings', 'Retry'],
  },
  {
    refusal: { error: { message: 'You exceeded your current quota', code: 'insufficient_quota' }, status: 429 },
    card: 'No credit left',
    buttons: ['Choose another model…', 'Retry', 'Open model settings'],
  },
  {
    refusal: { error: { message: 'Slow down', code: 'rate_limit_exceeded' }, status: 429, retryAfter: 900 },
    card: 'Too many requests',
    buttons: ['Wait, then retry', 'Retry', 'Choose another model…'],
  },
  {
    refusal: { error: { message: 'Your prompt was flagged by our safety system', code: 'content_policy_violation' }, status: 400 },
    card: 'The answer was refused',
    buttons: ['Say it in other words', 'Retry', 'Choose another model…'],
  },
  {
    refusal: { error: { message: 'The model `gpt-test` does not exist', code: 'model_not_found' }, status: 404 },
    card: 'Unknown model',
    buttons: ['Choose another model…', 'Retry', 'Open model settings'],
  },
  {
    refusal: { error: { message: 'Unsupported parameter: tools' }, status: 400 },
    card: 'The request was refused',
    buttons: ['Retry', 'Choose another model…'],
  },
];

const hello = { content: 'Here I am again.' };

function refuse(models: LLMock, refusal: Refusal): void {
  const { error, status, retryAfter } = refusal;
  models.on({ predicate: () => true }, { error, status, ...(retryAfter === undefined ? {} : { retryAfter }) });
}

/** The browser itself logs each rejected request to the console. */
function expectRefusedRequests(appErrors: string[]): void {
  expect(appErrors.filter((text) => !text.includes('/api/chat'))).toEqual([]);
  appErrors.length = 0;
}

const cardOf = (page: Page, name: string) => page.getByRole('article', { name: new RegExp(`^${name}`) });

for (const { refusal, card: name, buttons } of REFUSALS) {
  test(`a provider's ${refusal.status} ${refusal.error.code ?? ''} is the card “${name}”, and Retry continues when it is over`, async ({
    page,
    workbench,
    models,
    appErrors,
  }) => {
    refuse(models, refusal);
    await workbench.open();
    await workbench.send('Say hello');
    const card = cardOf(page, name);
    await expect(card).toContainText(refusal.error.message);
    for (const button of buttons) await expect(card.getByRole('button', { name: button, exact: true })).toBeVisible();
    models.clearFixtures();
    scriptModel(models, [hello]);
    await card.getByRole('button', { name: 'Retry', exact: true }).click();
    await expect(workbench.conversation).toContainText('Here I am again.');
    await expect(card).toBeHidden();
    expectRefusedRequests(appErrors);
  });
}

test('a refused key leads to the settings of models', async ({ page, workbench, models, appErrors }) => {
  refuse(models, { error: { message: 'Incorrect API key provided', code: 'invalid_api_key' }, status: 401 });
  await workbench.open();
  await workbench.send('Say hello');
  await cardOf(page, 'The key was refused').getByRole('button', { name: 'Open model settings' }).click();
  await expect(page.getByRole('dialog', { name: 'Settings' }).getByRole('heading', { name: 'Models', exact: true })).toBeVisible();
  expectRefusedRequests(appErrors);
});

test('what was refused comes back into the message box to be said otherwise', async ({ page, workbench, models, appErrors }) => {
  refuse(models, { error: { message: 'Flagged', code: 'content_filter' }, status: 400 });
  await workbench.open();
  await workbench.send('Say hello nicely');
  await cardOf(page, 'The answer was refused').getByRole('button', { name: 'Say it in other words' }).click();
  await expect(workbench.message).toHaveValue('Say hello nicely');
  expectRefusedRequests(appErrors);
});

test('a limit that passes soon is counted down and the model asked by itself', async ({ page, workbench, models, appErrors }) => {
  refuse(models, { error: { message: 'Slow down', code: 'rate_limit_exceeded' }, status: 429, retryAfter: 4 });
  await workbench.open();
  await workbench.send('Say hello');
  const card = cardOf(page, 'Too many requests');
  await expect(card.getByRole('timer')).toContainText(/Asks again in \d s/);
  models.clearFixtures();
  scriptModel(models, [hello]);
  await expect(workbench.conversation).toContainText('Here I am again.');
  await expect(card).toBeHidden();
  expectRefusedRequests(appErrors);
});

test('a long limit is awaited if the user wants, or not', async ({ page, workbench, models, appErrors }) => {
  refuse(models, { error: { message: 'Slow down', code: 'rate_limit_exceeded' }, status: 429, retryAfter: 900 });
  await workbench.open();
  await workbench.send('Say hello');
  const card = cardOf(page, 'Too many requests');
  await expect(card.getByRole('timer')).toContainText(/Free again in 14 min/);
  await card.getByRole('button', { name: 'Wait, then retry' }).click();
  await expect(card.getByRole('timer')).toContainText(/Asks again in 14 min/);
  await card.getByRole('button', { name: 'Do not wait' }).click();
  await expect(card.getByRole('timer')).toContainText(/Free again/);
  expectRefusedRequests(appErrors);
});

/** Selects the other provider's model as the fallback. */
async function nameFallback(page: Page): Promise<void> {
  const dialog = await openSettings(page, 'Models');
  await dialog.getByRole('combobox', { name: 'Fallback model' }).selectOption('google:gemini-test');
  await dialog.getByRole('button', { name: 'Close' }).click();
}

test('an overloaded provider is asked again, then the other model answers, visibly, until the user goes back', async ({
  page,
  workbench,
  models,
  appErrors,
}) => {
  models.on(
    { predicate: ({ model }) => model === 'gpt-test' },
    { error: { message: 'Overloaded', type: 'overloaded_error' }, status: 529 },
  );
  models.on({ predicate: ({ model }) => model.includes('gemini') }, hello);
  await workbench.open();
  await nameFallback(page);
  await workbench.send('Say hello');
  await expect(cardOf(page, 'The provider is overloaded').getByRole('button', { name: 'Ask now' })).toBeVisible();
  const banner = page.getByRole('region', { name: 'Model switched' });
  await expect(banner).toContainText('gemini-test');
  await expect(workbench.conversation).toContainText('Here I am again.');
  expectRefusedRequests(appErrors);
});

test('an answer that breaks off is asked for again, and then continued from what had come', async ({
  page,
  workbench,
  models,
  appErrors,
}) => {
  const half = { content: `The first half of a long answer. ${'And then, and then. '.repeat(60)}` };
  models.on({ predicate: () => true }, half, { truncateAfterChunks: 40, latency: 10 });
  await workbench.open();
  await workbench.send('Tell me a story');
  const card = cardOf(page, 'The answer broke off');
  await expect(card).toContainText('What arrived is kept above.');
  models.clearFixtures();
  models.on({ predicate: () => true }, { content: 'And this is the rest.' });
  await card.getByRole('button', { name: 'Continue' }).click();
  await expect(workbench.conversation).toContainText('And this is the rest.');
  expect(lastRequest(models)).toContain('The first half');
  expect(lastRequest(models)).toContain('Continue exactly where it ends');
  expectRefusedRequests(appErrors);
});

test('without a network nothing is asked, and the run resumes when it is back', async ({ page, context, workbench, models, appErrors }) => {
  scriptModel(models, [{ content: 'Hello.' }, hello]);
  await workbench.open();
  await workbench.send('Say hello');
  await expect(workbench.conversation).toContainText('Hello.');
  await context.setOffline(true);
  await workbench.send('Say it again');
  const card = cardOf(page, 'No connection');
  await expect(card).toContainText('continues by itself when the network is back');
  await context.setOffline(false);
  await expect(workbench.conversation).toContainText('Here I am again.');
  await expect(card).toBeHidden();
  appErrors.length = 0;
});

test('an answer that is none is asked for again, then said', async ({ page, workbench, models, appErrors }) => {
  models.on({ predicate: () => true }, { content: '' });
  await workbench.open();
  await workbench.send('Say hello');
  await expect(cardOf(page, 'The model answered nothing').getByRole('button', { name: 'Retry' })).toBeVisible();
  expect(models.getRequests().length).toBe(2);
  expectRefusedRequests(appErrors);
});

test('a conversation that is too long is offered what can help: of one message nothing can be summarised', async ({
  page,
  workbench,
  models,
  appErrors,
}) => {
  refuse(models, {
    error: { message: 'This model’s maximum context length is 8 tokens.', code: 'context_length_exceeded' },
    status: 400,
  });
  await workbench.open();
  await workbench.send('Say hello');
  await expect(cardOf(page, 'The conversation is too long').getByRole('button', { name: 'Choose another model…' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Summarise and continue…' })).toHaveCount(0);
  expectRefusedRequests(appErrors);
});
