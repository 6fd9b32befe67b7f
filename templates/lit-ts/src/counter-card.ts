import { css, html, LitElement } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import './style.css';

@customElement('counter-card')
export class CounterCard extends LitElement {
  static override styles = css`
    :host {
      display: block;
    }
    img {
      width: 48px;
      height: 48px;
    }
    h1 {
      margin: 16px 0 4px;
      font-size: 28px;
      line-height: 1.2;
      letter-spacing: -0.02em;
    }
    p {
      margin: 0 0 24px;
      color: var(--quiet);
    }
    button {
      padding: 8px 16px;
      border: 1px solid var(--line);
      border-radius: 6px;
      font: inherit;
      color: inherit;
      background: transparent;
      cursor: pointer;
    }
    button:hover {
      border-color: var(--accent);
    }
    button:focus-visible {
      outline: 2px solid var(--accent);
      outline-offset: 2px;
    }
  `;

  @state() private count = 0;

  protected override render() {
    return html`
      <img src="/favicon.svg" alt="" />
      <h1>Lit</h1>
      <p>Edit <code>src/counter-card.ts</code> and save.</p>
      <button type="button" @click=${() => { this.count += 1; }}>Count is ${this.count}</button>
    `;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'counter-card': CounterCard;
  }
}
