import type { FileStatus, SystemError } from '../../abi/system-calls.ts';
import { OpenFile } from './open-file.ts';
import { anonymousStatus } from './pipe.ts';
import { type Answer, type Caller, WaitList } from './wait-list.ts';

/** The other end of a request to the outside, which responds to each `pull` once: with bytes, the end, or a failure. */
export interface OutsideLink {
  pull(): void;
  close(): void;
}

/** The receiver of a link's responses. */
export interface OutsideReceiver {
  receive(data: Uint8Array): void;
  end(): void;
  fail(error: SystemError): void;
}

const NOTHING = new Uint8Array(0);

/** The response to a request to the outside, as a readable file: the first read returns the head as JSON, later ones the body on demand. */
export class OutsideExchange extends OpenFile implements OutsideReceiver {
  readonly #waiting = new WaitList();
  readonly #onRelease: () => void;
  #link: OutsideLink | null = null;
  #chunk: Uint8Array = NOTHING;
  #isPulling = false;
  #isEnded = false;
  #failure: SystemError | null = null;

  constructor(onRelease: () => void) {
    super();
    this.#onRelease = onRelease;
  }

  connect(link: OutsideLink): void {
    this.#link = link;
  }

  override status(): FileStatus {
    return anonymousStatus('socket', this.#chunk.byteLength);
  }

  override read(caller: Caller, length: number): Answer<Uint8Array> {
    return this.#waiting.wait(caller, () => this.#take(length));
  }

  #take(length: number): Uint8Array | undefined {
    if (this.#chunk.byteLength > 0) {
      const taken = this.#chunk.slice(0, length);
      this.#chunk = this.#chunk.subarray(taken.byteLength);
      return taken;
    }
    if (this.#failure !== null) throw this.#failure;
    if (this.#isEnded) return NOTHING;
    if (!this.#isPulling) {
      this.#isPulling = true;
      this.#link?.pull();
    }
    return undefined;
  }

  receive(data: Uint8Array): void {
    this.#isPulling = false;
    this.#chunk = data;
    this.#waiting.wake();
  }

  end(): void {
    this.#isEnded = true;
    this.#waiting.wake();
  }

  fail(error: SystemError): void {
    this.#failure = error;
    this.#waiting.wake();
  }

  protected override release(): void {
    this.#link?.close();
    this.#onRelease();
  }
}
