import { createSignal } from 'solid-js';

export function App() {
  const [count, setCount] = createSignal(0);
  return (
    <main class="card">
      <img src="/favicon.svg" alt="" />
      <h1>Solid</h1>
      <p>
        Edit <code>src/App.tsx</code> and save.
      </p>
      <button type="button" onClick={() => setCount(count() + 1)}>
        Count is {count()}
      </button>
    </main>
  );
}
