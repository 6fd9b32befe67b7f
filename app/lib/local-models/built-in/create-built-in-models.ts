import { StepTransportError } from '../../agent/contract/errors.ts';
import { $builtInModel } from '../../stores/local-models.ts';
import { noModel } from './no-model.ts';
import type { BuiltInModel } from './open-built-in-model.ts';

export interface BuiltInModels extends BuiltInModel {
  /** Calls back when the result of `list` has changed. */
  onChange(listener: () => void): void;
}

/** The browser's own model, loaded only if the browser may have one. `scope` is the page's global object. */
export function createBuiltInModels(scope: object): BuiltInModels {
  const listeners: (() => void)[] = [];
  let opened: Promise<BuiltInModel> | null = null;
  const open = () => {
    opened ??= import('./open-built-in-model.ts').then(({ openBuiltInModel }) =>
      openBuiltInModel(scope, () => {
        for (const listener of listeners) listener();
      }),
    );
    return opened;
  };
  const mayHaveOne = 'LanguageModel' in scope || 'ai' in scope;
  return {
    async list() {
      if (mayHaveOne) {
        const model = await open().catch(() => null);
        if (model !== null) return model.list();
        opened = null;
      }
      $builtInModel.set({ status: 'none' });
      return [];
    },
    download: async () => (mayHaveOne ? (await open()).download() : undefined),
    async step(request, signal) {
      if (!mayHaveOne) throw noModel();
      try {
        return await (await open()).step(request, signal);
      } catch (error) {
        if (signal.aborted || error instanceof StepTransportError) throw error;
        opened = null;
        const message =
          'The part of this page that asks the browser’s model could not be loaded. Check the connection to this app’s server.';
        throw new StepTransportError(message, { status: null });
      }
    },
    onChange: (listener) => void listeners.push(listener),
  };
}
