import { startCounter } from './counter.ts';
import './style.css';

const app = document.querySelector('#app');
if (!app) throw new Error('index.html has no #app');
app.innerHTML = `
  <img src="/favicon.svg" alt="" />
  <h1>Vanilla TypeScript</h1>
  <p>Edit <code>src/main.ts</code> and save.</p>
  <button type="button">Count is 0</button>
`;
startCounter(app.querySelector('button'));
