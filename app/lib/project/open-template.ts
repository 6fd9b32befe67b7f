import { toWorkspacePath } from '../runtime/to-workspace-path.ts';
import { $workbenchTab } from '../stores/workbench.ts';
import { findTemplate, TEMPLATES } from '../templates/template-list.ts';
import type { NoticeService } from '../workbench/notice-service.ts';
import type { ProjectService } from './project-service.ts';

interface OpenTemplateDependencies {
  notices: NoticeService;
  project: Pick<ProjectService, 'contents' | 'workspace'>;
  /** The open chat, or a new one of that title. */
  enterChat(title: string): Promise<void>;
}

/** Writes a template's files as a user would: each is journalled first, so that a reload finds them. */
export async function openTemplate(name: string, { notices, project, enterChat }: OpenTemplateDependencies): Promise<void> {
  const template = findTemplate(name);
  if (template === null) {
    const known = TEMPLATES.map((each) => each.name).join(', ');
    return notices.info(name === '' ? `Name a template: ${known}.` : `There is no template “${name}”. There are ${known}.`);
  }
  await notices.guard(`The template ${template.title} was not opened`, async () => {
    const { templateFiles } = await import('../templates/template-files.ts');
    if ((await project.contents()).length > 0) {
      return notices.error('This chat has files already. Start a new chat (/new), then choose the template.');
    }
    await enterChat(template.title);
    const workspace = project.workspace('person');
    for (const { path, text } of templateFiles(template.name)) {
      const place = toWorkspacePath(path);
      if (place !== null) await workspace.writeFile(place, new TextEncoder().encode(text));
    }
    $workbenchTab.set('code');
  });
}
