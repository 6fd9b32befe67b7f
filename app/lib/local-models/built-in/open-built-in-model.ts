import type { ChatRequest } from '../../protocol/chat-request.ts';
import { BUILT_IN_MODEL_ID, BUILT_IN_NAME } from '../../protocol/models/built-in-model.ts';
import type { ModelInfo } from '../../protocol/models/models.ts';
import { $builtInModel } from '../../stores/local-models.ts';
import { noModel } from './no-model.ts';
import { IMAGE_KINDS, type PromptApi, type PromptAvailability, TEXT_KINDS, windowOf } from './prompt-api.ts';
import { promptApiOf } from './prompt-api-of.ts';

export interface BuiltInModel {
  /** Returns an empty list if no model is available now; `$builtInModel` has the reason. */
  list(): Promise<ModelInfo[]>;
  download(): Promise<void>;
  step(request: ChatRequest, signal: AbortSignal): Promise<Response>;
}

/** Opens the browser's model in `scope`. `onChange` is called when the result of `list` has changed. */
export function openBuiltInModel(scope: object, onChange: () => void): BuiltInModel {
  const api = promptApiOf(scope);
  let window: number | null = null;
  const learn = (tokens: number) => {
    if (tokens === window) return;
    window = tokens;
    onChange();
  };
  return {
    async list() {
      if ($builtInModel.get().status === 'downloading') return [];
      const kinds = api === null ? null : await kindsOf(api);
      const status = kinds === null ? 'none' : STATUSES[kinds.text];
      // The reason for a failed download stays visible until the next one.
      if (status !== 'downloadable' || $builtInModel.get().status !== 'failed') $builtInModel.set({ status });
      return kinds?.text === 'available' ? [infoOf(window, kinds.image === 'available')] : [];
    },
    async download() {
      if (api === null || $builtInModel.get().status === 'downloading') return;
      if (await downloadModel(api, learn)) onChange();
    },
    async step(step, signal) {
      if (api === null) throw noModel();
      const { answerBuiltInStep } = await import('./answer-built-in-step.ts');
      return answerBuiltInStep({ step, api, onWindow: learn }, signal);
    },
  };
}

const STATUSES = { unavailable: 'unsuitable', downloadable: 'downloadable', downloading: 'downloadable', available: 'ready' } as const;

async function kindsOf(api: PromptApi): Promise<Record<'text' | 'image', PromptAvailability>> {
  // An unknown availability counts as unavailable.
  const ask = (kinds: typeof TEXT_KINDS) => api.availability(kinds).catch(() => 'unavailable' as const);
  const [text, image] = await Promise.all([ask(TEXT_KINDS), ask(IMAGE_KINDS)]);
  return { text, image };
}

async function downloadModel(api: PromptApi, onWindow: (tokens: number) => void): Promise<boolean> {
  $builtInModel.set({ status: 'downloading', share: 0 });
  const monitor = (events: EventTarget) =>
    events.addEventListener('downloadprogress', (event) => $builtInModel.set({ status: 'downloading', share: shareOf(event) }));
  try {
    const session = await api.create({ ...TEXT_KINDS, monitor });
    const tokens = windowOf(session);
    session.destroy();
    $builtInModel.set({ status: 'ready' });
    if (tokens !== null) onWindow(tokens);
    return true;
  } catch (error) {
    const why = error instanceof Error || error instanceof DOMException ? error.message : String(error);
    $builtInModel.set({ status: 'failed', why });
    return false;
  }
}

/** Returns the progress between 0 and 1; older browsers report bytes. */
function shareOf(event: Event): number {
  const loaded = 'loaded' in event ? Number(event.loaded) : 0;
  const total = 'total' in event ? Number(event.total) : 1;
  const share = total > 1 ? loaded / total : loaded;
  return Number.isFinite(share) ? Math.min(1, Math.max(0, share)) : 0;
}

function infoOf(window: number | null, seesImages: boolean): ModelInfo {
  return {
    id: BUILT_IN_MODEL_ID,
    provider: 'browser',
    name: BUILT_IN_NAME,
    callsTools: false,
    reasons: false,
    seesImages,
    ...(window === null ? {} : { contextWindow: window }),
  };
}
