import type { Page } from '@playwright/test';

export interface SeededSettings {
  autoApproveFileModification?: boolean;
  autoApproveCommands?: boolean;
  /** Patterns that the user has allowed permanently. */
  allowed?: readonly string[];
}

/** Stores the settings of a trusting user where the app keeps its settings, before it starts. */
export async function seedSettings(page: Page, settings: SeededSettings): Promise<void> {
  const agent = {
    enabled: true,
    autoApproveFileCreation: true,
    autoApproveFileModification: settings.autoApproveFileModification ?? false,
    autoApproveCommands: settings.autoApproveCommands ?? false,
    maxIterations: 50,
  };
  const rules = (settings.allowed ?? []).map((pattern) => ({ pattern, verdict: 'allow', scope: 'always', createdAt: 1 }));
  await page.addInitScript(
    ([agentText, appText]) => {
      if (window.top !== window) return;
      localStorage.setItem('devonz_agent_mode_settings', agentText ?? '');
      localStorage.setItem('devonz_settings', appText ?? '');
    },
    [JSON.stringify(agent), JSON.stringify({ rules })],
  );
}
