import { useCallback, useEffect, useRef, useState } from 'react';
import { saidReason } from '../../lib/i18n/said-reason.ts';
import { t } from '../../lib/i18n/t.ts';
import type { ImportPlan, LeftOut } from '../../lib/project/import/import-plan.ts';
import type { OpenedImport } from '../../lib/project/import/import-service.ts';
import { ImportProblem } from '../../lib/project/import/import-source.ts';
import type { ProjectFacts } from '../../lib/project/recognise/project-facts.ts';
import { errorMessage } from '../../lib/protocol/error-message.ts';
import type { CollectImport } from '../page/overlay-context.tsx';
import { useActions } from '../page/workbench-context.tsx';

/** The progress of an import. */
export type ImportState =
  | { step: 'looking' }
  | { step: 'review'; plan: ImportPlan; isLooking: boolean }
  | { step: 'bringing'; plan: ImportPlan; files: number }
  | { step: 'done'; name: string; facts: ProjectFacts; damaged: readonly LeftOut[] }
  | { step: 'failed'; why: string; file: string | null };

export interface ImportSteps {
  state: ImportState;
  lookAgain(withIgnored: boolean): void;
  bringIn(request: { name: string; into: 'new' | 'open' }): void;
}

interface ImportRequest {
  /** The folder that the project is synchronised with afterwards. */
  folder: FileSystemDirectoryHandle | undefined;
  /** Called if it is a session file and not a project. */
  onSession: ((file: Blob) => void) | undefined;
  onCancelled: () => void;
}

/** Analyses the given files, and imports them when the user confirms. Unmounting cancels it and leaves nothing behind. */
export function useImport(collect: CollectImport, { folder, onSession, onCancelled }: ImportRequest): ImportSteps {
  // Keeps the first actions even if the services become ready meanwhile, so that nothing is analysed or downloaded twice.
  const begun = useActions('projects');
  const [actions] = useState(begun);
  const [state, setState] = useState<ImportState>({ step: 'looking' });
  const opened = useRef<OpenedImport | null>(null);
  const isWithIgnored = useRef(false);
  /** The archive that was chosen. */
  const file = useRef<string | null>(null);

  const failed = useCallback((why: string): ImportState => ({ step: 'failed', why, file: file.current }), []);

  useEffect(() => {
    let isCurrent = true;
    const ended = new AbortController();
    async function look() {
      const collecting = collect(ended.signal);
      collecting.catch(() => undefined); // Awaited below.
      const created = await actions.openImport(collecting);
      if (!isCurrent) return created?.close();
      opened.current = created;
      const source = await collecting;
      file.current = source.type === 'zip' ? source.name : null;
      const planned = (await created?.plan({ withIgnored: false })) ?? { ok: false as const, why: t('The workbench could not be loaded.') };
      if (isCurrent && planned.ok && planned.plan.isSession && source.type === 'zip' && onSession !== undefined)
        return onSession(source.file);
      if (isCurrent) setState(planned.ok ? { step: 'review', plan: planned.plan, isLooking: false } : failed(planned.why));
    }
    look().catch((error: unknown) => isCurrent && setState(failed(whyNot(error))));
    return () => {
      isCurrent = false;
      ended.abort();
      opened.current?.close();
      opened.current = null;
    };
  }, [actions, collect, onSession, failed]);

  async function lookAgain(withIgnored: boolean) {
    setState((before) => (before.step === 'review' ? { ...before, isLooking: true } : before));
    isWithIgnored.current = withIgnored;
    const planned = await opened.current?.plan({ withIgnored });
    if (planned !== undefined) setState(planned.ok ? { step: 'review', plan: planned.plan, isLooking: false } : failed(planned.why));
  }
  async function bringIn(request: { name: string; into: 'new' | 'open' }) {
    if (state.step !== 'review') return;
    const { plan } = state;
    setState({ step: 'bringing', plan, files: 0 });
    const onProgress = (files: number) => setState((before) => (before.step === 'bringing' ? { ...before, files } : before));
    const result = await opened.current?.bringIn({ ...request, onProgress });
    if (result === undefined || result.status === 'cancelled') return onCancelled();
    if (result.status === 'done' && folder !== undefined)
      await actions.connectFolder(folder, { withIgnored: isWithIgnored.current, isBroughtIn: true });
    if (result.status === 'failed') setState(failed(result.why));
    else setState({ step: 'done', name: request.name, facts: plan.facts, damaged: result.damaged });
  }
  return { state, lookAgain: (withIgnored) => void lookAgain(withIgnored), bringIn: (request) => void bringIn(request) };
}

function whyNot(error: unknown): string {
  if (error instanceof ImportProblem) return saidReason({ why: error.message, reason: error.reason });
  return t('It could not be read: {error}', { error: errorMessage(error) });
}
