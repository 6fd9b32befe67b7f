import { t } from '../i18n/t.ts';
import type { NoticeService } from '../notices/notice-service.ts';
import { $workbenchTab } from '../stores/workbench.ts';
import { findTemplate, TEMPLATES } from '../templates/template-list.ts';
import type { ProjectService } from './project-service.ts';

interface OpenTemplateDependencies {
  notices: NoticeService;
  project: Pick<ProjectService, 'contents' | 'bringIn'>;
  /** Opens the current chat, or a new one with that title. */
  enterChat(title: string): Promise<void>;
}

/** Writes a template's files as the user's own edits: each is journaled first, so that a reload finds them. */
export async function openTemplate(name: string, { notices, project, enterChat }: OpenTemplateDependencies): Promise<void> {
  const template = findTemplate(name);
  if (template === null) {
    const known = TEMPLATES.map((each) => each.name).join(', ');
    notices.info(
      name === '' ? t('Name a template: {known}.', { known }) : t('There is no template “{name}”. There are {known}.', { name, known }),
    );
    return;
  }
  await notices.guard(t('The template {title} was not opened', { title: template.title }), async () => {
    const { templateFiles } = await import('../templates/template-files.ts');
    if ((await project.contents()).length > 0) {
      return notices.error(t('This chat has files already. Start a new chat (/new), then choose the template.'));
    }
    await enterChat(template.title);
    // Set before the files arrive: a user who has switched to another workbench tab by then stays there.
    $workbenchTab.set('code');
    const encoder = new TextEncoder();
    await project.bringIn(templateFiles(template.name).map(({ path, text }) => ({ path, content: encoder.encode(text) })));
  });
}
