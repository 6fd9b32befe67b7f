import { plural } from '../i18n/plural.ts';
import { t } from '../i18n/t.ts';
import type { NoticeService } from '../notices/notice-service.ts';
import type { ProjectDescription } from './catalog/project-catalog.ts';
import { type GeneratorRequest, generatorCommand } from './generators/generator-command.ts';
import { kindText, startProblemText } from './recognise/facts-text.ts';
import { startCommand } from './recognise/project-facts.ts';

/** How a user starts work on a project that was just added, or creates one with a generator. No method rejects. */
export interface BeginningActions {
  /** Describes the open project; null if none is open or it could not be read. */
  describeOpen(): Promise<ProjectDescription | null>;
  /** Installs and runs the open project with commands that count as the user's own. If there is nothing to run, it says why. */
  installAndRun(): Promise<void>;
  /** Runs an npm generator in a new project, as the user's own command. */
  startFromGenerator(request: GeneratorRequest): Promise<void>;
}

export interface BeginningDependencies {
  notices: Pick<NoticeService, 'info' | 'error' | 'guard'>;
  describeOpen: BeginningActions['describeOpen'];
  /** Runs in the project's folder. */
  runCommand(command: string): Promise<void>;
  newChat(): Promise<void>;
  openSession(title: string): Promise<unknown>;
}

export function createBeginnings({ notices, describeOpen, runCommand, newChat, openSession }: BeginningDependencies): BeginningActions {
  const installAndRun = async () => {
    const described = await describeOpen();
    if (described === null) {
      notices.info(t('No project is open.'));
      return;
    }
    const { facts } = described;
    const command = startCommand(facts);
    if (!facts.start.canStart) notices.info(startProblemText(facts.start.why));
    if (command !== null) await runCommand(command);
  };
  return {
    describeOpen,
    installAndRun,
    async startFromGenerator(request) {
      await notices.guard(t('The generator was not run'), async () => {
        const command = generatorCommand(request);
        if (!command.ok) throw new Error(command.why);
        await newChat();
        await openSession(request.generator);
        await runCommand(command.text);
        const made = await describeOpen();
        if (made === null || made.files === 0) return;
        const offer = startCommand(made.facts) === null ? undefined : { label: t('Install and run'), run: () => void installAndRun() };
        const text = plural(
          made.files,
          { one: '{generator} made {count} file: {what}.', other: '{generator} made {count} files: {what}.' },
          { generator: request.generator, what: kindText(made.facts.kind) },
        );
        notices.info(text, offer);
      });
    },
  };
}
