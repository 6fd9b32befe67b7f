const SIZE = 20;
const FIRST_PACE_MS = 150;
const FASTEST_PACE_MS = 70;
const DIRECTIONS = {
  up: { x: 0, y: -1 },
  down: { x: 0, y: 1 },
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
};
const KEYS = new Map([
  ['ArrowUp', 'up'],
  ['ArrowDown', 'down'],
  ['ArrowLeft', 'left'],
  ['ArrowRight', 'right'],
  ['w', 'up'],
  ['s', 'down'],
  ['a', 'left'],
  ['d', 'right'],
]);

const board = document.getElementById('board');
const context = board.getContext('2d');
const cover = document.getElementById('cover');
const message = document.getElementById('message');
const play = document.getElementById('play');
const scoreText = document.getElementById('score');
const bestText = document.getElementById('best');
const said = document.getElementById('said');

let game = newGame();
// 'ready' | 'running' | 'paused' | 'over'
let state = 'ready';
let best = readBest();
let lastMove = 0;

function newGame() {
  const snake = [
    { x: 8, y: 10 },
    { x: 7, y: 10 },
    { x: 6, y: 10 },
  ];
  return { snake, direction: DIRECTIONS.right, turns: [], food: placeFood(snake), score: 0 };
}

function placeFood(snake) {
  const free = [];
  for (let y = 0; y < SIZE; y++) {
    for (let x = 0; x < SIZE; x++) {
      if (!snake.some((cell) => cell.x === x && cell.y === y)) free.push({ x, y });
    }
  }
  return free[Math.floor(Math.random() * free.length)] ?? null;
}

/** Turns are queued, so that two quick ones both count; a reversal is ignored. */
function turn(name) {
  const next = DIRECTIONS[name];
  const last = game.turns.at(-1) ?? game.direction;
  if (next.x + last.x === 0 && next.y + last.y === 0) return;
  if (next !== last && game.turns.length < 3) game.turns.push(next);
}

function move() {
  game.direction = game.turns.shift() ?? game.direction;
  const head = { x: game.snake[0].x + game.direction.x, y: game.snake[0].y + game.direction.y };
  const eats = game.food !== null && head.x === game.food.x && head.y === game.food.y;
  // The tail moves away in the same move, unless the snake grows.
  const body = eats ? game.snake : game.snake.slice(0, -1);
  const isOutside = head.x < 0 || head.y < 0 || head.x >= SIZE || head.y >= SIZE;
  if (isOutside || body.some((cell) => cell.x === head.x && cell.y === head.y)) {
    finish(isOutside ? 'You hit the wall.' : 'You bit yourself.');
    return;
  }
  game.snake = [head, ...body];
  if (!eats) return;
  game.score += 1;
  game.food = placeFood(game.snake);
  if (game.food === null) finish('You filled the whole board!');
}

function finish(words) {
  state = 'over';
  if (game.score > best) {
    best = game.score;
    saveBest(best);
    words += ' A new best!';
  }
  showCover(words, 'Play again');
  said.textContent = `${words} Score ${game.score}.`;
  play.focus();
}

function showCover(words, action) {
  message.textContent = words;
  play.textContent = action;
  cover.hidden = false;
}

function start() {
  if (state !== 'paused') game = newGame();
  state = 'running';
  cover.hidden = true;
  said.textContent = '';
  lastMove = performance.now();
  board.focus();
  requestAnimationFrame(frame);
}

function pause() {
  if (state !== 'running') return;
  state = 'paused';
  showCover('Paused.', 'Continue');
  play.focus();
}

function frame(now) {
  const pace = Math.max(FASTEST_PACE_MS, FIRST_PACE_MS - game.score * 3);
  if (state === 'running' && now - lastMove >= pace) {
    lastMove = now;
    move();
  }
  draw();
  if (state === 'running') requestAnimationFrame(frame);
}

function draw() {
  const cell = board.width / SIZE;
  context.clearRect(0, 0, board.width, board.height);
  context.fillStyle = '#16291f';
  for (let y = 0; y < SIZE; y++) {
    for (let x = y % 2; x < SIZE; x += 2) context.fillRect(x * cell, y * cell, cell, cell);
  }
  if (game.food !== null) {
    context.fillStyle = '#ff8a5c';
    context.beginPath();
    context.arc((game.food.x + 0.5) * cell, (game.food.y + 0.5) * cell, cell * 0.36, 0, Math.PI * 2);
    context.fill();
  }
  for (const [index, part] of game.snake.entries()) {
    context.fillStyle = index === 0 ? '#c9f7a8' : `hsl(${128 + index * 1.5} 60% ${Math.max(38, 66 - index)}%)`;
    context.beginPath();
    context.roundRect(part.x * cell + 1.5, part.y * cell + 1.5, cell - 3, cell - 3, index === 0 ? 10 : 7);
    context.fill();
  }
  scoreText.textContent = String(game.score);
  bestText.textContent = String(Math.max(best, game.score));
}

/** Storage may be forbidden in a frame: then the best score is kept only as long as the page. */
function readBest() {
  try {
    return Number(localStorage.getItem('snake-best')) || 0;
  } catch {
    return 0;
  }
}

function saveBest(score) {
  try {
    localStorage.setItem('snake-best', String(score));
  } catch {
    // Storage is forbidden.
  }
}

document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const name = KEYS.get(event.key.length === 1 ? event.key.toLowerCase() : event.key);
  if (name !== undefined) {
    event.preventDefault();
    if (state === 'ready') start();
    if (state === 'running') turn(name);
  } else if (event.key === ' ' && state === 'running') {
    event.preventDefault();
    pause();
  }
});

for (const button of document.querySelectorAll('[data-turn]')) {
  button.addEventListener('click', () => {
    if (state === 'running') turn(button.dataset.turn);
  });
}

let touchStart = null;
board.addEventListener('pointerdown', (event) => {
  touchStart = { x: event.clientX, y: event.clientY };
});
board.addEventListener('pointerup', (event) => {
  if (touchStart === null || state !== 'running') return;
  const x = event.clientX - touchStart.x;
  const y = event.clientY - touchStart.y;
  touchStart = null;
  if (Math.max(Math.abs(x), Math.abs(y)) < 20) return;
  if (Math.abs(x) > Math.abs(y)) turn(x > 0 ? 'right' : 'left');
  else turn(y > 0 ? 'down' : 'up');
});

window.addEventListener('blur', pause);
play.addEventListener('click', start);
draw();
